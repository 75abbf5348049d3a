// Which requests of a trace were sent at the same time, and the pauses between them. Moves tell it.

import type { JsonObject } from '../../../base/json.ts';
import type { Move } from '../../move.ts';
import type { Exchanged } from '../../report.ts';

/** Groups the places of requests that were sent at the same time. */
export function groupsOf(
  trace: readonly Exchanged[],
  moves: readonly Move[],
): readonly (readonly number[])[] {
  const writes = trace.flatMap(({ call }, place) => (call.method === 'GET' ? [] : [place]));
  const counts = moves.map(
    (move) => (move.kind === 'together' ? move.moves : [move]).filter(isWrite).length,
  );
  const isComplete = counts.reduce((sum, count) => sum + count, 0) === writes.length;
  const groups: (readonly number[])[] = [];
  let [next, done] = [0, 0];
  for (const [index, count] of isComplete ? counts.entries() : []) {
    const own = writes.slice(done, done + count);
    done += count;
    const [first, last] = [own[0], own.at(-1)];
    if (count < 2 || first === undefined || last === undefined) continue;
    while (next < first) groups.push([next++]);
    const places = trace.slice(first, last + 1).map((_, offset) => first + offset);
    groups.push(inOrder(trace, places, moves[index]));
    next = last + 1;
  }
  while (next < trace.length) groups.push([next++]);
  return groups;
}

/** Sorts a group by the order of sending as far as known. A trace has the order of replies. */
function inOrder(
  trace: readonly Exchanged[],
  places: readonly number[],
  move: Move | undefined,
): readonly number[] {
  const parts = move?.kind === 'together' ? move.moves : [];
  const rank = (place: number): number => {
    const call = trace[place]?.call;
    const text = call?.body.kind === 'json' ? call.body.text : '';
    const index = parts.findIndex(
      (part) =>
        METHODS.get(part.kind) === call?.method && (!('values' in part) || isOf(text, part.values)),
    );
    return index < 0 ? parts.length : index;
  };
  return places.toSorted((a, b) => rank(a) - rank(b));
}

const METHODS: ReadonlyMap<Move['kind'], string> = new Map([
  ['create', 'POST'],
  ['replace', 'PUT'],
  ['update', 'PATCH'],
  ['remove', 'DELETE'],
]);

/** Whether a body holds the texts of some values. They are unique in a run. */
function isOf(text: string, values: JsonObject): boolean {
  return Object.values(values).every(
    (value) => typeof value !== 'string' || text.includes(JSON.stringify(value)),
  );
}

function isWrite({ kind }: Move): boolean {
  return ![
    'read',
    'read-over',
    'list',
    'look',
    'count',
    'read-next',
    'read-unknown',
    'read-plainly',
    'read-others',
    'write-actions',
    'act',
    'read-foreign',
    'pause',
    'together',
  ].includes(kind);
}

/** Pauses after writes, in milliseconds, by the number of writes so far. */
export function pausesOf(moves: readonly Move[]): ReadonlyMap<number, number> {
  const pauses = new Map<number, number>();
  let writes = 0;
  for (const move of moves) {
    if (move.kind === 'pause') pauses.set(writes, (pauses.get(writes) ?? 0) + move.ms);
    else writes += (move.kind === 'together' ? move.moves : [move]).filter(isWrite).length;
  }
  return pauses;
}
