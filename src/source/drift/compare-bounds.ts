// What a change of one keyword does to the values that a schema allows.

import { equal } from '../../base/equal.ts';
import type { Json } from '../../base/json.ts';
import type { Reach } from './change.ts';
import { admits } from './schema-view.ts';

/** Returns how a keyword that only restricts changed; `null` if it did not. */
export function reachOfBound(keyword: string, older?: Json, newer?: Json): Reach | null {
  if (older === undefined) return newer === undefined ? null : 'narrower';
  if (newer === undefined) return 'wider';
  if (equal(older, newer)) return null;
  if (keyword === 'format') return reachOfFormat(String(older), String(newer));
  if (typeof older !== 'number' || typeof newer !== 'number') return 'other';
  if (/^(?:exclusiveM|m)in/.test(keyword)) return newer > older ? 'narrower' : 'wider';
  if (/^(?:exclusiveM|m)ax/.test(keyword)) return newer < older ? 'narrower' : 'wider';
  if (newer % older === 0) return 'narrower';
  return older % newer === 0 ? 'wider' : 'other';
}

/** Formats whose values are all values of another one. */
const WIDER_FORMATS: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' };

function reachOfFormat(older: string, newer: string): Reach {
  if (WIDER_FORMATS[older] === newer) return 'wider';
  return WIDER_FORMATS[newer] === older ? 'narrower' : 'other';
}

/** Returns how the types changed; `null` if they did not. `null` in place of types allows any. */
export function reachOfTypes(
  older: readonly string[] | null,
  newer: readonly string[] | null,
): Reach | null {
  if (older === null || newer === null)
    return older === newer ? null : older === null ? 'narrower' : 'wider';
  const isWider = older.every((type) => admits(newer, type));
  const isNarrower = newer.every((type) => admits(older, type));
  if (isWider && isNarrower) return null;
  return isWider ? 'wider' : isNarrower ? 'narrower' : 'other';
}
