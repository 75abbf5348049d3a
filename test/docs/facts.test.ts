// Pages that list what the sources define list all of it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, own } from '../../src/base/json.ts';
import { contractSchema } from '../../src/contract/file/contract-schema.ts';
import { kinds, methods } from '../../src/contract/operation-kinds.ts';
import { refusals } from '../../src/contract/situations.ts';
import { fields, sources, states } from '../../src/journal/filter/fields.ts';
import { noDirective } from '../../src/mock/directives/directive-fields.ts';
import { root } from '../support/root.ts';

const page = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8');

/** The part of a page below a heading, up to the next heading of the same rank. */
function section(text: string, heading: string): string {
  const rank = heading.slice(0, heading.indexOf(' '));
  return (text.split(`\n${heading}\n`)[1] ?? '').split(`\n${rank} `)[0] ?? '';
}

/** The words in code that the first cells of tables hold. */
function firstCells(text: string): readonly string[] {
  return [...text.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
  );
}

/** The names of the members that a schema allows at a place in it. */
function membersAt(steps: readonly string[]): readonly string[] {
  let at: Json | undefined = contractSchema;
  for (const step of steps) at = at !== undefined && isObject(at) ? own(at, step) : undefined;
  return at !== undefined && isObject(at) ? Object.keys(at) : [];
}

const OPERATION = ['$defs', 'operation', 'properties'];
const OUTCOME = ['$defs', 'outcome', 'properties'];

describe('docs/contract.md', () => {
  const text = page('contract.md');

  it('lists exactly the members of a contract, an operation and an outcome', () => {
    const own = firstCells(section(text, '## Members of a contract').split('\n### ')[0] ?? '');
    expect([...own].sort()).toEqual([...membersAt(['properties'])].sort());
    const operation = firstCells(section(text, '### operations')).filter(
      (word) => !(kinds as readonly string[]).includes(word),
    );
    expect([...operation].sort()).toEqual([...membersAt(OPERATION)].sort());
    expect([...firstCells(section(text, '### outcomes'))].sort()).toEqual(
      [...membersAt(OUTCOME)].sort(),
    );
  });

  it('lists every kind of operation with method and path, and every situation', () => {
    for (const kind of kinds) {
      const { method, on } = methods[kind];
      expect(text).toContain(
        `| \`${kind}\` | ${method} | ${on === 'item' ? 'one item' : 'the collection'} |`,
      );
    }
    for (const situation of ['ok', ...refusals])
      expect(section(text, '### outcomes')).toContain(`\`${situation}\``);
  });
});

describe('docs/qa.md', () => {
  it('lists every field of a filter, every state and every source', () => {
    const text = section(page('qa.md'), '## Filters');
    const other: Readonly<Record<string, string>> = { operation: 'op', duration: 'dur' };
    for (const name of fields.keys()) expect(text).toContain(`\`${other[name] ?? name}:`);
    for (const name of [...states, ...sources]) expect(text).toMatch(new RegExp(`[:\`]${name}\``));
  });
});

describe('docs/worlds-and-faults.md', () => {
  it('lists everything that a client can request for an answer', () => {
    const text = section(page('worlds-and-faults.md'), '## Errors on demand');
    for (const name of [...Object.keys(noDirective), 'wait']) expect(text).toContain(`\`${name}=`);
  });
});

describe('docs/api.md', () => {
  it('shows an example of every path that it lists', () => {
    const text = page('api.md');
    const listed = /"detail":"The resources are ([a-z, ]+)\."/.exec(text)?.[1]?.split(', ') ?? [];
    expect(listed.length).toBeGreaterThan(10);
    for (const place of listed)
      expect(text).toMatch(new RegExp(`/__standin/api/${place}\\b|\`${place}[/?\`]`));
  });
});

describe('README.md', () => {
  it('claims no number that docs/numbers.md does not have', () => {
    const why = section(readFileSync(join(root, 'README.md'), 'utf8'), '## Why believe it');
    // test/bench/numbers-page.test.ts compares what is said of our own bed.
    const [others = ''] = why.split('our own bed');
    const claimed = [...others.matchAll(/\d[\d.,]*(?: of \d[\d,]*| %)/g)].map(([text]) => text);
    expect(claimed.length).toBeGreaterThan(4);
    const numbers = page('numbers.md');
    expect(claimed.filter((one) => !numbers.includes(one))).toEqual([]);
  });
});
