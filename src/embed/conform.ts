// Checks a response against the contract and a value against a schema, for any test runner. Uses
// the oracle of `verify`; knows no runner.

import { StandinError } from '../base/errors.ts';
import type { Json } from '../base/json.ts';
import type { Pointer } from '../base/pointer.ts';
import { suggest } from '../base/suggest.ts';
import type { Action, Contract } from '../contract/contract.ts';
import { type Kind, kinds } from '../contract/operation-kinds.ts';
import { createRouter } from '../contract/route.ts';
import { type Refusal, refusals } from '../contract/situations.ts';
import { utf8Of } from '../http/fetch/from-request.ts';
import type { MockRules } from '../mock/mock.ts';
import { bareReply } from '../model/message/bare-body.ts';
import { readBody } from '../model/message/call.ts';
import type { Received } from '../model/message/received.ts';
import type { Ruling } from '../model/ruling/ruling.ts';
import { aboutAction, answerFindings } from '../oracle/action.ts';
import type { Finding } from '../oracle/finding.ts';
import { judge } from '../oracle/judge.ts';
import { failure } from '../oracle/reply-findings.ts';
import { shownFindingsOfAny } from '../oracle/shown-outcome.ts';
import { nullMemberAt } from '../oracle/unset-members.ts';
import { exchangeOf, type MockExchange } from './embedded-mock.ts';

/** The result of a check. If it `passes`, the message is for a negated expectation. */
export interface ConformResult {
  readonly passes: boolean;
  readonly message: string;
}

/**
 * Checks a response without consuming it. A response of a mock is known; for others `operation`
 * names what it answers: `users.list`, or `list` with a single contract. Rejects with a
 * StandinError if it cannot be checked.
 */
export async function judgeResponse(
  response: unknown,
  operation: string | undefined,
  rules: readonly MockRules[],
): Promise<ConformResult> {
  if (!isResponse(response))
    throw misuse(
      `expected a Response, received ${describeValue(response)}`,
      'Pass the Response itself.',
    );
  if (response.bodyUsed)
    throw misuse(
      'the body of the response was already read',
      'Check the response before you read it, or check a clone.',
    );
  const exchange = exchangeOf(response);
  const about =
    operation === undefined ? exchange && ofExchange(exchange) : findOperation(operation, rules);
  if (about === undefined)
    throw misuse(
      'this Response did not come from a mock',
      'Name the operation: toConform("users.list").',
    );
  if ('action' in about) return judgedAction(about, await receivedOf(response));
  const { contract, rules: by, kind } = about;
  const received = bareReply(contract.operations[kind], await receivedOf(response));
  const isUnset = (at: Pointer): boolean =>
    received.body.kind === 'json' &&
    nullMemberAt({ contract, schemas: by.schemas }, kind, received.body.value, at) !== null;
  const reply = { contract, checker: by.checker, kind, received, isUnset };
  const isPlainRefusal = exchange === undefined && received.status >= 400 && received.status < 500;
  // Whatever was asked: that a service fails is shown by no contract, be it on demand.
  const isFailure = received.status >= 500;
  const rulings = [{ ruling: isFailure ? GRANTED : (exchange?.ruling ?? GRANTED), assumed: {} }];
  const findings = isPlainRefusal
    ? shownFindingsOfAny(reply, situationsWith(contract, kind, received.status), by.checker)
    : judge({ ...reply, rulings, values: 'plain' }).findings;
  return resultOf(`${contract.resource}.${kind}`, findings);
}

/** Judges the answer to an operation without rows, as its specification declares it. */
function judgedAction(
  { rules, contract, action }: JudgedAction,
  received: Received,
): ConformResult {
  const answer = { contract, action, received, checker: rules.checker, isUnset: () => false };
  const found =
    answerFindings(answer) ??
    (received.status >= 500 ? [failure({ contract, kind: 'read', received })] : []);
  const findings = found.map((one) => aboutAction(one, action));
  return resultOf(`${action.method} ${action.path}`, findings);
}

function resultOf(subject: string, findings: readonly Finding[]): ConformResult {
  if (findings.length === 0)
    return {
      passes: true,
      message: `${subject} conforms to the contract, but the test expected otherwise`,
    };
  const count = findings.length === 1 ? 'one finding' : `${findings.length} findings`;
  return failed(
    `${subject} does not conform to the contract: ${count}\n\n${findings.map(describeFinding).join('\n\n')}`,
  );
}

/** Checks a value, or the JSON body of a response, against a schema. */
export async function judgeValue(
  value: unknown,
  name: string,
  rules: readonly MockRules[],
): Promise<ConformResult> {
  const by = rules.find(({ schemas }) => schemas.get(name) !== undefined);
  if (by === undefined) {
    const names = rules.flatMap(({ schemas }) => schemas.names());
    const near = suggest(name, names);
    throw misuse(
      `there is no schema "${name}"`,
      near === null ? `Available: ${names.join(', ')}.` : `Did you mean "${near}"?`,
    );
  }
  const json = isResponse(value) ? await jsonOf(value) : (value as Json);
  if (json === undefined) return failed('the body of the response is not JSON or was already read');
  const flaws = by.checker.check(name, json);
  if (flaws.length === 0)
    return {
      passes: true,
      message: `the value fits ${name}.json, but the test expected otherwise`,
    };
  const lines = flaws.map(({ at, message }) => `  ${at === '' ? 'the value' : at} ${message}`);
  return failed(`the value does not fit ${name}.json:\n\n${lines.join('\n')}`);
}

function failed(message: string): ConformResult {
  return { passes: false, message };
}

/** Thrown for a wrong test, so that it fails also if it expects a failure to conform. */
function misuse(message: string, remedy: string): StandinError {
  return new StandinError('option-invalid', `${message}. ${remedy}`, remedy);
}

function describeValue(value: unknown): string {
  return value === null ? 'null' : `a value of type ${typeof value}`;
}

function isResponse(value: unknown): value is Response {
  return (
    typeof value === 'object' &&
    value !== null &&
    'status' in value &&
    'headers' in value &&
    'clone' in value
  );
}

interface JudgedOperation {
  readonly rules: MockRules;
  readonly contract: Contract;
  readonly kind: Kind;
}

interface JudgedAction {
  readonly rules: MockRules;
  readonly contract: Contract;
  readonly action: Action;
}

function ofExchange(exchange: MockExchange): JudgedOperation | JudgedAction {
  const { rules, ruling, call } = exchange;
  const contract = rules.contracts.find(({ resource }) => resource === ruling.resource);
  const { operation } = ruling;
  const action = operation === null ? actionOf(exchange) : null;
  if (action !== null) return action;
  if (contract === undefined || operation === null)
    throw misuse(
      `${call.method} ${call.path} is not an operation of a contract`,
      'Only responses to operations can be checked.',
    );
  return { rules, contract, kind: operation };
}

/** The operation without rows that a call is for; `null` if it is for none. */
function actionOf({ rules, call: { method, path } }: MockExchange): JudgedAction | null {
  const router = createRouter(rules.contracts, '');
  // The mock may be below a path.
  const steps = path.split('/');
  for (let from = 1; from < steps.length; from++) {
    const found = router.findAction?.(method, ['', ...steps.slice(from)].join('/')) ?? null;
    if (found?.kind === 'action')
      return { rules, contract: found.contract, action: found.operation };
  }
  return null;
}

/** Finds `users.list` or `list`, or `GET /status`. */
function findOperation(
  operation: string,
  rules: readonly MockRules[],
): JudgedOperation | JudgedAction {
  for (const one of rules) {
    for (const contract of one.contracts) {
      const found = contract.actions?.find(({ method, path }) => `${method} ${path}` === operation);
      if (found !== undefined) return { rules: one, contract, action: found };
    }
  }
  const all = rules.flatMap((one) =>
    one.contracts.flatMap((contract) =>
      kinds
        .filter((kind) => contract.operations[kind] !== undefined)
        .map((kind) => ({ rules: one, contract, kind })),
    ),
  );
  const nameOf = ({ contract, kind }: JudgedOperation): string => `${contract.resource}.${kind}`;
  const found = all.filter((one) => nameOf(one) === operation || one.kind === operation);
  const [first] = found;
  const names = [...new Set(all.map(nameOf))];
  if (first === undefined) {
    const near = suggest(operation, names);
    throw misuse(
      `there is no operation "${operation}"`,
      near === null ? `Available: ${names.join(', ')}.` : `Did you mean "${near}"?`,
    );
  }
  const several = new Set(found.map(nameOf));
  if (several.size > 1)
    throw misuse(
      `several contracts have the operation "${operation}"`,
      `Name one: ${[...several].join(', ')}.`,
    );
  return first;
}

/** The ruling on an unknown call that was valid. */
const GRANTED: Ruling = {
  resource: null,
  operation: null,
  situation: { value: 'ok', by: 'contract' },
  status: { value: 200, by: 'http' },
  headers: [],
  content: { value: { kind: 'none' }, by: 'http' },
  effect: { kind: 'none' },
  detail: null,
};

async function receivedOf(response: Response): Promise<Received> {
  const bytes = new Uint8Array(await response.clone().arrayBuffer());
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: readBody(utf8Of(bytes) ?? bytes),
  };
}

async function jsonOf(response: Response): Promise<Json | undefined> {
  if (response.bodyUsed) return undefined;
  const body = readBody(await response.clone().text());
  return body.kind === 'json' ? body.value : undefined;
}

/** The refusals that the contract answers with a status; what was asked for is not known here. */
function situationsWith(contract: Contract, kind: Kind, status: number): readonly Refusal[] {
  const outcomes = contract.operations[kind]?.outcomes;
  return refusals.filter((refusal) => outcomes?.[refusal]?.status === status);
}

function describeFinding({ message, clause, at, expected, actual, remedy }: Finding): string {
  const facts = {
    clause,
    ...(at === null ? {} : { at: at === '' ? 'the whole body' : at }),
    expected,
    actual,
    remedy,
  };
  return [
    message,
    ...Object.entries(facts).map(([name, fact]) => `  ${name.padEnd(9)} ${fact}`),
  ].join('\n');
}
