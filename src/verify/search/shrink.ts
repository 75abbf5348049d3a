// Shortens moves that broke something, as long as they lead to the same finding.

import { isObject } from '../../base/json.ts';
import { type Refusal, refusals } from '../../contract/situations.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemName } from '../../oracle/item-findings.ts';
import { markIn } from '../guard/item-marker.ts';
import type { Move } from '../move.ts';
import type { Exchanged } from '../report.ts';
import { createItemFactory } from '../session/item-factory.ts';
import type { Session } from '../session/session.ts';
import { labelsOf, Replay, type Witness, withoutSentinels } from './replay.ts';

export interface Shrunk extends Witness {
  /** `false` if the same moves did not show the finding again: the witness is the original. */
  readonly isReproduced: boolean;
  /** Whether the finding depends on what the run had learned before. */
  readonly isByHabit: boolean;
  /** How often moves were replayed. */
  readonly tries: number;
}

export interface ShrinkOptions {
  /** How often moves may be replayed: at least once, to reproduce the finding. */
  readonly tries: number;
}

/** Returns the shortest moves that a bounded search finds for the same code and operation. */
export async function shrink(
  session: Session,
  witness: Witness,
  { tries }: ShrinkOptions,
): Promise<Shrunk> {
  return withoutSentinels(session, async () => {
    const replay = new Replay(session, witness.finding, tries);
    const likely = ofOneWrite(session, witness);
    const first =
      (likely.length < witness.moves.length ? await replay.play(likely) : null) ??
      (await replay.play(witness.moves)) ??
      (await replay.play([...bystanders(session), ...witness.moves])) ??
      (await replay.withHabits().play(witness.moves)) ??
      // Only what calls as usual do not show, in either way, depends on a variation.
      (await playVaried(replay.withoutHabits(), witness, tries));
    if (first === null)
      return { ...witness, isReproduced: false, isByHabit: true, tries: replay.played };
    const { moves } = first;
    let best = await leaveOutParts(replay, first, labelsIn(moves), (labels) =>
      without(moves, labels),
    );
    best = await leaveOutUnits(replay, best);
    best = await thinConcurrentMoves(replay, best);
    best = await thinProvocations(replay, best, refusalsIn(session));
    best = await leaveOutUnits(replay, best);
    const finding = narrowed(best.finding, replay.variation);
    return {
      ...best,
      finding,
      isReproduced: true,
      isByHabit: !replay.isForgetful,
      tries: replay.played,
    };
  });
}

/** Replays with one variation of the witness in every call, the last one first. */
async function playVaried(
  replay: Replay,
  { moves, trace }: Witness,
  tries: number,
): Promise<Witness | null> {
  const variations = trace.toReversed().flatMap(({ call }) => call.sending?.varied ?? []);
  for (const variation of new Set(variations)) {
    if (replay.played > tries * VARYING_SHARE) break;
    replay.varying(variation);
    // What every call of a replay suffers looks like a habit of the service.
    const found = (await replay.play(moves)) ?? (await replay.withHabits().play(moves));
    if (found !== null) {
      replay.aimAt(found.finding);
      return found;
    }
    replay.withoutHabits();
  }
  replay.varying(null);
  return null;
}

/** The share of the tries that may search a variation. */
const VARYING_SHARE = 0.7;

/** Says in which calls alone it happens. */
function narrowed(finding: Finding, variation: string | null): Finding {
  return variation === null
    ? finding
    : { ...finding, message: `${finding.message}, but only ${variation}` };
}

/** Untouched items in place of the sentinels. */
function bystanders(session: Session): readonly Move[] {
  const make = createItemFactory(session);
  const create = (item: string, flag: boolean): Move => ({
    kind: 'create',
    item,
    values: make.plain({ flag }),
    manner: 'plain',
  });
  return [create('bystander1', true), create('bystander2', false), { kind: 'look' }];
}

/** Tries to leave out `parts` of the moves of `from`: many at once, at the end single ones. */
async function leaveOutParts<T>(
  replay: Replay,
  from: Witness,
  parts: readonly T[],
  build: (parts: readonly T[]) => readonly Move[],
): Promise<Witness> {
  let best = from;
  let left = parts;
  for (
    let size = Math.ceil(parts.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let end = left.length; end > 0 && !replay.isOver && !replay.isLong; end -= size) {
      const start = Math.max(0, end - size);
      const fewer = [...left.slice(0, start), ...left.slice(end)];
      const found = await replay.play(build(fewer));
      if (found === null) continue;
      best = found;
      left = fewer;
    }
  }
  return best;
}

function leaveOutUnits(replay: Replay, from: Witness): Promise<Witness> {
  const { moves } = from;
  return leaveOutParts(replay, from, unitsOf(moves), (units) => kept(moves, units));
}

/** Tries to leave out parts of concurrent moves, down to a single one. */
async function thinConcurrentMoves(replay: Replay, from: Witness): Promise<Witness> {
  let best = from;
  for (let place = from.moves.length - 1; place >= 0; place--) {
    const move = best.moves[place];
    if (move?.kind !== 'together') continue;
    for (let part = move.moves.length - 1; part >= 0 && !replay.isLong; part--) {
      const now = best.moves[place];
      if (now?.kind !== 'together') break;
      const fewer = now.moves.filter((_, index) => index !== part);
      best =
        (await replay.play(best.moves.toSpliced(place, 1, ...toConcurrentMoves(fewer)))) ?? best;
    }
  }
  return best;
}

/** Tries to provoke fewer refusals, and by fewer bodies. */
async function thinProvocations(
  replay: Replay,
  from: Witness,
  all: readonly Refusal[],
): Promise<Witness> {
  let best = from;
  for (const [place, { kind }] of from.moves.entries()) {
    if (kind !== 'provoke') continue;
    const other = (change: Partial<ProvokeMove>): readonly Move[] => {
      const move = best.moves[place];
      return move?.kind === 'provoke'
        ? best.moves.toSpliced(place, 1, { ...move, ...change })
        : best.moves;
    };
    best = await leaveOutParts(replay, best, all, (only) => other({ only }));
    const thinned = best.moves[place];
    const flawed = thinned?.kind === 'provoke' ? thinned.flawed : [];
    best = await leaveOutParts(replay, best, flawed, (some) => other({ flawed: some }));
  }
  return best;
}

type ProvokeMove = Extract<Move, { kind: 'provoke' }>;

/** The refusals that some operation of the contract specifies. */
function refusalsIn({ service: { contract } }: Session): readonly Refusal[] {
  const outcomes = Object.values(contract.operations).map((operation) => operation.outcomes);
  return refusals.filter((refusal) => outcomes.some((one) => one[refusal] !== undefined));
}

/**
 * The write that the finding is most likely about, with the creation of its item and the looks after
 * it: most findings need no others. All moves if it is not among them.
 */
function ofOneWrite(session: Session, { finding, moves, trace }: Witness): readonly Move[] {
  const written = trace.findLast((exchanged) => isAbout(session, finding, exchanged))?.call.body;
  const mark = written?.kind === 'json' ? markIn(written.text, session.items.token) : '';
  const at = moves.findLastIndex(
    (move) => mark !== '' && JSON.stringify(move).toLowerCase().includes(mark),
  );
  const [label] = labelsOf(moves[at] ?? { kind: 'look' });
  if (label === undefined) return moves;
  const isOfItem = (move: Move): boolean => labelsOf(move).every((one) => one === label);
  return moves.filter(
    (move, place) =>
      isOfItem(move) &&
      (place === at || (place < at ? move.kind === 'create' : LOOKS.has(move.kind))),
  );
}

/** Whether an exchange wrote to the item that a finding names. */
function isAbout(
  { service }: Session,
  { message }: Finding,
  { call, received }: Exchanged,
): boolean {
  if (call.body.kind !== 'json') return false;
  const body = received?.body;
  const shown = body?.kind === 'json' && isObject(body.value) ? service.keyOf(body.value) : null;
  const key = call.method === 'POST' ? shown : call.path.slice(call.path.lastIndexOf('/') + 1);
  return key !== null && message.includes(itemName(service.contract, key));
}

const LOOKS: ReadonlySet<Move['kind']> = new Set(['look', 'read', 'list']);

function labelsIn(moves: readonly Move[]): readonly string[] {
  return [...new Set(moves.flatMap(labelsOf))];
}

/** Keeps the moves of some items, and those without an item. */
function without(moves: readonly Move[], labels: readonly string[]): readonly Move[] {
  const stays = (move: Move): boolean => labelsOf(move).every((label) => labels.includes(label));
  return moves.flatMap((move) =>
    move.kind === 'together'
      ? toConcurrentMoves(move.moves.filter(stays))
      : stays(move)
        ? [move]
        : [],
  );
}

function toConcurrentMoves(moves: readonly Move[]): readonly Move[] {
  return moves.length > 1 ? [{ kind: 'together', moves }] : moves;
}

/**
 * Groups of moves that stay or go together, as indices. A move that leaves several states open
 * (concurrent, partial or unusual writes) keeps the check after it: without that the effect of a
 * later write would be unknown.
 */
function unitsOf(moves: readonly Move[]): readonly (readonly number[])[] {
  const units: number[][] = [];
  for (const [place, move] of moves.entries()) {
    const before = moves[place - 1];
    const last = units.at(-1);
    if (move.kind === 'look' && before !== undefined && last !== undefined && leavesOpen(before))
      last.push(place);
    else units.push([place]);
  }
  return units;
}

/** Whether several states are correct after a move, so that only a check tells which one it is. */
export function leavesOpen(move: Move): boolean {
  switch (move.kind) {
    case 'together':
    case 'replace-some':
    case 'replace-removed':
    case 'update-steps':
    case 'update-removed':
    case 'write-flawed':
    case 'write-alike':
      return true;
    case 'create':
    case 'replace':
    case 'update':
      return move.manner === 'unusual';
    default:
      return false;
  }
}

function kept(moves: readonly Move[], units: readonly (readonly number[])[]): readonly Move[] {
  const places = new Set(units.flat());
  return moves.filter((_, place) => places.has(place));
}
