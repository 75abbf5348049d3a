// The mock: rule, apply, render, journal, in one synchronous stretch, so that calls cannot
// interleave. Knows no sockets and no files.

import type { HoldSlot } from '../base/hold.ts';
import { createRandom } from '../base/random.ts';
import type { Profile } from '../contract/choices.ts';
import type { Contract } from '../contract/contract.ts';
import { isSafeMethod } from '../contract/operation-kinds.ts';
import { createRouter, type ServedAs } from '../contract/route.ts';
import { defaultSettings, type Settings, withPins } from '../contract/settings.ts';
import { askRoute, type RouteCall, type RouteWatch } from '../http/fetch/ask-route.ts';
import { type CodeRoutes, codeServes, findRoute, methodsAt } from '../http/fetch/code-routes.ts';
import type { Interaction } from '../journal/interaction/interaction.ts';
import { Journal } from '../journal/memory/journal.ts';
import { accountsOf } from '../model/accounts/accounts.ts';
import { seenByCaller } from '../model/accounts/caller.ts';
import type { Draw } from '../model/ids/ids.ts';
import { type Call, isPreflight, type Reply } from '../model/message/call.ts';
import type { Delivery, DeliveryFate, HeldChange } from '../model/message/delivery.ts';
import { findWorld, pathInWorld } from '../model/message/find-world.ts';
import { SHARED_WORLD } from '../model/message/world-name.ts';
import { asKept, withRowsInside } from '../model/relations/rows-inside.ts';
import { prepare } from '../model/rules/prepare.ts';
import { rule, ruleBy } from '../model/rules/rule.ts';
import type { Book } from '../model/rules/scene.ts';
import { apply } from '../model/ruling/apply.ts';
import { type Decide, decideBy } from '../model/ruling/decisions.ts';
import { render } from '../model/ruling/render.ts';
import type { Effect, Ruling } from '../model/ruling/ruling.ts';
import type { State } from '../model/state/state.ts';
import type { Checker } from '../schema/check.ts';
import type { Schemas } from '../schema/schema.ts';
import type { Replica, ReplicaRows } from '../store/replica.ts';
import { type CodeRowsOptions, codeRows } from './code-rows.ts';
import { applyDirective, type DirectedAnswer } from './directives/apply-directive.ts';
import { type AppliedOverrides, Overrides } from './directives/overrides.ts';
import { isPlain } from './directives/read-directive.ts';
import { PastStates, readsLate } from './past-states.ts';
import { refuseAway, refuseUnkept } from './refuse.ts';
import { createRequestCounter } from './request-counter.ts';
import { methodsRuling, rulingOfChange, rulingOfRoute, withMethods } from './run-code.ts';
import { servedAs } from './served-as.ts';
import { createTimeSlicing, type Turn } from './time-slicing.ts';
import { type Variety, varyBy } from './vary.ts';
import { type WorldContext, Worlds, type WorldsOptions } from './worlds.ts';

/** What a mock answers by. */
export interface MockRules {
  readonly contracts: readonly Contract[];
  readonly schemas: Schemas;
  readonly profile: Profile;
  /** Checks values against the schemas; needed by every call that brings a body. */
  readonly checker: Checker;
}

export interface MockOptions {
  readonly rules: MockRules;
  readonly state: State;
  /** Precedes every path of the contracts: empty, or `/api/v1`. */
  readonly basePath?: string;
  /** With `explained`, each answer says in a header who decided what. */
  readonly explanation?: 'explained' | 'silent';
  /** The settings at the start; `configure` changes them. */
  readonly settings?: Settings;
  /** Limits of the worlds. */
  readonly worlds?: Pick<WorldsOptions, 'max' | 'idleMs' | 'onEviction'>;
  /** The routes of a program, which come before the contracts; `null` if there are none. */
  readonly routes?: () => CodeRoutes | null;
  /** How long a route of a program may take. Defaults to 30 seconds. */
  readonly routeTimeoutMs?: number;
  /** Finds errors of routes that nobody catches; absent in a process of others. */
  readonly watchRoute?: RouteWatch;
  /** Called with each change of a row by a route. It is no interaction: no client asked for it. */
  readonly onRowChange?: (change: Pick<Interaction, 'at' | 'ruling'>) => void;
  /** Called with what a route threw, in a sentence. */
  readonly onTrouble?: (text: string) => void;
  /** Schedules slices of long work; the event loop by default. */
  readonly turn?: Turn;
  /** The accepted credentials, if the profile asks for some; any by default. */
  readonly credentials?: readonly string[];
  /**
   * Called with each change of the shared rows before it is made. Returns why it cannot be kept;
   * then it is refused.
   */
  readonly keep?: (effect: Effect) => string | null;
  /** The breakpoints of the server that sends the replies. */
  readonly hold?: HoldSlot;
  /**
   * Makes this mock one of several that share their rows: then a call must be prepared before it is
   * answered.
   */
  readonly share?: (rows: ReplicaRows) => Replica;
  /** Called with each interaction once it is in the journal. Its reply may still be delayed. */
  readonly onInteraction?: (interaction: Interaction) => void;
  /** Called with each interaction whose reply was delayed, once `settle` reported its end. */
  readonly onSettled?: (interaction: Interaction) => void;
}

export interface Mock {
  readonly journal: Journal;
  /** The current options: the profile of the rules with the pins of the settings. */
  readonly profile: Profile;
  readonly settings: Settings;
  /** The rows of the shared world. */
  readonly state: State;
  /** The private copies of the rows that it was made with. */
  readonly worlds: Worlds;
  /** What this mock shares with others; `null` if nothing. */
  readonly replica: Pick<
    Replica,
    'confirm' | 'write' | 'whyAway' | 'note' | 'ground' | 'ageOf' | 'close'
  > | null;
  /** Asks the routes of a program, or does long work in slices, before a call is answered. */
  prepare(call: Call): Promise<void> | null;
  /**
   * How a path as it is sent belongs to this mock, by its contracts or a route of a program; `null`
   * if it does not, as its root: that may be the root of a page.
   */
  servedAs(path: string): ServedAs | null;
  /** The overrides for later calls. */
  readonly overrides: Overrides;
  /** Answers a call. If the reply has a `delivery`, the sender must follow it. */
  answer(call: Call): Reply;
  /** Must be called once a delayed reply was sent, or never will be. */
  settle(reply: Reply, fate: 'sent' | DeliveryFate, change?: HeldChange<Reply>): void;
  /** Replaces the rules and the state. Worlds keep their rows, or restart with `seed`. */
  reload(rules: MockRules, state: State, seed?: State): void;
  /** Changes some settings. The others stay. */
  configure(change: Partial<Settings>): void;
}

/** The time of day in milliseconds and in UTC. */
function timeOfDay(): { readonly ms: number; readonly iso: string } {
  const ms = Date.now();
  return { ms, iso: new Date(ms).toISOString() };
}

/** Creates a mock. It owns the state from now on. */
export function createMock(options: MockOptions): Mock {
  const {
    basePath = '',
    explanation = 'silent',
    turn = EVENT_LOOP,
    keep,
    onInteraction,
    onSettled,
  } = options;
  const slices = createTimeSlicing(turn);
  const journal = new Journal();
  const coded = new WeakMap<Call, Ruling>();
  const arrivals = new WeakMap<Call, Arrival>();
  const heldBack = new WeakMap<Reply, Interaction>();
  const past = new PastStates();
  const traffic = createRequestCounter(steadyNow);
  let random = options.settings === undefined ? Math.random : createRandom(options.settings.seed);
  const draws = (): number => random();
  const overrides = new Overrides(draws);
  const draw: Draw = {
    random: draws,
    uuid: () => crypto.randomUUID(),
    traffic: traffic.look,
    time: timeOfDay,
  };
  let settings = options.settings ?? defaultSettings;
  let rules = options.rules;
  const given =
    options.credentials === undefined ? { draw } : { draw, credentials: options.credentials };
  let profile = withPins(rules.profile, settings.pins);
  let isLate = readsLate(rules, profile);
  let hasViews = showsViews(rules);
  let variety = varietyOf(rules, profile, settings);
  const shared = {
    book: bookOf(rules, options.state, basePath, given, variety?.decide ?? decideBy(profile)),
    traffic,
    world: null,
    refusal: null,
  };
  const worlds = new Worlds({
    shared,
    seed: options.state.fork(),
    now: steadyNow,
    ...options.worlds,
  });
  const replica =
    options.share?.({
      stateOf: (world) => (world === '' ? shared.book.state : worlds.open(world)),
      seed: () => worlds.seed(),
      idleMs: worlds.idleMs,
    }) ?? null;
  function renew(state: State): void {
    if (state !== shared.book.state) replica?.moved(shared.book.state, state);
    profile = withPins(rules.profile, settings.pins);
    isLate = readsLate(rules, profile);
    hasViews = showsViews(rules);
    variety = varietyOf(rules, profile, settings);
    shared.book = bookOf(rules, state, basePath, given, variety?.decide ?? decideBy(profile));
    worlds.follow();
  }
  /** The rows of a world for routes of a program; `null` is the shared one. */
  function rowsIn(name: string | null): Pick<CodeRowsOptions, 'book' | 'make'> {
    const isShared = name === null || name === SHARED_WORLD;
    const bookOfWorld = (): Book =>
      isShared ? shared.book : { ...shared.book, state: worlds.look(name) };
    return {
      book: bookOfWorld,
      make(change) {
        const { effect } = change;
        if (replica !== null) return UNPREPARED;
        const trouble = isShared ? (keep?.(effect) ?? null) : null;
        if (trouble !== null) return trouble;
        const state = isShared ? shared.book.state : worlds.open(name);
        if (isLate) past.keep(state, steadyNow());
        apply(state, effect);
        options.onRowChange?.({ at: Date.now(), ruling: rulingOfChange(change) });
        return null;
      },
    };
  }
  /** Asks the routes of a program; `null` if none is for the call. */
  function askCode(code: CodeRoutes, call: Call): Promise<void> | null {
    const path = within(basePath, call.path);
    if (path === null || call.body.kind === 'oversized') return null;
    const methods = methodsAt(code, path);
    if (call.method === 'OPTIONS' && methods.length > 0 && !methods.includes('OPTIONS')) {
      coded.set(call, methodsRuling(methods));
      return null;
    }
    const found = findRoute(code, call.method, path);
    if (found === null && code.handlers.length === 0) return null;
    const name = findWorld(call)?.name ?? null;
    const context: RouteCall['context'] = {
      world: name,
      rows(resource, parents = {}) {
        const contract = rules.contracts.find((one) => one.resource === resource);
        if (contract === undefined)
          throw new Error(
            `there is no resource ${JSON.stringify(resource)}; there are ${rules.contracts.map((one) => one.resource).join(', ')}`,
          );
        return codeRows({ contract, parents, host: call.headers['host'], ...rowsIn(name) });
      },
    };
    const { routeTimeoutMs: timeoutMs, watchRoute: watch } = options;
    const bound = {
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(watch === undefined ? {} : { watch }),
    };
    return askRoute({ code, found, call, path, context, ...bound }).then((answer) => {
      const ruling = rulingOfRoute(answer);
      if (ruling !== null) coded.set(call, ruling);
      if (answer.kind === 'failed')
        options.onTrouble?.(`${call.method} ${path} failed in ${answer.detail}`);
      if (answer.kind === 'late') options.onTrouble?.(answer.detail);
    });
  }
  function arrive(call: Call): Arrival {
    const began = performance.now();
    const steadyAt = timeOrigin + began;
    const named = findWorld(call);
    const place: WorldContext = named === null ? shared : worlds.enter(named, call, steadyAt);
    if (!isPreflight(call)) place.traffic.count(steadyAt);
    variety?.next();
    const book = isLate ? past.bookFor(place.book, call, steadyAt) : place.book;
    return {
      place,
      book,
      at: Date.now(),
      began,
      steadyAt,
      taken: null,
      made: null,
      ground: replica?.ground ?? 0,
    };
  }
  /** Brings up to date what a call is ruled by: others may have changed it since the call came. */
  function follow(arrival: Arrival, call: Call): Arrival {
    if (replica === null || arrival.ground === replica.ground) return arrival;
    const named = findWorld(call);
    arrival.place = named === null ? shared : worlds.enter(named, call, arrival.steadyAt);
    arrival.book = arrival.place.book;
    arrival.ground = replica.ground;
    arrival.taken = null;
    return arrival;
  }
  /** Rules on a call, on its rows or on a copy of them, and changes nothing. */
  function decide(arrival: Arrival, call: Call, state: State): Decision {
    const { place, book: own } = follow(arrival, call);
    const kept = state === place.book.state ? own : { ...own, state };
    const book = hasViews ? seenFrom(kept, call) : kept;
    const directed =
      (overrides.isEmpty && isPlain(call)) || place.refusal !== null
        ? null
        : applyDirective(
            {
              book,
              overrides: replica === null ? overrides : takenOnce(arrival, overrides),
              random,
              directives: profile['call.directives'],
              explanation,
              world: place.world,
            },
            call,
          );
    const byCode = coded.get(call);
    if (byCode !== undefined && place.refusal === null)
      return { decided: withMethods(ruleBy(book, call, () => byCode)), directed };
    const decided = directed === null ? (place.refusal ?? rule(book, call)) : directed.ruling;
    return { decided: withRowsKept(book, decided), directed };
  }
  function slicesOf(call: Call): Promise<void> | null {
    const named = findWorld(call);
    const book = named === null ? shared.book : worlds.bookOf(named, call);
    const work = book === null ? null : prepare(book, call);
    return work === null ? null : slices.run(work);
  }
  /** Brings a call to the log that replicas share, before it is answered. */
  async function replicate(call: Call): Promise<void> {
    if (replica === null) return;
    const arrival = arrive(call);
    arrivals.set(call, arrival);
    const { place, book } = arrival;
    const name = place.world ?? '';
    try {
      if (isRead(call) || place.refusal !== null) return await replica.confirm(name);
      arrival.made = await replica.write(name, (state) => {
        const decision = decide(arrival, call, state);
        return { change: decision.decided.effect, result: decision };
      });
    } catch (error) {
      const why = replica.whyAway(error);
      if (why === null) throw error;
      const { decided } = decide(arrival, call, place.book.state);
      arrival.made = { decided: refuseAway(book, call, decided, why), directed: null };
    }
  }
  const mock: Mock = {
    journal,
    overrides,
    get profile() {
      return profile;
    },
    get settings() {
      return settings;
    },
    get state() {
      return shared.book.state;
    },
    worlds,
    replica,
    servedAs(path) {
      const code = options.routes?.() ?? null;
      const inside = within(basePath, path);
      const coded = code === null || inside === null ? null : codeServes(code, inside);
      if (coded === 'readable') return coded;
      return servedAs(shared.book, pathInWorld(path)) ?? coded;
    },
    prepare(call) {
      const code = options.routes?.() ?? null;
      if (code !== null) {
        const asked = askCode(code, call);
        if (asked !== null) return replica === null ? asked : asked.then(() => replicate(call));
      }
      const work = call.query === '' ? null : slicesOf(call);
      if (replica === null) return work;
      if (isRead(call) && replica.ageOf(worldOf(call)) !== null) return work;
      return work === null ? replicate(call) : work.then(() => replicate(call));
    },
    answer(call) {
      const known = replica === null ? undefined : arrivals.get(call);
      const arrival = known === undefined ? arrive(call) : follow(known, call);
      const { place, book, at, began, steadyAt } = arrival;
      const { world } = place;
      const { made } = arrival;
      const { decided, directed } = made ?? decide(arrival, call, place.book.state);
      const trouble =
        keep === undefined || decided.effect.kind === 'none' || world !== null
          ? null
          : keep(decided.effect);
      const isLost = replica !== null && made === null && decided.effect.kind !== 'none';
      const ruling = isLost
        ? refuseAway(book, call, decided, UNPREPARED)
        : trouble === null
          ? decided
          : refuseUnkept(book, call, decided, trouble);
      if (made === null) {
        if (isLate && ruling.effect.kind !== 'none') past.keep(place.book.state, steadyAt);
        apply(place.book.state, ruling.effect);
      }
      const age = isRead(call) ? (replica?.ageOf(world ?? '') ?? null) : null;
      const rendered = withAge(render(ruling, explanation), age);
      const delivery = deliveryOf(directed?.delivery ?? null, options.hold);
      const reply = delivery === null ? rendered : { ...rendered, delivery };
      const elapsedMs = performance.now() - began;
      const facts = {
        at,
        elapsedMs,
        source: 'mock',
        call,
        reply: withoutPieces(reply),
        ruling,
      } as const;
      const original = directed === null ? null : directed.original;
      const interaction = journal.add(
        world === null && original === null
          ? facts
          : {
              ...facts,
              ...(world === null ? {} : { world }),
              ...(original === null ? {} : { original: withoutPieces(original) }),
            },
      );
      if (isHeldBack(reply)) heldBack.set(reply, interaction);
      onInteraction?.(interaction);
      return reply;
    },
    settle(reply, fate, change) {
      const interaction = heldBack.get(reply);
      if (interaction === undefined) return;
      heldBack.delete(reply);
      const isPlain = fate === 'sent' && change === undefined;
      const known = isPlain ? interaction : journal.conclude(interaction, fate, change);
      onSettled?.(known);
    },
    reload(next, state, seed) {
      rules = next;
      if (seed !== undefined) worlds.restart(seed);
      renew(state);
    },
    configure(change) {
      settings = { ...settings, ...change };
      if (change.seed !== undefined) random = createRandom(change.seed);
      renew(shared.book.state);
    },
  };
  return mock;
}

/** A call that has come. */
interface Arrival {
  place: WorldContext;
  /** The rules and the rows by which it is ruled on. */
  book: Book;
  readonly at: number;
  readonly began: number;
  readonly steadyAt: number;
  /** The overrides that it took, if it is ruled on more than once. */
  taken: { readonly by: AppliedOverrides | null } | null;
  /** What counts already: it is in the log that replicas share, or could not be brought there. */
  made: Decision | null;
  /** The number of the conditions that all this is of. */
  ground: number;
}

/** What was decided on a call. */
interface Decision {
  readonly decided: Ruling;
  readonly directed: DirectedAnswer | null;
}

/** An override counts a call once, however often it is ruled on by the same conditions. */
function takenOnce(arrival: Arrival, overrides: Overrides): Pick<Overrides, 'isEmpty' | 'take'> {
  return {
    isEmpty: overrides.isEmpty,
    take(...facts) {
      arrival.taken ??= { by: overrides.take(...facts) };
      return arrival.taken.by;
    },
  };
}

/** Says how old the rows may be that an answer shows; `null` if they are the newest. */
function withAge(reply: Reply, ageMs: number | null): Reply {
  if (ageMs === null) return reply;
  return { ...reply, headers: [...reply.headers, 'standin-rows-age', `${Math.ceil(ageMs)}ms`] };
}

/** The world whose rows a call is about, as replicas name it. */
function worldOf(call: Call): string {
  const name = findWorld(call)?.name ?? null;
  return name === null || name === SHARED_WORLD ? '' : name;
}

function isRead({ method }: Call): boolean {
  return isSafeMethod(method);
}

/** A change that no other replica would see must not be made. */
const UNPREPARED = 'rows that replicas share cannot be changed from here';

/** Returns a path without its world and the base path; `null` if it is not below that. */
function within(basePath: string, path: string): string | null {
  const inWorld = pathInWorld(path);
  return inWorld.startsWith(`${basePath}/`) ? inWorld.slice(basePath.length) : null;
}

/** Returns whether a reply waits before it is sent. */
export function isHeldBack({ delivery }: Reply): boolean {
  return delivery !== undefined && (delivery.delayMs > 0 || delivery.isHeld === true);
}

/** While there are breakpoints, every reply asks them before it is sent. */
function deliveryOf(directed: Delivery | null, hold: HoldSlot | undefined): Delivery | null {
  if (hold === undefined || hold.current === null) return directed;
  return { ...(directed ?? { delayMs: 0, fault: null }), isHeld: true };
}

function varietyOf(
  { schemas }: MockRules,
  profile: Profile,
  { undefined: open, pins, seed }: Settings,
): Variety | null {
  // A brief list shows what its schema requires.
  const isNamed = ({ id, list }: Contract): boolean =>
    schemas.requiredOfItems(list).some((member) => member !== id);
  return open === 'vary' ? varyBy(profile, pins, seed, isNamed) : null;
}

/** Does not change, and takes longer to read than a clock. */
const { timeOrigin } = performance;

/** Milliseconds since 1970 by a clock that no one sets: worlds and limits end in their time. */
function steadyNow(): number {
  return timeOrigin + performance.now();
}

/** Browsers have no `setImmediate`. */
const EVENT_LOOP: Turn = {
  later: (turn) =>
    void (typeof setImmediate === 'function' ? setImmediate(turn) : setTimeout(turn, 0)),
  now: () => performance.now(),
};

/** A long text is not kept: the pieces would hold on to the whole collection as it was. */
function withoutPieces(reply: Reply): Reply {
  return reply.body.kind === 'pieces'
    ? { ...reply, body: { kind: 'pieces', pieces: () => [][Symbol.iterator]() } }
    : reply;
}

/** Whether answers show rows otherwise than they are kept: to an account, or with what is below them. */
function showsViews({ contracts, schemas }: MockRules): boolean {
  return (
    accountsOf(contracts, schemas) !== null || contracts.some((one) => one.embeds !== undefined)
  );
}

/** The book with the rows as answers show them: as the account sees them that calls, with what is below them. */
function seenFrom(book: Book, call: Call): Book {
  const { schemas, router } = book;
  const { contracts } = router;
  const seen = seenByCaller({ contracts, schemas, state: book.state }, call);
  const own = seen?.state ?? book.state;
  const state = withRowsInside(own, { contracts, schemas });
  if (state === own) return seen === null ? book : { ...book, ...seen };
  return { ...book, ...seen, state, kept: own };
}

/** A ruling whose change has the rows as they are kept, not as answers show them. */
function withRowsKept({ kept, state, schemas, router }: Book, ruling: Ruling): Ruling {
  if (kept === undefined || ruling.effect.kind === 'none') return ruling;
  const { contracts } = router;
  return { ...ruling, effect: asKept({ kept, state, schemas, contracts }, ruling.effect) };
}

function bookOf(
  rules: MockRules,
  state: State,
  basePath: string,
  given: Pick<Book, 'draw' | 'credentials'>,
  decide: Decide,
): Book {
  const { schemas, checker } = rules;
  return {
    router: createRouter(rules.contracts, basePath),
    schemas,
    checker,
    state,
    decide,
    ...given,
  };
}
