// Compares what was recognised in a document with labels that people made by hand: the role of each
// operation, the id of each resource and the place of its lists and items.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePointer } from '../../src/base/pointer.ts';
import { type Kind, kinds } from '../../src/contract/operation-kinds.ts';
import type { TakenOperation } from '../../src/source/source-contracts.ts';

/** Labels of a document; `README.md` beside them says what each member means. */
interface Labels {
  readonly resources: readonly LabelledResource[];
  readonly views: Readonly<Record<string, string | null>>;
}

interface LabelledResource {
  readonly resource: string;
  readonly operations: Readonly<Partial<Record<Kind, string>>>;
  readonly id: string | null;
  readonly envelope_list: string | null;
  readonly envelope_item: string | null;
  readonly either?: Readonly<Record<string, unknown>>;
}

/** Numbers of operations by role, and of places and ids by resource. */
export interface Agreement {
  /** Operations in a role of a resource by the labels, and by Standin. */
  readonly labelled: number;
  readonly recognised: number;
  /** Those that both have in the same role. */
  readonly agreed: number;
  /** Ids and places of operations that both have, and those that are equal. */
  readonly details: number;
  readonly detailsAgreed: number;
  readonly flaws: readonly string[];
}

/** Returns the labels of a document of a corpus; `null` if nobody made any. */
export function readLabels(folder: string, name: string): Labels | null {
  const path = join(folder, 'labels', `${name}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Labels) : null;
}

/** Compares labels with what was recognised. */
export function compareLabels(labels: Labels, taken: readonly TakenOperation[]): Agreement {
  const byName = new Map(taken.map((one) => [nameOf(one), one]));
  const flaws: string[] = [];
  let labelled = 0;
  let agreed = 0;
  let details = 0;
  let detailsAgreed = 0;
  const expected = new Set<string>();
  for (const resource of labels.resources) {
    for (const [role, name] of Object.entries(resource.operations) as [Kind, string][]) {
      expected.add(name);
      const found = byName.get(name);
      const roles = [role, resource.either?.[role]].flat();
      const is = found === undefined ? 'absent' : roleOf(found);
      if (is === 'none' && roles.includes(is)) continue;
      labelled++;
      if (found === undefined || !roles.includes(is)) {
        flaws.push(`${name}: ${is}, by the labels ${role} of ${resource.resource}`);
        continue;
      }
      agreed++;
      if (role === 'remove') continue;
      const place = role === 'list' ? resource.envelope_list : resource.envelope_item;
      const member = role === 'list' ? 'envelope_list' : 'envelope_item';
      const facts = [
        ['id', resource.id, found.id],
        [member, place, found.envelope ?? ''],
      ] as const;
      for (const [fact, wanted, got] of facts) {
        if (fact === 'id' && found.as === 'singleton') continue;
        if (wanted === null && fact !== 'id') continue;
        details++;
        if ([wanted, resource.either?.[fact]].flat().includes(got)) detailsAgreed++;
        else flaws.push(`${name}: ${fact} ${got}, by the labels ${wanted}`);
      }
    }
  }
  const recognised = taken.filter((one) => roleOf(one) !== 'none');
  let views = 0;
  for (const one of recognised) {
    const name = nameOf(one);
    if (expected.has(name)) continue;
    if (one.as === 'view' && name in labels.views) views++;
    else flaws.push(`${name}: ${one.as}, by the labels in no role`);
  }
  return {
    labelled,
    recognised: recognised.length - views,
    agreed,
    details,
    detailsAgreed,
    flaws,
  };
}

/** The operation as the document has it: `GET /users/{id}`. */
function nameOf({ method, at }: TakenOperation): string {
  return `${method} ${parsePointer(at)?.[1] ?? ''}`;
}

function roleOf({ as, method }: TakenOperation): Kind | 'none' {
  if (as === 'view') return 'list';
  if (as === 'singleton') return SINGLE[method] ?? 'none';
  return kinds.find((kind) => kind === as) ?? 'none';
}

const SINGLE: Readonly<Record<string, Kind>> = {
  GET: 'read',
  PUT: 'replace',
  PATCH: 'update',
  POST: 'update',
  DELETE: 'remove',
};
