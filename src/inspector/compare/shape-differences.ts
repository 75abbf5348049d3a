// What differs between the shapes of two sets of bodies, member by member.

import type { BodyShape, MemberShape } from './body-shape.ts';
import type { Difference } from './comparison.ts';

export interface ComparedBodies {
  readonly kind: 'answer' | 'request';
  /** What stands before each text: `200: `. */
  readonly where: string;
}

/** Compares two shapes. Empty if one of them has no bodies. */
export function compareShapes(
  older: BodyShape,
  newer: BodyShape,
  bodies: ComparedBodies,
): readonly Difference[] {
  if (older.count === 0 || newer.count === 0) return [];
  const found: Difference[] = [];
  const add = (text: string, seqs: Pick<Difference, 'older' | 'newer'>): void =>
    void found.push({ kind: bodies.kind, text: `${bodies.where}${text}`, ...seqs });
  walk(older, newer, '', add);
  return found;
}

/** Whether something with this share may be missing in so many cases: in 5 of 100. */
export function isByChance(share: number, cases: number): boolean {
  return (1 - share) ** cases >= 0.05;
}

type Add = (text: string, seqs: Pick<Difference, 'older' | 'newer'>) => void;

function walk(older: BodyShape, newer: BodyShape, path: string, add: Add): void {
  compareTypes(older, newer, path, add);
  if (older.elements !== null && newer.elements !== null)
    walk(older.elements, newer.elements, `${path}[]`, add);
  const [objects, others] = [older.types.get('object'), newer.types.get('object')];
  if (objects === undefined || others === undefined) return;
  for (const [name, member] of older.members) {
    const at = placeOf(path, name);
    const now = newer.members.get(name);
    const share = member.count / objects.count;
    if (now === undefined) {
      if (isByChance(share, others.count)) continue;
      add(`${at} is gone, before in ${shareOf(member.count, objects.count)}`, {
        older: seqOf(member),
        newer: others.seq,
      });
      continue;
    }
    const shareNow = now.count / others.count;
    if (share === 1 && shareNow < 1 && !isByChance(1 - shareNow, objects.count))
      add(
        `${at} is missing in ${shareOf(others.count - now.count, others.count)}, before in none`,
        {
          older: seqOf(member),
          newer: now.without ?? others.seq,
        },
      );
    walk(member, now, pathTo(path, name), add);
  }
  for (const [name, member] of newer.members)
    if (!older.members.has(name) && !isByChance(member.count / others.count, objects.count))
      add(`${placeOf(path, name)} is new, in ${shareOf(member.count, others.count)}`, {
        older: objects.seq,
        newer: seqOf(member),
      });
}

/** A type that is new here. */
function compareTypes(older: BodyShape, newer: BodyShape, path: string, add: Add): void {
  const before = [...older.types.keys()].join(' or ');
  for (const [type, seen] of newer.types) {
    if (older.types.has(type) || isByChance(seen.count / newer.count, older.count)) continue;
    const [first] = older.types.values();
    const at = path === '' ? 'the body' : JSON.stringify(path);
    add(`${at} has the type ${type} in ${shareOf(seen.count, newer.count)}, before ${before}`, {
      older: first?.seq ?? null,
      newer: seen.seq,
    });
  }
}

function shareOf(count: number, of: number): string {
  return `${count} of ${of}`;
}

/** An interaction with a value here. */
function seqOf({ types }: MemberShape): number | null {
  const [first] = types.values();
  return first?.seq ?? null;
}

function placeOf(path: string, name: string): string {
  return JSON.stringify(pathTo(path, name));
}

function pathTo(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
