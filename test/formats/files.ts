// The files that the first form of each was written to, and their published forms.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../src/base/json.ts';
import { createChecker } from '../../src/schema/check.ts';
import { type Schema, Schemas } from '../../src/schema/schema.ts';
import { root } from '../support/root.ts';

/** Returns a file that the first version wrote. */
export function firstFile(name: string): string {
  return join(import.meta.dirname, 'first', name);
}

export function firstText(name: string): string {
  return readFileSync(firstFile(name), 'utf8');
}

/** What a published form finds wrong with a value. */
export function flawsIn(form: string, value: Json): readonly string[] {
  const schema = JSON.parse(readFileSync(join(root, `formats/${form}.json`), 'utf8')) as Schema;
  const checker = createChecker(new Schemas(new Map([[form, schema]])));
  return checker.check(form, value).map(({ at, plain }) => `${at} ${plain}`);
}
