// Provokes the refusals that the contract specifies for one operation, each by a call with a single
// flaw, and compares the replies with the contract. Writes go to items of the run only.

import { isObject, type Json, type JsonObject, own, pick } from '../../base/json.ts';
import { refusesStale } from '../../contract/is-specified.ts';
import { declaresConflicts, refusesTakenIds } from '../../contract/item-members.ts';
import { type Kind, methods } from '../../contract/operation-kinds.ts';
import { type Refusal, refusals } from '../../contract/situations.ts';
import { type Call, header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { checkedParameters } from '../../model/parameters/checked-parameters.ts';
import { keyHeaderOf } from '../../model/ruling/repeated-answer.ts';
import { judgeProvoked, type Provocation } from '../../oracle/judge.ts';
import {
  leadsElsewhere,
  needsCredentials,
  needsScopes,
  withoutScopes,
  withWrongCredentials,
} from '../guard/declared-credentials.ts';
import type { GuardedExchange } from '../guard/guard.ts';
import type { Move } from '../move.ts';
import { broken, done, doneWith, type MoveResult } from '../scenario/move-result.ts';
import { trackPendingCreation } from '../scenario/pending-creation.ts';
import { readList } from '../scenario/read-list.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { unusedIds } from '../scenario/unused-ids.ts';
import { type OwnedItem, recordOf } from '../session/owned-item.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';
import { createItem } from './create-item.ts';
import { MEDIA_TYPES, NO_FORM, bodyOf as patchBody } from './update-item.ts';
import { mend, removeUnwanted } from './write-invalid-body.ts';

type ProvokeMove = Extract<Move, { kind: 'provoke' }>;

/** A call with a single flaw. */
interface Provoking extends Provocation {
  readonly call: Call;
  /** How to send it; like every call if absent. */
  readonly send?: (call: Call) => Promise<GuardedExchange>;
  /** The call that decides if this one is accepted, which it may be; `null` if there is none. */
  readonly ifAccepted?: () => Promise<Provoking | null>;
}

interface Attempt {
  readonly scenario: Scenario;
  readonly move: ProvokeMove;
  /** An item of the run; `null` if none could be made or the operation needs none. */
  readonly item: OwnedItem | null;
}

/** Calls that provoke a refusal, or why there are none, as a clause. */
type Provoked = readonly Provoking[] | { readonly why: string };

/** Provokes every refusal that the contract specifies for the operation of the move. */
export async function provokeRefusals(scenario: Scenario, move: ProvokeMove): Promise<MoveResult> {
  const { service } = scenario.session;
  const item = scenario.alive[0] ?? null;
  for (const refusal of move.only ?? refusals) {
    if (!isSpecified(scenario, move.operation, refusal)) continue;
    const provoked = await provocations[refusal]({ scenario, move, item });
    if (provoked.kind !== 'done') return provoked;
    if ('why' in provoked.value) {
      service.notes.add(
        `not provoked: ${move.operation} refused as ${refusal} (${provoked.value.why})`,
      );
      continue;
    }
    for (const one of provoked.value) {
      const verdict = await provoke(scenario, move.operation, item, one);
      if (verdict.kind !== 'done') return verdict;
    }
  }
  return done;
}

/** A refusal is specified by its outcome; one for credentials also by these. */
function isSpecified(
  { session: { service, sender } }: Scenario,
  kind: Kind,
  refusal: Refusal,
): boolean {
  const operation = service.contract.operations[kind];
  return (
    operation?.outcomes[refusal] !== undefined ||
    (refusal === 'unauthorized' && needsCredentials(operation, sender.guard.credentials)) ||
    (refusal === 'forbidden' && needsScopes(operation)) ||
    (refusal === 'stale' && isConditional(kind) && refusesStale(operation ?? {})) ||
    (refusal === 'taken' && refusesTaken(service, kind))
  );
}

function refusesTaken({ contract, uniqueMembers }: ServiceKnowledge, kind: Kind): boolean {
  return (
    (kind === 'create' && refusesTakenIds(contract)) ||
    (methods[kind].hasBody &&
      uniqueMembers.length > 0 &&
      declaresConflicts(contract.operations[kind]))
  );
}

/** Whether a write to an item can have a condition. */
function isConditional(kind: Kind): boolean {
  return kind === 'replace' || kind === 'update' || kind === 'remove';
}

async function provoke(
  scenario: Scenario,
  kind: Kind,
  item: OwnedItem | null,
  { call, send, ifAccepted, ...provocation }: Provoking,
): Promise<MoveResult> {
  const { contract, checker } = scenario.session.service;
  const reply = send === undefined ? await scenario.receive(kind, call) : await bare(send, call);
  if (reply.kind !== 'done') return reply;
  if (reply.value === null) return done;
  const received = reply.value;
  if (ifAccepted !== undefined && received.status < 300) {
    const next = await ifAccepted();
    if (next !== null) return provoke(scenario, kind, item, next);
  }
  if (methods[kind].hasBody || kind === 'remove') scenario.wrote(kind, item);
  const findings = judgeProvoked({ contract, checker, kind, received }, provocation);
  const { failures } = scenario.session.sender.guard;
  failures.judge(received, findings.length > 0 ? 'breach' : 'open');
  // What was accepted is gone before anything else reads it.
  if (kind === 'create' && received.status < 400)
    await removeUnwanted(scenario, call.body.kind === 'none' ? '' : textOf(call), received);
  else if (item?.isAlive === true && received.status < 300 && mayLeaveInvalid(kind, provocation))
    await mend(scenario, item, textOf(call));
  return findings.length === 0 ? done : broken(findings);
}

/** Whether a write that was accepted may have left something invalid. */
function mayLeaveInvalid(kind: Kind, { situations }: Provocation): boolean {
  return methods[kind].hasBody && situations.includes('invalid');
}

function textOf({ body }: Call): string {
  return body.kind === 'json' || body.kind === 'broken' ? body.text : '';
}

/** Sends without the checks of access, which would take the expected refusal for an obstacle. */
async function bare(
  send: (call: Call) => Promise<GuardedExchange>,
  call: Call,
): Promise<MoveResult<Received | null>> {
  const exchange = await send(call);
  const isAnswer = exchange.kind === 'received' && !leadsElsewhere(exchange, call);
  return doneWith(isAnswer ? exchange.received : null);
}

const provocations: Readonly<
  Record<Refusal, (attempt: Attempt) => MoveResult<Provoked> | Promise<MoveResult<Provoked>>>
> = {
  unrouted: () => not('no operation has such a path'),
  limited: () => not('that takes more load than a run makes'),
  oversized: () => not('that takes a larger body than a run sends'),
  disallowed: () => not('the contract has the operation'),
  unauthorized: sendWithoutCredentials,
  forbidden: sendWithoutScopes,
  unacceptable: ({ scenario, move, item }) =>
    readingOnly(scenario, move, item, (call) => ({
      call: { ...call, headers: { accept: 'image/png' } },
      situations: ['unacceptable'],
      what: 'Accept: image/png',
    })),
  unexpected: ({ scenario, move, item }) =>
    readingOnly(scenario, move, item, (call) => ({
      call: { ...call, query: `${scenario.session.items.token}=1` },
      situations: ['unexpected'],
      what: 'an unknown query parameter',
    })),
  unfit: ({ scenario, move, item }) => {
    const { contract } = scenario.session.service;
    const operation = contract.operations[move.operation];
    const isNeeded = checkedParameters(operation ?? {}).some((one) => one.required);
    if (!isNeeded) return not('the operation requires no parameters');
    return readingOnly(scenario, move, item, (call) => ({
      call: { ...call, sending: { varied: [], ...call.sending, parameters: 'as-given' } },
      situations: ['unfit'],
      what: 'a request without the parameters that it requires',
    }));
  },
  keyless: (attempt) =>
    onBody(attempt, (body) => {
      const call = writeCall(attempt, JSON.stringify(body));
      const name = keyHeaderOf(attempt.scenario.session.service.contract.operations.create);
      const { [name.toLowerCase()]: _, ...headers } = call.headers;
      return [{ call: { ...call, headers }, situations: ['keyless'], what: `no ${name}` }];
    }),
  reused: sendKeyAgain,
  unsupported: (attempt) =>
    onBody(attempt, (body) => {
      const call = writeCall(attempt, JSON.stringify(body));
      const headers = { ...call.headers, 'content-type': 'text/plain' };
      const what = 'a body of the type text/plain';
      return [{ call: { ...call, headers }, situations: ['unsupported'], what }];
    }),
  malformed: (attempt) =>
    onBody(attempt, (body) => {
      const call = writeCall(attempt, JSON.stringify(body).slice(0, -1));
      return [{ call, situations: ['malformed'], what: 'a body that is not JSON' }];
    }),
  invalid: sendInvalid,
  taken: sendDuplicates,
  missing: addressNothing,
  stale: sendStale,
};

function not(why: string): MoveResult<Provoked> {
  return doneWith({ why });
}

function sendWithoutCredentials(attempt: Attempt): MoveResult<Provoked> {
  const { scenario, move } = attempt;
  const { service, sender } = scenario.session;
  const { sendBare: send, credentials } = sender.guard;
  if (send === null) return not('this run has no second way to send');
  const operation = service.contract.operations[move.operation];
  return onAnything(attempt, (call) => {
    const without: Provoking = {
      call,
      situations: ['unauthorized'],
      what: 'a request without credentials',
      send,
    };
    if (operation === undefined || !needsCredentials(operation, credentials)) return [without];
    const what = 'a request with wrong credentials';
    return [
      without,
      { ...without, call: withWrongCredentials(call, operation), what, refusal: 'any' },
    ];
  });
}

function sendWithoutScopes(attempt: Attempt): MoveResult<Provoked> {
  const { service, sender } = attempt.scenario.session;
  const { operation } = attempt.move;
  const trial = withoutScopes(service.contract.operations[operation], operation, sender.guard);
  if ('note' in trial) {
    service.notes.add(trial.note);
    return doneWith([]);
  }
  const { send } = trial;
  const what = 'a token without its scopes';
  return onAnything(attempt, (call) => [{ call, situations: ['forbidden'], what, send }]);
}

/** Writes go to an item of the run; one that is accepted is removed with the items of the run. */
function onAnything(
  attempt: Attempt,
  provoking: (call: Call) => readonly Provoking[],
): MoveResult<Provoked> {
  const { scenario, move, item } = attempt;
  const { service, bystanders } = scenario.session;
  if (methods[move.operation].hasBody)
    return onBody(attempt, (body) => provoking(writeCall(attempt, JSON.stringify(body))));
  if (move.operation === 'list') return doneWith(provoking(service.call('list', null, null)));
  // Reading changes nothing: an item of others will do.
  const foreign = move.operation === 'read' ? [...bystanders.keys()][0] : undefined;
  const only = service.contract.isSingle === true ? service.contract.path : undefined;
  const key = item?.key ?? foreign ?? only;
  return key === undefined
    ? not('it takes an item of the run')
    : doneWith(provoking(service.call(move.operation, key, null)));
}

function readingOnly(
  { session: { service } }: Scenario,
  { operation }: ProvokeMove,
  item: OwnedItem | null,
  provoking: (call: Call) => Provoking,
): MoveResult<Provoked> {
  if (operation === 'list') return doneWith([provoking(service.call('list', null, null))]);
  if (operation !== 'read') return not('a write that succeeds would be a change');
  return item === null
    ? not('it takes an item of the run')
    : doneWith([provoking(service.call('read', item.key, null))]);
}

function onBody(
  attempt: Attempt,
  provoking: (body: Json) => readonly Provoking[],
): MoveResult<Provoked> {
  const { updateForms } = attempt.scenario.session.service.traits;
  if (attempt.move.operation === 'update' && updateForms.length === 0) return not(NO_FORM);
  return attempt.move.operation !== 'create' && attempt.item === null
    ? not('it takes an item of the run')
    : doneWith(provoking(bodyOf(attempt, attempt.move.values)));
}

/** The body of a valid write that sets some values. */
function bodyOf({ scenario, move, item }: Attempt, values: JsonObject): Json {
  const { service } = scenario.session;
  const { traits, contract } = service;
  if (move.operation === 'create') return pick(values, traits.createMembers);
  if (item === null) return values;
  const [form] = traits.updateForms;
  if (move.operation === 'update' && form !== undefined) {
    const sent = pick(values, traits.updateMembers);
    return patchBody(service, item, { sent, form, before: recordOf(item, contract.id) });
  }
  const whole = {
    ...item.sent,
    ...recordOf(item, contract.id),
    ...values,
    ...service.fixedOf(item),
  };
  const sent = service.withConditions('replace', whole, traits.replaceMembers);
  return traits.replaceId === 'sent' ? { [contract.id]: item.id, ...sent } : sent;
}

function writeCall({ scenario, move, item }: Attempt, text: string): Call {
  const { service } = scenario.session;
  if (move.operation === 'create') return service.call('create', null, text);
  const [form = 'json'] = service.traits.updateForms;
  const type = move.operation === 'update' ? MEDIA_TYPES[form] : undefined;
  return service.call(move.operation, item?.key ?? null, text, type);
}

/** Whether the service takes a member in the operation: else a flaw in it would not be sent. */
function carries({ scenario, move }: Attempt, member: string): boolean {
  const { traits } = scenario.session.service;
  switch (move.operation) {
    case 'create':
      return traits.createMembers.includes(member);
    case 'update':
      return traits.updateMembers.includes(member);
    default:
      return traits.replaceMembers.includes(member) && !traits.fixedMembers.includes(member);
  }
}

/** One body for each keyword of the schema that a value can violate, and one for each type. */
function sendInvalid(attempt: Attempt): MoveResult<Provoked> {
  const { contract, checker } = attempt.scenario.session.service;
  const { operation, flawed } = attempt.move;
  if (flawed.length === 0) return not('no value violates the schema of the body');
  const isMalformedShown = contract.operations[operation]?.outcomes.malformed !== undefined;
  const schema = contract.operations[operation]?.body ?? contract.item;
  return onBody(attempt, () =>
    flawed.flatMap(({ member, keyword, values }): readonly Provoking[] => {
      const [form] = attempt.scenario.session.service.traits.updateForms;
      if (keyword === 'minProperties' && member === '')
        return form === 'json-patch'
          ? []
          : [{ call: writeCall(attempt, '{}'), situations: ['invalid'], what: 'an empty object' }];
      if (!carries(attempt, member)) return [];
      const isLeftOut = keyword === 'required';
      const body = bodyOf(attempt, operation === 'update' ? pick(values, [member]) : values);
      const sent =
        isLeftOut && isObject(body)
          ? pick(
              body,
              Object.keys(body).filter((one) => one !== member),
            )
          : body;
      if (operation !== 'update' && checker.check(schema, sent).length === 0) return [];
      // Many services read types while they parse.
      const situations =
        keyword === 'type' && isMalformedShown
          ? (['invalid', 'malformed'] as const)
          : (['invalid'] as const);
      const what = isLeftOut
        ? `a body without "${member}"`
        : `a body whose "${member}" violates "${keyword}"`;
      return [{ call: writeCall(attempt, JSON.stringify(sent)), situations, what }];
    }),
  );
}

/** Sends a value that must be unique and that another item of the run has. */
function sendDuplicates(attempt: Attempt): MoveResult<Provoked> {
  const { scenario, move } = attempt;
  const { service } = scenario.session;
  const { contract, schemas } = service;
  const isMarked = (member: string): boolean =>
    member === contract.id || schemas.uniqueOf(contract.item).includes(member);
  const holder = scenario.alive[1] ?? null;
  const ofIds = move.operation === 'create' && refusesTakenIds(contract) ? [contract.id] : [];
  const unique = [...new Set([...ofIds, ...service.uniqueMembers])];
  if (unique.length === 0) return not('no member is marked x-unique');
  if (holder === null) return not('it takes two items of the run');
  const taken = { ...recordOf(holder, contract.id), [contract.id]: holder.id };
  const members = unique.filter(
    (member) => own(taken, member) !== undefined && carries(attempt, member),
  );
  if (members.length === 0)
    return not('no item shows the member that is marked x-unique, or it cannot be changed');
  return onBody(attempt, () =>
    members.map((member): Provoking => {
      const values = { ...move.values, [member]: own(taken, member) ?? null };
      const text = JSON.stringify(bodyOf(attempt, values));
      return {
        call: writeCall(attempt, text),
        situations: ['taken'],
        what: `the "${member}" of another item`,
        ...(isMarked(member) ? {} : { refusal: 'any' }),
      };
    }),
  );
}

/** Sends a creation with the idempotency key of another one. */
async function sendKeyAgain(attempt: Attempt): Promise<MoveResult<Provoked>> {
  const { scenario, move } = attempt;
  if (move.others === undefined) return not('it takes values of two items');
  const fields = scenario.session.service.keyFields(crypto.randomUUID());
  const first = { kind: 'create', item: 'keyed', values: move.others, manner: 'plain' } as const;
  const made = await trackPendingCreation(scenario, () => createItem(scenario, first, fields));
  if (made.kind !== 'done') return made;
  return onBody(attempt, (body) => {
    const call = writeCall(attempt, JSON.stringify(body));
    const headers = { ...call.headers, ...fields };
    const what = 'the idempotency key of another creation';
    return [{ call: { ...call, headers }, situations: ['reused'], what }];
  });
}

/** Reads an id that nothing has; writes to an id whose item the run removed. */
async function addressNothing(attempt: Attempt): Promise<MoveResult<Provoked>> {
  const { scenario, move } = attempt;
  const { service, sender } = scenario.session;
  const what = 'an id that no item has';
  if (service.contract.isSingle === true) return not('its path has no id');
  if (move.operation === 'read') {
    const unused = await unusedId(scenario);
    if (unused.kind !== 'done') return unused;
    if (unused.value === null) return not('no unused id is known');
    const call = service.call('read', unused.value, null);
    return doneWith([{ call, situations: ['missing'], what }]);
  }
  const removed = scenario.removed.at(-1);
  if (removed === undefined) return not('it takes an id that the run has removed');
  const look = await sender.sendUnlessStopped(service.call('read', removed.key, null));
  const isGone =
    look.kind === 'received' &&
    look.received.status >= 400 &&
    look.received.status < 500 &&
    ![401, 403, 429].includes(look.received.status);
  if (!isGone) return not('something is still at the id that the run has removed');
  const gone = { ...attempt, item: removed };
  const call = methods[move.operation].hasBody
    ? writeCall(gone, JSON.stringify(bodyOf(gone, move.values)))
    : service.call(move.operation, removed.key, null);
  const send = (one: Call): Promise<GuardedExchange> => sender.guard.sendToReleased(one);
  const ifAccepted = (): Promise<Provoking | null> => removeNothing(scenario, what);
  const isRemoval = move.operation === 'remove';
  return doneWith([
    { call, situations: ['missing'], what, send, ...(isRemoval ? { ifAccepted } : {}) },
  ]);
}

async function unusedId(scenario: Scenario): Promise<MoveResult<string | null>> {
  const list = await readList(scenario, () => false);
  if (list.kind !== 'done') return list;
  return doneWith(unusedIds(scenario, list.value.elements)[0] ?? null);
}

/**
 * A service may let an item be removed again, since DELETE is idempotent (RFC 9110 section 9.2.2): an
 * id that never was decides.
 */
async function removeNothing(scenario: Scenario, what: string): Promise<Provoking | null> {
  const { service, sender } = scenario.session;
  const unused = await unusedId(scenario);
  if (unused.kind !== 'done' || unused.value === null) return null;
  const send = (one: Call): Promise<GuardedExchange> => sender.guard.sendToUnused(one);
  return { call: service.call('remove', unused.value, null), situations: ['missing'], what, send };
}

/** Writes on the condition that an item has a version which it never had. */
async function sendStale(attempt: Attempt): Promise<MoveResult<Provoked>> {
  const { scenario, move, item } = attempt;
  const { service } = scenario.session;
  if (move.operation === 'list' || move.operation === 'read') return not('reads are not refused');
  if (item === null) return not('it takes an item of the run');
  const look = await scenario.receive('read', service.call('read', item.key, null));
  if (look.kind !== 'done') return look;
  if (header(look.value.headers, 'etag') === undefined) return not('reads show no ETag');
  const call = methods[move.operation].hasBody
    ? writeCall(attempt, JSON.stringify(bodyOf(attempt, move.values)))
    : service.call(move.operation, item.key, null);
  const headers = { ...call.headers, 'if-match': '"standin-stale"' };
  const what = 'an If-Match that no version has';
  return doneWith([{ call: { ...call, headers }, situations: ['stale'], what }]);
}
