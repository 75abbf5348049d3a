// One call as the rules see it, and the two sources of every decision: the contract, or a choice.

import { type JsonObject, own } from '../../base/json.ts';
import { type Pointer, parsePointer, toPointer } from '../../base/pointer.ts';
import { remember } from '../../base/remember.ts';
import type { ChoiceKey, Profile, StatusChoice } from '../../contract/choices.ts';
import type { Contract, Envelope, Operation, Outcome } from '../../contract/contract.ts';
import { answerWith } from '../../contract/declared.ts';
import { placeOnWire } from '../../contract/envelopes/item-form.ts';
import { namedRefusal, specifiedStatus } from '../../contract/is-specified.ts';
import { itemMembers, unlikeInList } from '../../contract/item-members.ts';
import type { Ways } from '../../contract/operation-at.ts';
import { isSafeMethod, type Kind, methods } from '../../contract/operation-kinds.ts';
import { idParameterOf } from '../../contract/operation-way.ts';
import type { Router } from '../../contract/route.ts';
import { rowsKey, templateOf } from '../../contract/rows.ts';
import type { Refusal } from '../../contract/situations.ts';
import type { Checker } from '../../schema/check.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import { isTied } from '../../schema/walk/tied-members.ts';
import { accountsOf } from '../accounts/accounts.ts';
import { tokenPlaces, withTokens } from '../accounts/log-in.ts';
import { tokenOf } from '../accounts/token.ts';
import { answeredStatus } from '../answers/answered-status.ts';
import { contentOfExample } from '../answers/declared-content.ts';
import {
  bodyAnswered,
  FOREIGN_PAGE,
  inDeclaredForm,
  isEmptyStatus,
} from '../answers/declared-form.ts';
import { refusalInText } from '../answers/refusal-in-text.ts';
import { sharedShape } from '../answers/shared-shape.ts';
import { itemViewMembers, viewMembers } from '../answers/view-members.ts';
import { hasShape, tellsReason, withReasons } from '../answers/with-reasons.ts';
import { fileSent } from '../ids/file-facts.ts';
import type { Draw } from '../ids/ids.ts';
import { asListed } from '../ids/shown-values.ts';
import { type Call, header } from '../message/call.ts';
import { type ChosenBody, isJsonType } from '../message/choose-body.ts';
import type { ParameterError } from '../parameters/unfit-parameters.ts';
import { prismHeaders } from '../problems/prism-problem.ts';
import { problemContent, wordsOf } from '../problems/problem.ts';
import {
  INVALID_BODY,
  invalidDetail,
  type ProblemError,
  type ProblemFacts,
} from '../problems/problem-facts.ts';
import { asShownAfter } from '../relations/rows-inside.ts';
import type { Decide, Decisions } from '../ruling/decisions.ts';
import { type Frame, frameOf, type Shown } from '../ruling/frame.ts';
import type {
  By,
  Content,
  Effect,
  ListContent,
  Ruled,
  RuledHeader,
  Ruling,
} from '../ruling/ruling.ts';
import { hiddenIn, type ShownAs, type ShownForm, shownRecord } from '../ruling/shown-record.ts';
import { type SchemaRules, specifiedContent, storedContent } from '../ruling/specified-body.ts';
import { specifiedFields } from '../ruling/specified-fields.ts';
import { type State, StoredRecord } from '../state/state.ts';

/** Everything that the rule book needs. It reads the state and never changes it. */
export interface Book {
  readonly router: Router;
  readonly schemas: Schemas;
  readonly checker: Checker;
  readonly state: State;
  /** The rows as they are kept, if `state` has them as answers show them. */
  readonly kept?: State;
  readonly decide: Decide;
  readonly draw: Draw;
  /** `bare`: calls come without the envelopes of the contract, as a judge has them. */
  readonly bodies?: 'bare';
  /** `foreign`: cursors are those of a service, and only it knows where they lead. */
  readonly cursors?: 'foreign';
  /** `added`: calls have the parameters that the contract requires where they are sent. */
  readonly parameters?: 'added';
  /** `assumed`: the items above nested ones are taken to be there. */
  readonly parents?: 'assumed';
  /** The key of the account that calls: the state has what this account may see. `null` without one. */
  readonly caller?: string | null;
  /** The accepted credentials: tokens, `user:password`, or keys; absent if any are accepted. */
  readonly credentials?: readonly string[];
}

/** Calls of which the bodies are bare are in the usual form. */
export function waysOf({ bodies }: Pick<Book, 'bodies'>): Ways {
  return bodies === 'bare' ? 'usual' : 'wire';
}

export interface Scene {
  readonly book: Book;
  /** Without a key in the query. */
  readonly call: Call;
  /** The query with it; absent if it is that of `call`. */
  readonly sentQuery?: string;
  /** `null` if the path names no resource. */
  readonly contract: Contract | null;
  /** `null` if the method is no operation of it. */
  readonly kind: Kind | null;
  /** What the call is, of the operations of the contract; `undefined` if it is none of them. */
  readonly operation?: Operation | undefined;
  readonly decisions: Decisions;
  /** What an answer may repeat; absent if it is the record that the call is about. */
  readonly told?: JsonObject;
  /** The key of the account that logs in; absent if none does. */
  readonly account?: string;
  /** The place of the item in a body that has several. */
  readonly within?: Pointer;
}

/** Why a call is refused, and who decided it. */
export interface Refused {
  readonly situation: Refusal;
  readonly by: By;
  /** Replaces the title of the situation. */
  readonly title?: string;
  readonly detail: string;
  readonly remedy?: string;
  readonly errors?: readonly ProblemError[];
  /** A few words for shapes of refusals without room for more. */
  readonly brief?: string;
  readonly headers?: readonly RuledHeader[];
  /** If the id in the path is invalid: its name, and the type that it should have. */
  readonly malformedId?: { readonly name: string; readonly type: string };
  readonly parameters?: readonly ParameterError[];
  /** The choice of the status, if it is not that of the situation. */
  readonly status?: StatusChoice;
  /** The status by which specifications mean this alone, if the operation declares it. */
  readonly declared?: number;
}

/** Returns the decision about a choice. `scene.decisions` is faster if the key is fixed. */
export function decide<K extends ChoiceKey>(scene: Scene, key: K): Ruled<Profile[K]> {
  return scene.decisions[key];
}

/** The status of a reply: that of the contract, or else of the choice. */
function statusRuled(
  scene: Scene,
  outcome: Outcome | undefined,
  key: StatusChoice | `${Refusal}.status`,
): Ruled<number> {
  const chosen: Ruled<number> = decide(scene, key);
  const value = specifiedStatus(outcome, chosen.value);
  return value === undefined ? chosen : { value, by: 'contract' };
}

/** Rules that a call succeeds. */
export function grant(
  scene: Scene,
  status: StatusChoice,
  content: Ruled<Content>,
  headers: readonly RuledHeader[],
  effect: Effect,
): Ruling {
  const outcome = outcomeOf(scene, 'ok');
  const code = grantedStatus(scene, status);
  const isEmpty = isEmptyStatus(code.value) || outcome?.body === null;
  const file = answeredFile(scene, content.value);
  const told = withDeclaredBody(scene, outcome, code.value);
  const after = effectShown(scene, effect);
  const seen = { ...content, value: contentShown(content.value, effect, after) };
  const shown = file?.content ?? asShown(scene, grantedContent(scene, told, seen, after));
  const frame = isEmpty ? null : frameAround(scene, shown.value, effect);
  return asDeclared(scene, {
    resource: scene.contract?.resource ?? null,
    operation: scene.kind,
    situation: CONTRACT_OK,
    status: code,
    headers: withShown(
      () => schemaRules(scene),
      outcome,
      file === null ? headers : file.headers(headers),
    ),
    content: isEmpty
      ? { value: NO_CONTENT, by: outcome?.body === null ? 'contract' : code.by }
      : shown,
    ...(frame === null ? {} : { frame }),
    effect,
    detail: null,
  });
}

/** A change with its records as answers show them when it is done. */
export function effectShown({ book }: Scene, effect: Effect): Effect {
  const { kept, state, schemas, router } = book;
  if (kept === undefined) return effect;
  return asShownAfter({ kept, state, schemas, contracts: router.contracts }, effect);
}

function contentShown(content: Content, effect: Effect, after: Effect): Content {
  if (content.kind !== 'record' || effect.kind !== 'put' || after.kind !== 'put') return content;
  const at = [effect, ...(effect.also ?? [])].findIndex(({ record }) => record === content.record);
  const found = [after, ...(after.also ?? [])][at];
  return found === undefined ? content : { ...content, record: found.record };
}

/** The status of a call that is granted: a declared one, if the specification says which there are. */
export function grantedStatus(scene: Scene, status: StatusChoice): Ruled<number> {
  const { book, operation } = scene;
  const code = statusRuled(scene, outcomeOf(scene, 'ok'), status);
  if (operation?.answers === undefined || book.bodies === 'bare') return code;
  const value = answeredStatus(operation, code.value);
  // What changes rows succeeds, though a document may name its refusals alone.
  const isContrary =
    value >= 400 && scene.kind !== null && !isSafeMethod(methods[scene.kind].method);
  return value === code.value || isContrary ? code : { value, by: 'contract' };
}

/** Returns a ruling with its answer in the form that the specification declares for its status. */
export function asDeclared(
  { book, call, operation }: Scene,
  ruling: Ruling,
  chosen?: ChosenBody,
): Ruling {
  if (operation?.answers === undefined || book.bodies === 'bare') return ruling;
  return inDeclaredForm(operation, ruling, {
    schemas: book.schemas,
    accept: header(call.headers, 'accept'),
    home: `${book.router.basePath}/`,
    ...(chosen === undefined ? {} : { chosen }),
  });
}

/**
 * What an answer about a file has as its body: the file itself if it is read, else nothing that the
 * contract does not show. `null` if it is as usual.
 */
function answeredFile(
  { book, operation, kind }: Scene,
  content: Content,
): {
  readonly content: Ruled<Content>;
  readonly headers: (usual: readonly RuledHeader[]) => readonly RuledHeader[];
} | null {
  const file = operation?.file;
  if (file === undefined && !mayBeFile(operation, kind)) return null;
  if (file !== undefined && file.in !== 'answer')
    return operation?.outcomes.ok?.body === undefined
      ? { content: { value: NO_CONTENT, by: 'contract' }, headers: (usual) => usual }
      : null;
  const found = content.kind === 'record' ? fileSent(content.record.value) : null;
  if (found === null || book.bodies === 'bare') return null;
  return {
    content: {
      value: { kind: 'bytes', bytes: found.bytes, type: found.mediaType },
      by: 'contract',
    },
    headers: (usual) => [
      ...usual,
      { name: 'content-type', value: found.mediaType, by: 'contract' },
      ...FOREIGN_PAGE,
    ],
  };
}

/** Whether the items that a read answers may be the files that were sent: nothing says what they are. */
function mayBeFile(operation: Operation | undefined, kind: Scene['kind']): boolean {
  if (kind !== 'read' || operation?.outcomes.ok?.body !== undefined) return false;
  const { bodies = [] } = answerWith(operation ?? {}, 200)?.answer ?? {};
  return bodies.every(({ type }) => !isJsonType(type));
}

/** The envelope of the contract around a content; `null` if it has none. */
function frameAround(scene: Scene, content: Content, effect: Effect): Frame | null {
  const { book, operation } = scene;
  const envelope = operation?.envelope;
  if (envelope === undefined || content.kind === 'none') return null;
  const account = accountMade(scene, effect) ?? accountIn(scene);
  const part = content.kind === 'list' ? partShown(content.list, operation?.paging) : null;
  const tokens = account === null ? [] : tokenPlaces(book.schemas, envelope);
  const told = tokens.map((at) => ({ at, value: tokenOf(account ?? '') }));
  return frameOf(book.schemas, envelope, part, told);
}

/** The key of an account that is made; `null` if none is. */
function accountMade({ book, contract, kind }: Scene, effect: Effect): string | null {
  if (kind !== 'create' || effect.kind !== 'put' || contract === null) return null;
  const accounts = accountsOf(book.router.contracts, book.schemas);
  const isAccount = accounts !== null && rowsKey(contract) === rowsKey(accounts.contract);
  return isAccount && book.bodies !== 'bare' ? effect.record.key : null;
}

/** The key of the account that logs in, for an answer in an envelope; else `null`. A judge makes no tokens. */
function accountIn({ book, account }: Scene): string | null {
  return book.bodies === 'bare' ? null : (account ?? null);
}

/** Pages count in the answer from where the request counts. */
function partShown({ collection, selection }: ListContent, paging: Operation['paging']): Shown {
  const count = selection?.records.length ?? collection.size;
  const total = selection?.total ?? count;
  const { offset = 0, size = Math.max(1, total) } = selection ?? {};
  return {
    total,
    count,
    offset,
    size,
    page: Math.floor(offset / size) + (paging?.by === 'page' ? paging.first : 1),
    pages: Math.max(1, Math.ceil(total / size)),
    more: selection?.more ?? offset + count < total,
    before: offset > 0,
    isFirst: offset === 0,
    isLast: offset + count >= total,
    isEmpty: count === 0,
    told: selection?.told ?? [],
  };
}

/** Where the contract says of no success what its body is, the answer that is declared for the status does. */
function withDeclaredBody(
  { book, kind, operation }: Scene,
  outcome: Outcome | undefined,
  status: number,
): Outcome | undefined {
  if (kind === null || operation?.answers === undefined || book.bodies === 'bare') return outcome;
  if (outcome?.body !== undefined) return outcome;
  const { bodies = [] } = answerWith(operation, status)?.answer ?? {};
  const body = bodies.find(({ type }) => isJsonType(type) || type.includes('*'))?.schema ?? null;
  return body === null ? outcome : { source: '', ...outcome, body };
}

function grantedContent(
  scene: Scene,
  outcome: Outcome | undefined,
  content: Ruled<Content>,
  effect: Effect,
): Ruled<Content> {
  if (outcome?.body === undefined || isAnswered(scene)) return content;
  const rules = schemaRules(scene);
  const name = idNameIn(scene, outcome);
  const named = (record: JsonObject): JsonObject =>
    name === null ? record : withIdNamed(scene, name, record);
  const value =
    storedContent(rules, outcome, effect) ??
    specifiedContent(rules, outcome, content.value, () =>
      named(scene.told ?? recordOf(scene, content.value, effect)),
    );
  const account = value.kind === 'json' ? (accountMade(scene, effect) ?? accountIn(scene)) : null;
  if (value.kind === 'json' && account !== null && typeof outcome.body === 'string') {
    const about = { schemas: scene.book.schemas, schema: outcome.body };
    return {
      value: { kind: 'json', value: withTokens(value.value, about, account) },
      by: 'contract',
    };
  }
  if (value.kind !== 'record' || name === null)
    return value === content.value ? content : { value, by: 'contract' };
  const { key, value: record } = value.record;
  const shown = named(record);
  if (shown === record && value === content.value) return content;
  return {
    value: shown === record ? value : { ...value, record: new StoredRecord(key, shown) },
    by: 'contract',
  };
}

/** The name under which an answer has the id of its item, as the path has it; `null` if it is the usual one. */
function idNameIn({ book, contract, operation }: Scene, { body }: Outcome): string | null {
  if (contract === null || body === contract.item || typeof body !== 'string') return null;
  const { form, sole }: Partial<Envelope> = operation?.envelope ?? {};
  if (form !== undefined || sole !== undefined || book.bodies === 'bare') return null;
  return idNames(book.schemas)(contract.template ?? contract)(body);
}

/** Tells the id under another name, too. */
function withIdNamed({ contract }: Scene, name: string, record: JsonObject): JsonObject {
  const id = contract === null ? undefined : own(record, contract.id);
  return id === undefined || Object.hasOwn(record, name) ? record : { ...record, [name]: id };
}

/** The member of an answer that has the id of its item, if items have it under another name. */
const idNames = remember(
  (schemas: Schemas) =>
    remember((contract: Contract) => {
      const known = schemas.membersOf(contract.item);
      const paths = Object.values(contract.operations).map(({ path }) => path ?? '');
      const names = [...paths.map(idParameterOf), `${contract.resource.replace(/s$/, '')}Id`];
      const letters = names.map((name) => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase());
      const isName = (name: string): boolean =>
        !known.has(name) && letters.includes(name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase());
      return remember(
        (body: SchemaName) => [...schemas.membersOf(body).keys()].find(isName) ?? null,
      );
    }, new WeakMap()),
  new WeakMap(),
);

/** Whether the content is what the specification declares of an operation without rows. */
function isAnswered({ book, kind, operation }: Scene): boolean {
  return (
    kind === null &&
    operation?.answers !== undefined &&
    operation.envelope === undefined &&
    book.bodies !== 'bare'
  );
}

export function schemaRules({ book, contract, decisions }: Scene): SchemaRules {
  const { item = null, hidden = NOTHING, hiddenBelow = NOTHING, asserts } = contract ?? {};
  const { schemas, checker } = book;
  if (asserts === undefined) return { schemas, checker, item, hidden, hiddenBelow };
  const kept = asserts.filter((facet) => decisions[`fields.${facet}`].value === 'refuse');
  return { schemas, checker, item, hidden, hiddenBelow, asserts: kept };
}

/** The record that a call shows, stores or removes. */
function recordOf(scene: Scene, content: Content, effect: Effect): JsonObject {
  const record = content.kind === 'record' ? content.record : recordChanged(scene, effect);
  return shownRecord(record?.value ?? {}, hiddenIn(scene.contract ?? {}));
}

function recordChanged({ book }: Scene, effect: Effect): StoredRecord | undefined {
  switch (effect.kind) {
    case 'none':
      return undefined;
    case 'put':
      return effect.record;
    case 'remove':
      return book.state.collection(effect.resource).find(effect.key);
  }
}

/** Shows null for the members that were never set, if chosen, and no hidden ones. */
function asShown(scene: Scene, content: Ruled<Content>): Ruled<Content> {
  const { value, by } = content;
  const as = shownAs(scene);
  if (as === null) return content;
  if (value.kind === 'record') return { value: { ...value, ...as }, by };
  return value.kind === 'list'
    ? { value: { ...value, list: { ...value.list, ...as } }, by }
    : content;
}

/** Returns what answers add to records and leave out of them; `null` if nothing. */
export function shownAs(scene: Scene): ShownAs | null {
  const unset = unsetMembers(scene);
  const { hidden, hiddenBelow } = scene.contract ?? {};
  const form = shownForm(scene);
  const inList = shownInList(scene);
  const { names: sole, keyed }: Partial<Envelope> =
    scene.book.bodies === 'bare' ? {} : (scene.operation?.envelope ?? {});
  const isWhole = hidden === undefined && hiddenBelow === undefined && inList === null;
  const isPlain = sole === undefined && keyed === undefined;
  if (unset === null && isWhole && form === null && isPlain) return null;
  return {
    ...(unset === null ? {} : { unset }),
    ...inList,
    ...(hidden === undefined ? {} : { hidden }),
    ...(hiddenBelow === undefined ? {} : { hiddenBelow }),
    ...(form === null ? {} : { form }),
    ...(sole === undefined ? {} : { sole }),
    ...(keyed === undefined ? {} : { keyed }),
  };
}

type ShownInList = Pick<ShownAs, 'added' | 'listed'>;

function shownInList({ book, contract, kind }: Scene): ShownInList | null {
  if (contract === null || kind === null) return null;
  if (kind === 'list') return listForms(book.schemas)(templateOf(contract));
  if (contract.rows === undefined || kind === 'create') return null;
  const owner = book.router.contracts.find(({ resource }) => resource === contract.rows);
  const added = owner?.item === contract.item ? null : itemViewMembers(book.schemas, contract);
  return added === null ? null : { added };
}

/**
 * What a list adds to items, and how it shows members that it has in another type; `null` if its
 * elements are like items.
 */
const listForms = remember(
  (schemas: Schemas) =>
    remember((contract: Contract): ShownInList | null => {
      const added = viewMembers(schemas, contract);
      const show = (item: JsonObject): JsonObject => asListed(schemas, contract, item);
      const isUnlike = unlikeInList(contract, schemas).size > 0;
      if (added === null && !isUnlike) return null;
      return {
        ...(added === null ? {} : { added }),
        ...(isUnlike ? { listed: { name: contract.list, show } } : {}),
      };
    }, new WeakMap()),
  new WeakMap(),
);

/** The form of records on the wire, if the contract has one; a judge has them bare. */
function shownForm({ book, call, contract, operation }: Scene): ShownForm | null {
  const form = operation?.envelope?.form;
  if (form === undefined || contract === null || book.bodies === 'bare') return null;
  const origin = `${call.scheme ?? 'http'}://${header(call.headers, 'host') ?? 'localhost'}`;
  const id = contract.isSingle === true ? null : contract.id;
  return { form, id, address: `${origin}${book.router.basePath}${contract.path}` };
}

/**
 * Returns the members that are shown as null if a record lacks them; `null` if none are. An action
 * answers what its own schema says.
 */
function unsetMembers(scene: Scene): readonly string[] | null {
  const { contract, kind, operation, decisions, book } = scene;
  if (contract === null || decisions['fields.unset'].value === 'absent') return null;
  return kind === null || operation !== contract.operations[kind]
    ? null
    : itemMembers(contract, book.schemas).filter(
        (member) => !isTied(book.schemas, contract.item, member),
      );
}

function declaredOutcome({ operation }: Scene, { declared }: Refused): Outcome | undefined {
  return declared === undefined ? undefined : operation?.refusals?.[declared];
}

/** Rules that a call is refused. A refusal has no effect. */
export function refuse(scene: Scene, refused: Refused): Ruling {
  const { situation, remedy = null, brief, malformedId, parameters } = refused;
  const errors = onTheWire(scene, refused.errors ?? []);
  const detail = refused.detail === INVALID_BODY ? invalidDetail(errors) : refused.detail;
  const key = refused.status ?? (`${situation}.status` as const);
  const outcome =
    declaredOutcome(scene, refused) ??
    outcomeOf(scene, situation) ??
    namedRefusal(scene.operation, situation, decide(scene, key).value);
  const status = statusRuled(scene, outcome, key);
  const shape = scene.decisions['error.shape'];
  const given = refused.headers ?? NO_HEADERS;
  const headers = shape.value === 'prism' ? prismHeaders(given) : given;
  const facts = {
    situation,
    ...titleOf(refused),
    status: status.value,
    detail,
    remedy,
    errors,
    brief,
    call: scene.call,
    headers: given,
    malformedId,
    parameters,
  };
  return asDeclared(scene, {
    resource: scene.contract?.resource ?? null,
    operation: scene.kind,
    situation: { value: situation, by: refused.by },
    status,
    headers: withShown(() => schemaRules(scene), outcome, headers),
    content: refusedContent(scene, outcome, facts),
    effect: NO_EFFECT,
    detail,
  });
}

/** The body of a refusal: as the contract specifies it, with its reasons wherever a text can be. */
export function refusedContent(
  scene: Scene,
  outcome: Outcome | undefined,
  facts: ProblemFacts,
): Ruled<Content> {
  if (outcome?.body === null) return { value: NO_CONTENT, by: 'contract' };
  const { 'error.shape': shape, 'error.code': code } = scene.decisions;
  const usual = problemContent(facts, shape.value, code.value);
  const value =
    shownRefusal(scene, outcome, usual, facts) ??
    (shape.value === 'problem' ? sharedRefusal(scene, facts) : null) ??
    usual;
  return { value, by: value === usual ? shape.by : 'contract' };
}

/** A refusal as it is specified; `null` if nothing is said of its body. */
function shownRefusal(
  scene: Scene,
  { body: schema, examples = {} }: Partial<Outcome> = {},
  usual: Content,
  facts: ProblemFacts,
): Content | null {
  const { book, operation, call } = scene;
  const rules = { ...schemaRules(scene), answers: 'refusal' } as const;
  const isBare = book.bodies === 'bare';
  const chosen =
    operation?.answers === undefined || isBare || schema !== undefined
      ? null
      : bodyAnswered(operation, facts.status, header(call.headers, 'accept'));
  const [example] = Object.values(chosen?.body.examples ?? {});
  const shown =
    chosen === null || example === undefined
      ? null
      : contentOfExample(book.schemas, chosen, example);
  if (shown?.kind === 'json' && chosen !== null)
    return { kind: 'json', value: withReasons(rules, chosen.body.schema, shown.value, facts) };
  if (shown !== null) return shown;
  if (chosen !== null && !isJsonType(chosen.type))
    return refusalInText(rules, chosen, usual, facts);
  if (typeof schema !== 'string') return null;
  const isOwn = isBare || hasShape(book.schemas, schema, usual);
  const outcome = { body: schema, examples, source: '' };
  const content = specifiedContent(rules, outcome, isOwn ? usual : NO_CONTENT, () =>
    wordsOf(facts),
  );
  if (content === NO_CONTENT) return usual;
  const isMade = content !== usual && content.kind === 'json';
  return !isMade || isBare
    ? content
    : { kind: 'json', value: withReasons(rules, schema, content.value, facts) };
}

/** A refusal of which nothing is said, in the shape that the document has for others; else `null`. */
function sharedRefusal(scene: Scene, facts: ProblemFacts): Content | null {
  const { book } = scene;
  const schema = book.bodies === 'bare' ? null : sharedShape(book.router.contracts, book.schemas);
  if (schema === null) return null;
  const made = shownRefusal(scene, { body: schema }, NO_CONTENT, facts);
  return made?.kind === 'json' && tellsReason(made.value, facts) ? made : null;
}

/** Errors point into the body as it was sent, with its envelope. */
function onTheWire(
  { operation, within = '' }: Scene,
  errors: readonly ProblemError[],
): readonly ProblemError[] {
  const envelope = operation?.bodyEnvelope;
  if (envelope === undefined)
    return within === ''
      ? errors
      : errors.map((error) => ({ ...error, pointer: within + error.pointer }));
  const { form, sole } = envelope;
  if (sole !== undefined)
    return errors.map((error) => ({
      ...error,
      pointer: toPointer((parsePointer(error.pointer) ?? []).slice(1)),
    }));
  const at = toPointer(envelope.at);
  const inside = (pointer: string): string =>
    form === undefined ? pointer : toPointer(placeOnWire(form, parsePointer(pointer) ?? []));
  return errors.map((error) => ({ ...error, pointer: at + inside(error.pointer) }));
}

function titleOf({ title }: Refused): { readonly title?: string } {
  return title === undefined ? {} : { title };
}

export const NO_EFFECT: Effect = { kind: 'none' };
export const NO_CONTENT: Content = { kind: 'none' };
export const NO_HEADERS: readonly RuledHeader[] = [];
const NOTHING: readonly never[] = [];
const CONTRACT_OK = { value: 'ok', by: 'contract' } as const;

function outcomeOf({ operation }: Scene, situation: 'ok' | Refusal): Outcome | undefined {
  return operation?.outcomes[situation];
}

/** Replaces header fields of the choices by those that the contract specifies for a situation. */
export function withShownHeaders(
  scene: Scene,
  situation: 'ok' | Refusal,
  headers: readonly RuledHeader[],
): readonly RuledHeader[] {
  return withShown(() => schemaRules(scene), outcomeOf(scene, situation), headers);
}

function withShown(
  rules: () => SchemaRules,
  outcome: Outcome | undefined,
  headers: readonly RuledHeader[],
): readonly RuledHeader[] {
  if (outcome?.headers === undefined && outcome?.headerSchemas === undefined) return headers;
  const shown = specifiedFields(rules(), outcome, headers);
  return shown.length === 0
    ? headers
    : [...headers.filter((one) => !shown.some((other) => other.name === one.name)), ...shown];
}
