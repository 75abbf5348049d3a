// The shadow of a service: what the recorder knows about its items, and the judgement of each reply
// by it. Asserts strictly what one reply shows. Asserts what depends on earlier requests only if no
// overlapping request, other user or other writer can be the cause. Uses no sockets.

import { digest, fingerprint } from '../../base/hash.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import { percentDecode } from '../../base/percent.ts';
import type { Pointer } from '../../base/pointer.ts';
import { choiceKeys, choices, type Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { kindOf } from '../../contract/operation-at.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { isSafeMethod } from '../../contract/operation-kinds.ts';
import { createRouter, type Route, type Router } from '../../contract/route.ts';
import { rowsKey } from '../../contract/rows.ts';
import type { RecordedReply, RecordedRuling, Verdict } from '../../journal/interaction/recorded.ts';
import type { Draw } from '../../model/ids/ids.ts';
import { bareReply } from '../../model/message/bare-body.ts';
import { type Call, header } from '../../model/message/call.ts';
import { findWorld } from '../../model/message/find-world.ts';
import { nextOf } from '../../model/message/next-page.ts';
import type { Received } from '../../model/message/received.ts';
import { keyInBody, usualCall } from '../../model/message/usual-call.ts';
import { SHARED_WORLD } from '../../model/message/world-name.ts';
import { findRoute, rule } from '../../model/rules/rule.ts';
import type { Book } from '../../model/rules/scene.ts';
import { type Decide, decideBy } from '../../model/ruling/decisions.ts';
import { idempotencyKeyIn, keyHeaderOf } from '../../model/ruling/repeated-answer.ts';
import { State } from '../../model/state/state.ts';
import type { Finding } from '../../oracle/finding.ts';
import { type Admissible, admissibleRulings } from '../../oracle/rulings.ts';
import type { Checker } from '../../schema/check.ts';
import type { Schemas } from '../../schema/schema.ts';
import { isClientsValue, noteClientsValues } from './clients-values.ts';
import { sentIn } from './expected-item.ts';
import { historyOf, type ItemKnowledge } from './item-knowledge.ts';
import { judgeAction } from './judge-action.ts';
import { itemsIn, judgeList, judgeMissing, judgeNewId, judgeRead } from './judge-items.ts';
import {
  isBodyOpen,
  isDeclaredFor,
  isUnread,
  type JudgedReply,
  judgeReply,
} from './judge-reply.ts';
import { type LearnedExchange, learn, learnItem, learnList, newIdIn } from './learn-items.ts';
import { mockReplyOf, ruledOf, stateSupposing } from './mock-reply.ts';
import { ShadowPlaces } from './shadow-places.ts';
import type { RequestContext, ShadowState } from './shadow-state.ts';
import { type RequestSpan, Timeline, type WriteTarget } from './timeline.ts';
import { mayBeUnset, type UnsetReply } from './unset-members.ts';

/** One request and its reply, to be judged. */
export interface PassedExchange {
  readonly span: RequestSpan;
  readonly call: Call;
  /** `null` if the reply is missing or incomplete. */
  readonly received: Received | null;
  /** Whether the body of the reply was kept completely and could be decoded. */
  readonly isReadable: boolean;
  /** The time of its end, in milliseconds since 1970. */
  readonly at: number;
}

export interface JudgedExchange {
  readonly resource: string | null;
  readonly operation: Kind | null;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly ruled: RecordedRuling | null;
  readonly mock: RecordedReply | null;
  readonly history: readonly string[];
  /** Learns from the exchange. `seq` is its number in the recording. */
  settle(seq: number): void;
}

export interface ShadowOptions {
  readonly contracts: readonly Contract[];
  readonly schemas: Schemas;
  readonly checker: Checker;
  /** The profile of the mock. */
  readonly profile: Profile;
  /** Prefix of every path of the contracts at the service. */
  readonly basePath: string;
}

type ActionRoute = Extract<Route, { readonly kind: 'action' }>;

const DRAW: Draw = {
  random: Math.random,
  uuid: () => crypto.randomUUID(),
  traffic: () => ({ calls: 0, secondsLeft: 60 }),
};

/** How many idempotency keys are remembered. */
const KEYS_MAX = 10_000;

export class Shadow {
  private readonly timeline = new Timeline();
  /** The idempotency keys of creations so far, the oldest first. */
  private readonly keys = new Set<string>();
  private readonly places: ShadowPlaces;
  private readonly router: Router;
  private readonly rules: Omit<Book, 'decide' | 'state'>;
  private readonly decide: Decide;
  private readonly state: State;

  constructor({ contracts, schemas, checker, profile, basePath }: ShadowOptions) {
    this.state = State.of(contracts.map(rowsKey));
    this.places = new ShadowPlaces(schemas, checker, this.state);
    this.router = createRouter(contracts, basePath);
    this.rules = { router: this.router, schemas, checker, draw: DRAW, ...OF_A_SERVICE };
    this.decide = decideBy(profile);
  }

  /** Notes that a request has begun. */
  begin(method: string, path: string, isOverridden: boolean): RequestSpan {
    return this.timeline.begin(isOverridden ? { kind: 'anything' } : this.touchOf(method, path));
  }

  /** Notes a request that does not reach the service, and so changes nothing. */
  beginNothing(): RequestSpan {
    return this.timeline.begin({ kind: 'nothing' });
  }

  /** Notes that the reply has ended. */
  end(span: RequestSpan): void {
    this.timeline.end(span);
  }

  /** Drops a request without judging it. What it wrote is unknown. */
  skip(span: RequestSpan): void {
    this.places.doubt(span);
    this.timeline.leave(span);
  }

  /**
   * Judges an exchange. Call it once for each exchange, in the order in which they ended, and
   * settle each one before the next.
   */
  judge(exchange: PassedExchange): JudgedExchange {
    const other = this.otherAt(exchange.call.method, exchange.call.path);
    if (other !== null) return this.apart(exchange, other);
    const route = this.routeOf(exchange.call.path);
    const contract = route === null || route.kind === 'root' ? null : route.contract;
    const kind = route === null ? null : kindOf(exchange.call.method, route);
    const passed =
      contract === null || kind === null ? exchange : this.usualExchange(contract, kind, exchange);
    const { call, span, received } = passed;
    if (contract === null || route === null) return this.apart(passed);
    const shadowState = this.places.at(contract);
    const keyOnWire = route.kind === 'item' ? route.key : null;
    const isInBody = kind !== null && contract.operations[kind]?.idInBody !== undefined;
    // A creation at the path of its item is like any other: it makes one.
    const isMade = kind === 'create' && route.kind === 'item';
    const key = isInBody ? keyInBody(call, contract) : isMade ? null : keyOnWire;
    const asking: RequestContext = {
      span,
      at: passed.at,
      viewer: viewerOf(call),
      shared: this.timeline.shared(span, rowsKey(contract)),
    };
    const known = key === null ? null : shadowState.certain(key, asking);
    const isThere =
      known?.state === 'there' || (known === null && received !== null && received.status < 400);
    const supposed =
      key === null
        ? this.state
        : stateSupposing(this.state, contract, key, isThere ? 'there' : 'gone');
    const ruling = rule({ ...this.rules, state: supposed, decide: this.decide }, call);
    const isItem =
      known !== null && (known.state === 'gone' || known.isFull || known.write?.kind === 'create');
    const mock = mockReplyOf(ruling, kind, {
      isItem,
      isList: shadowState.isListKnown && call.query === '',
    });
    const facts = { resource: contract.resource, operation: kind, ruled: ruledOf(ruling), mock };
    const asked = key === null ? undefined : shadowState.items.get(key);
    const history = asked === undefined ? [] : historyOf(asked, contract.id);
    if (received === null || kind === null || span.touch.kind === 'anything') {
      const verdict = received === null ? 'unjudged' : 'not-shown';
      return { ...facts, verdict, findings: [], history, settle: () => this.skip(span) };
    }
    const rulings = this.rulings(contract, call, key, known);
    noteClientsValues(shadowState, { kind, call });
    const answer = judgeReply(shadowState.rules, {
      call,
      received,
      kind,
      rulings,
      isReadable: passed.isReadable,
      isUnset: (at) => mayBeUnset(shadowState, { kind, call, received }, at),
      isOwnDoing: (at) => isClientsValue(shadowState, { received }, at),
    });
    const scene: JudgedScene = { passed, received, shadowState, kind, key, asking, answer };
    // It may be the first answer to its key again, about an item that has changed since.
    const isRepeated = kind === 'create' && this.isKeyKnown(contract, call);
    const findings =
      answer.findings.length > 0 || isRepeated
        ? answer.findings
        : unlessLate(scene, judgeByHistory(scene));
    return {
      ...facts,
      verdict: findings.length > 0 ? 'violates' : answer.verdict,
      findings,
      history:
        history.length > 0 || findings.length === 0 ? history : historyIn(shadowState, findings),
      settle: (seq) => {
        if (isRepeated) return this.skip(span);
        learnFrom(scene, seq);
        this.places.noteWrite(shadowState, span, received);
        this.timeline.leave(span);
      },
    };
  }

  /** Tells whether a creation with the idempotency key of this one came before, and notes it. */
  private isKeyKnown(contract: Contract, call: Call): boolean {
    const key = idempotencyKeyIn(call, keyHeaderOf(contract.operations.create));
    if (key === undefined) return false;
    const sign = fingerprint(JSON.stringify([call.path, viewerOf(call), key]));
    if (this.keys.has(sign)) return true;
    const [oldest] = this.keys;
    if (this.keys.size >= KEYS_MAX && oldest !== undefined) this.keys.delete(oldest);
    this.keys.add(sign);
    return false;
  }

  /**
   * Judges an exchange outside the contracts, or of an operation of neither a list nor an item. It may
   * still change anything.
   */
  private apart(passed: PassedExchange, other: ActionRoute | null = null): JudgedExchange {
    const { span, call, received } = passed;
    const isRefused = received !== null && received.status >= 400 && received.status < 500;
    const settle = (): void => {
      if (isRefused) this.timeline.leave(span);
      else this.skip(span);
    };
    const isOpen =
      received === null ||
      other === null ||
      isUnread(passed) ||
      (isBodyOpen(passed) && !isDeclaredFor(other.operation, call, received.status));
    const judged = isOpen
      ? ({ verdict: received === null ? 'unjudged' : 'not-shown', findings: [] } as const)
      : judgeAction({
          contract: other.contract,
          action: other.operation,
          received,
          checker: this.rules.checker,
          isUnset: (at) => this.isUnsetIn(other.operation, { kind: 'read', call, received }, at),
          isOwnDoing: (at) => this.isClientsIn(other.operation, received, at),
        });
    return {
      resource: other?.contract.resource ?? null,
      operation: null,
      ...judged,
      ruled: null,
      mock: null,
      history: [],
      settle,
    };
  }

  /** Returns an exchange in the usual form of its operation, without the envelopes of the contract. */
  private usualExchange(contract: Contract, kind: Kind, passed: PassedExchange): PassedExchange {
    const { call, received } = passed;
    const reply = received === null ? null : bareReply(contract.operations[kind], received);
    return {
      ...passed,
      call: usualCall(this.rules.schemas, contract, kind, call),
      received: reply,
    };
  }

  /** Where an operation shows an item, what none has set may be null as in other reads. */
  private isUnsetIn(
    { outcomes }: ActionRoute['operation'],
    reply: UnsetReply,
    at: Pointer,
  ): boolean {
    const owner = this.router.contracts.find(({ item }) => item === outcomes.ok?.body);
    return owner !== undefined && mayBeUnset(this.places.at(owner), reply, at);
  }

  /** Where an operation shows an item, what a client stored in it is as in other reads. */
  private isClientsIn(
    { outcomes }: ActionRoute['operation'],
    received: UnsetReply['received'],
    at: Pointer,
  ): boolean {
    const owner = this.router.contracts.find(({ item }) => item === outcomes.ok?.body);
    return owner !== undefined && isClientsValue(this.places.at(owner), { received }, at);
  }

  /** The operation of neither a list nor an item that the mock would take a call for. */
  private otherAt(method: string, path: string): ActionRoute | null {
    if (this.router.findAction === null) return null;
    const book = { ...this.rules, state: this.state, decide: this.decide };
    const route = findRoute(book, { method, path });
    return route.kind === 'action' ? route : null;
  }

  private routeOf(path: string): Route | null {
    return (
      this.router.find(path) ?? (path.endsWith('/') ? this.router.find(path.slice(0, -1)) : null)
    );
  }

  private touchOf(method: string, path: string): WriteTarget {
    if (isSafeMethod(method)) return { kind: 'nothing' };
    if (this.otherAt(method, path) !== null) return { kind: 'anything' };
    const route = this.routeOf(path);
    if (route === null || route.kind === 'root') return { kind: 'anything' };
    const rows = rowsKey(route.contract);
    if (route.kind === 'item')
      return { kind: 'item', rows, key: route.key, isRemoval: method === 'DELETE' };
    const kind = kindOf(method, route);
    if (kind !== null && route.contract.operations[kind]?.idInBody !== undefined)
      return { kind: 'any-item', rows };
    // A write to the whole collection may change anything.
    return method === 'POST' ? { kind: 'new', rows } : { kind: 'anything' };
  }

  /** All admissible rulings; if it is unknown whether the item exists, those of both cases. */
  private rulings(
    contract: Contract,
    call: Call,
    key: string | null,
    known: ItemKnowledge | null,
  ): readonly Admissible[] {
    const under = (book: Omit<Book, 'decide' | 'state'>, state: State): readonly Admissible[] =>
      admissibleRulings({ ...book, state }, call, SETTLED);
    // Whether the items above a nested one are there is not known.
    const on = (state: State): readonly Admissible[] =>
      contract.scope === undefined
        ? under(this.rules, state)
        : [...under({ ...this.rules, parents: 'assumed' }, state), ...under(this.rules, state)];
    if (key === null) return on(this.state);
    const [there, gone] = (['there', 'gone'] as const).map((one) =>
      stateSupposing(this.state, contract, key, one),
    );
    if (there === undefined || gone === undefined) return [];
    return known?.state === 'there' ? on(there) : [...on(there), ...on(gone)];
  }
}

/** Choices that neither grant a call nor count against a service: trying them costs time. */
const SETTLED: Partial<Profile> = Object.fromEntries(
  choiceKeys.flatMap((key) => {
    const { affects, default: preset } = choices[key];
    return affects === 'effect' ? [[key, preset]] : [];
  }),
);

interface JudgedScene {
  readonly passed: PassedExchange;
  readonly received: Received;
  readonly shadowState: ShadowState;
  readonly kind: Kind;
  readonly key: string | null;
  readonly asking: RequestContext;
  readonly answer: JudgedReply;
}

/** Bodies come without their envelopes, and cursors are those of the service. */
const OF_A_SERVICE = { bodies: 'bare', cursors: 'foreign' } as const;

const LINK = { in: 'header' } as const;

/** Services may show each user different data, and a mock does so for each world. */
function viewerOf(call: Call): string {
  const world = findWorld(call);
  const identity = [
    ...['authorization', 'cookie', 'x-api-key', 'api-key'].map(
      (name) => header(call.headers, name) ?? '',
    ),
    world === null || world.name === SHARED_WORLD ? '' : (world.name ?? world.given),
  ];
  return identity.every((value) => value === '')
    ? ''
    : digest(JSON.stringify(identity)).fingerprint;
}

/** Judges a reply by earlier requests. */
function judgeByHistory(scene: JudgedScene): readonly Finding[] {
  const { passed, received, shadowState, kind, key, asking } = scene;
  if (isCached(received)) return [];
  if (kind === 'create') {
    const id =
      received.status < 300 && received.status !== 202 ? newIdIn(shadowState, received) : null;
    const { body, headers } = passed.call;
    return id === null
      ? []
      : judgeNewId(
          shadowState,
          String(id),
          sentIn(shadowState.rules, 'create', body, headers),
          asking,
        );
  }
  if (key !== null && (received.status === 404 || received.status === 410)) {
    return judgeMissing(shadowState, key, kind, received.status, asking);
  }
  const value = wholeValueOf(scene);
  if (value === null) return [];
  if (kind === 'read' && key !== null && isObject(value))
    return judgeRead(shadowState, key, value, asking);
  return kind === 'list' ? judgeList(shadowState, itemsIn(value), totalIn(received), asking) : [];
}

/** Names a lag as a cause too, if a read followed a write so soon that it may lag behind it. */
function unlessLate(
  { shadowState, kind, asking }: JudgedScene,
  findings: readonly Finding[],
): readonly Finding[] {
  const isRead = kind === 'read' || kind === 'list';
  if (!isRead || !shadowState.mayLag(asking.at)) return findings;
  return findings.map((finding) =>
    finding.code === 'wrong-item' || finding.code === 'listed-twice'
      ? finding
      : { ...finding, message: `${finding.message}, or its reads lag behind writes` },
  );
}

/** Returns the value of a plain read: not a part, a selection or another form. */
function wholeValueOf({
  passed,
  received,
  kind,
  answer,
}: JudgedScene): JsonObject | readonly unknown[] | null {
  const isPlain =
    passed.call.query === '' && passed.call.method === 'GET' && received.status === 200;
  if (!isPlain || !answer.isJson || received.body.kind !== 'json' || isCached(received))
    return null;
  const { value } = received.body;
  if (kind === 'read') return isObject(value) ? value : null;
  return kind === 'list' && Array.isArray(value) ? (value as readonly unknown[]) : null;
}

/** A cache may return an outdated reply. */
function isCached({ headers }: Received): boolean {
  return headers['age'] !== undefined;
}

function totalIn({ headers }: Received): number | null {
  const text = header(headers, 'x-total-count') ?? header(headers, 'x-total') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function learnFrom(scene: JudgedScene, seq: number): void {
  const { passed, received, shadowState, kind, key, asking, answer } = scene;
  const lesson: LearnedExchange = {
    seq,
    kind,
    key,
    call: passed.call,
    received,
    asking,
    fitting: answer.fitting,
  };
  if (!isCached(received)) {
    learn(shadowState, lesson);
    const value = wholeValueOf(scene);
    if (kind === 'read' && key !== null && isObject(value))
      learnItem(shadowState, key, value, seq, asking, 'whole');
    if (kind === 'list' && value !== null) {
      const elements = itemsIn(value);
      const total = totalIn(received);
      const { next = LINK } = shadowState.rules.contract.operations.list?.paging ?? {};
      const isPage = nextOf(next, received) !== null || (total !== null && total > elements.length);
      learnList(shadowState, elements, seq, asking, { total, isPage });
    }
  }
}

/** Returns the history of the items whose name begins the message of a finding. */
function historyIn(shadowState: ShadowState, findings: readonly Finding[]): readonly string[] {
  const { resource, id } = shadowState.rules.contract;
  return findings.flatMap(({ message }) => {
    const [subject = ''] = message.split(' ');
    const key = subject.startsWith(`${resource}/`) ? subject.slice(resource.length + 1) : null;
    const known = key === null ? undefined : shadowState.items.get(percentDecode(key));
    return known === undefined ? [] : historyOf(known, id);
  });
}
