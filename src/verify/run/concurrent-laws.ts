// Tries laws at the same time, on a slow service. A law may break because of another one; the
// caller then tries it again alone.

import type { Finding } from '../../oracle/finding.ts';
import { checkTogether } from '../checks/check-items.ts';
import type { Law } from '../laws/law.ts';
import type { Move } from '../move.ts';
import { type Played, performSteps } from '../moves/perform-moves.ts';
import { Scenario } from '../scenario/scenario.ts';
import { runConcurrently } from '../session/concurrency.ts';
import type { Session } from '../session/session.ts';
import { stepsOf } from './chains.ts';

/** What goes on beside laws. Returns whether all was as expected. */
export type Beside = () => Promise<boolean>;

/** A law with its moves. */
export interface Planned {
  readonly law: Law;
  readonly moves: readonly Move[];
}

/** The result of a law that ran next to others. */
export interface ConcurrentLaw extends Planned {
  readonly played: Played;
  readonly elapsedMs: number;
  /** The laws that ran at some time while this one did. */
  readonly beside: ReadonlySet<Law>;
}

/**
 * Returns the laws that can run concurrently, in rounds. Laws that write to removed ids would disturb
 * the others; others would disturb laws that count.
 */
export function roundsOf(planned: readonly Planned[]): readonly (readonly Planned[])[] {
  const roundOf = ({ law, moves }: Planned): number => {
    const isSome = (...kinds: readonly Move['kind'][]): boolean =>
      moves.some(({ kind }) => kinds.includes(kind));
    if (isSome('count')) return 1;
    return SOLITARY.has(law.name) || isSome('provoke', 'write-alike') ? 2 : 0;
  };
  return [0, 1, 2].map((round) => planned.filter((one) => roundOf(one) === round));
}

const SOLITARY: ReadonlySet<string> = new Set([
  'replacing-the-unknown-harms-nobody',
  'updating-the-removed-harms-nobody',
  'removing-again-harms-nobody',
  'refused-creation-changes-nothing',
  'refused-replacement-changes-nothing',
  'refused-update-changes-nothing',
]);

/** Whether a law writes to what is not there, or is refused: such a write most often harms what others made. */
export function isLikelyToHarm({ name }: Law): boolean {
  return SOLITARY.has(name);
}

/** Puts those first that most often harm what others made. */
export function likeliestFirst(laws: readonly Law[]): readonly Law[] {
  return [...laws.filter(isLikelyToHarm), ...laws.filter((law) => !isLikelyToHarm(law))];
}

/** Runs laws concurrently, in rounds. An item that one has done with is used by the next. */
export class ConcurrentLaws {
  readonly tried: ConcurrentLaw[] = [];
  /** The laws that had beside them what was not as expected. */
  readonly suspects: Law[] = [];
  private readonly session: Session;
  private readonly ended = new Map<ConcurrentLaw, Scenario>();

  constructor(session: Session) {
    this.session = session;
  }

  /**
   * Runs laws as long as there is time, those first that wait for the most replies, and at the end
   * looks for all of them what has become of their items. `beside` goes on meanwhile; if all is not
   * well there, any of the laws may be to blame.
   */
  async run(planned: readonly Planned[], beside: Beside): Promise<void> {
    const { session } = this;
    const underWay = new Map<Law, Set<Law>>();
    const perform = async ({ law, moves }: Planned): Promise<void> => {
      const { sender, clock, items } = session;
      if (!clock.isTimeLeft(0)) return;
      const besides = new Set(underWay.keys());
      for (const others of underWay.values()) others.add(law);
      underWay.set(law, besides);
      const startedAt = clock.now();
      const scenario = new Scenario(session);
      try {
        const played = await sender.during(law.name, () => performSteps(scenario, stepsOf(moves)));
        const elapsedMs = clock.now() - startedAt;
        const tried: ConcurrentLaw = { law, moves, played, elapsedMs, beside: besides };
        this.tried.push(tried);
        if (played.findings.length > 0 || played.why !== null) return await scenario.cleanUp();
        items.idle.push(...scenario.alive);
        this.ended.set(tried, scenario);
      } finally {
        underWay.delete(law);
      }
    };
    const lawsAtOnce = Math.ceil(LAWS_PER_CALL * session.sender.atOnce);
    const laws = (): Promise<void> => runConcurrently(inOrder(planned), lawsAtOnce, perform);
    const others = async (): Promise<void> => {
      if (!(await beside())) this.suspects.push(...planned.map(({ law }) => law));
    };
    await runConcurrently([laws, others, () => this.cleanUp(SPARE)], 3, (start) => start());
    await this.look(planned);
  }

  isBroken(): boolean {
    return this.tried.some(({ played }) => played.findings.length > 0);
  }

  /**
   * Removes the items that laws have done with, except some for others. The newest stay: a write that
   * goes astray meets them first.
   */
  async cleanUp(spare = 0): Promise<void> {
    const { idle, byKey } = this.session.items;
    const made = [...byKey.keys()];
    idle.sort((one, other) => made.indexOf(other.key) - made.indexOf(one.key));
    const rest = new Scenario(this.session);
    for (const item of idle.splice(spare)) rest.items.set(item.key, item);
    this.session.items.removedLast = rest.alive.at(-1) ?? this.session.items.removedLast;
    await rest.cleanUp();
  }

  /**
   * What one law did last may have harmed what another had already checked. Harm to what none of the
   * round uses is put down to one of them that writes to what is not there, until each is tried alone.
   */
  private async look(round: readonly Planned[]): Promise<void> {
    const { idle } = this.session.items;
    const ended = [...this.ended];
    if (ended.length === 0 || !this.session.clock.isTimeLeft(0)) return;
    for (const [, { items }] of ended)
      for (const [label, item] of items)
        if (item.isAlive && !idle.includes(item)) items.delete(label);
    const used = new Set(ended.flatMap(([, scenario]) => scenario.alive));
    const rest = new Scenario(this.session);
    for (const item of idle) if (!used.has(item)) rest.items.set(item.key, item);
    const mark = this.session.sender.guard.mark();
    const looks = [...ended.map(([, scenario]) => scenario), rest];
    const verdicts = await checkTogether(looks.map((scenario) => ({ scenario, scope: 'touched' })));
    const current = ended.filter(([{ law }]) => round.some((one) => one.law === law));
    const suspect = current.findLast(([{ law }]) => SOLITARY.has(law.name)) ?? current.at(-1);
    const ofOthers = verdicts.find(
      (one, index) => one.kind === 'broken' && !current.some((each) => each === ended[index]),
    );
    for (const [index, one] of ended.entries()) {
      const [tried] = one;
      const own = current.includes(one) ? verdicts[index] : undefined;
      const verdict = one === suspect && own?.kind !== 'broken' ? ofOthers : own;
      if (verdict?.kind !== 'broken') continue;
      const trace = this.session.sender.guard.since(mark);
      const played: Played = { ...tried.played, findings: verdict.findings, trace };
      this.tried.splice(this.tried.indexOf(tried), 1, { ...tried, played });
    }
  }
}

/** The longest first, but those last that use many items: others have done with theirs by then. */
function inOrder(planned: readonly Planned[]): readonly Planned[] {
  const isHungry = ({ moves }: Planned): boolean =>
    moves.filter((move) => move.kind === 'create' && move.isAny === true).length >= MANY;
  const sorted = planned.toSorted(
    (one, other) => estimatedReplies(other.moves) - estimatedReplies(one.moves),
  );
  return [...sorted.filter((one) => !isHungry(one)), ...sorted.filter(isHungry)];
}

/** How many laws are under way for each call that the service answers at once. */
const LAWS_PER_CALL = 1.5;

/** How many items are left for the laws of the next round. */
const SPARE = 12;

/** How many items of others are many. */
const MANY = 4;

/**
 * Estimates the number of consecutive replies that moves wait for: the longest laws start first.
 */
export function estimatedReplies(moves: readonly Move[]): number {
  const lengthOf = (chain: readonly Move[]): number =>
    chain.reduce((sum, move) => sum + repliesOf(move), 0);
  return stepsOf(moves).reduce((sum, chains) => sum + Math.max(...chains.map(lengthOf)), 0);
}

/** Estimates the number of requests of moves: what is created is also removed. */
export function estimatedRequests(moves: readonly Move[]): number {
  return moves.reduce((sum, move) => sum + repliesOf(move) + (move.kind === 'create' ? 1 : 0), 0);
}

function repliesOf(move: Move): number {
  switch (move.kind) {
    case 'together':
      return Math.max(0, ...move.moves.map(repliesOf));
    case 'list':
      return move.times ?? 1;
    case 'read-over':
      return move.between === 'list' ? 7 : 4;
    case 'read-unknown':
    case 'count':
    case 'follow-pages':
    case 'read-plainly':
    case 'act':
    case 'read-others':
    case 'write-actions':
    case 'read-foreign':
      return 6;
    case 'filter':
      return 12;
    default:
      return 1;
  }
}

/**
 * Returns whether a finding that a law has only next to others may be their fault. A reply that
 * does not depend on the others is not. A list that is read page by page while others write may
 * miss items or show them twice. A service may have no room for the items of all of them.
 */
export function mayBeDueToOthers({ code, operation }: Finding, isPaged: boolean): boolean {
  if (code === 'refused' && operation === 'create') return false;
  return !code.startsWith('answer-') && !(isPaged && OF_TORN_LISTS.has(code));
}

const OF_TORN_LISTS: ReadonlySet<string> = new Set([
  'not-listed',
  'listed-twice',
  'not-created',
  'filter-ignored',
  'wrong-order',
]);
