// Lists that a document sorts, in the forms in which documents say so: each fault is found, and nothing in
// services that sort rightly, whatever they do where nothing is said.

import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

const members: JsonObject = {
  label: { type: 'string' },
  size: { type: 'integer', minimum: 0, maximum: 500 },
  filled: { type: 'string', format: 'date-time' },
  lid: { enum: ['wood', 'cork', 'glass'] },
};

const text = (schema: JsonObject): JsonObject => ({ type: 'string', ...schema });
const query = (name: string, schema: JsonObject): Json => ({ in: 'query', name, schema });

/** How a document names the order, and how its service reads it: the member, and whether it falls. */
const FORMS = {
  signed: {
    parameters: [query('sort', text({ enum: ['label', '-label', 'size', '-size', 'filled'] }))],
    read: (given: URLSearchParams) => signed(given.get('sort')),
  },
  'by two parameters': {
    parameters: [
      query('sort_by', text({ enum: ['label', 'size', 'lid'] })),
      query('sort_dir', text({ enum: ['asc', 'desc'] })),
    ],
    read: (given: URLSearchParams) => ({
      member: given.get('sort_by'),
      falls: given.get('sort_dir') === 'desc',
    }),
  },
  'with an end': {
    parameters: [
      query('orderBy', { type: 'array', items: text({ enum: ['size:asc', 'size:desc'] }) }),
    ],
    read: (given: URLSearchParams) => {
      const [member = null, end] = given.get('orderBy')?.split(':') ?? [];
      return { member, falls: end === 'desc' };
    },
  },
  'by a pattern': {
    parameters: [query('sort', text({ pattern: '^-?(size|label)$' }))],
    read: (given: URLSearchParams) => signed(given.get('sort')),
  },
  'without a direction': {
    parameters: [query('order', text({ enum: ['size', 'label'] }))],
    // Which one it is, the document does not say.
    read: (given: URLSearchParams) => ({ member: given.get('order'), falls: true }),
  },
} as const;

function signed(option: string | null): {
  readonly member: string | null;
  readonly falls: boolean;
} {
  return { member: option?.replace('-', '') ?? null, falls: option?.startsWith('-') === true };
}

type Compare = (one: JsonObject, other: JsonObject, member: string, falls: boolean) => number;

const compare: Compare = (one, other, member, falls) => {
  const [first, second] = [own(one, member) ?? '', own(other, member) ?? ''];
  return (first < second ? -1 : first > second ? 1 : 0) * (falls ? -1 : 1);
};

async function verified(form: keyof typeof FORMS, by: Compare = compare) {
  const { parameters, read } = FORMS[form];
  const document = shelfDocument({
    members,
    required: Object.keys(members),
    item: ['get', 'delete'],
    listParameters: parameters,
  });
  folder.write('openapi.json', JSON.stringify(document));
  await using shelf = await startShelf({
    answer: ({ method, id, query: given }, right) => {
      const answer = right();
      const { member, falls } = read(given);
      if (method !== 'GET' || id !== undefined || member === null) return answer;
      const rows = (answer.body as JsonObject[]).toSorted((one, other) =>
        by(one, other, member, falls),
      );
      return { ...answer, body: rows };
    },
  });
  const { code } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    laws: ['filters-apply'],
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as { findings: { code: string }[] };
  return { code, found: findings.map((one) => one.code), left: shelf.jars.size };
}

const forms = Object.keys(FORMS) as (keyof typeof FORMS)[];
const SPARED = { code: 0, found: [], left: 0 };
const FOUND = { code: 1, found: ['wrong-order'], left: 0 };

describe.each(forms)('a list that is sorted, %s', (form) => {
  it('is in its order', async () => {
    expect(await verified(form)).toEqual(SPARED);
  });

  it('is not if numbers are sorted as texts', async () => {
    const asTexts: Compare = (one, other, member, falls) =>
      String(own(one, member)) < String(own(other, member)) === falls ? 1 : -1;
    expect(await verified(form, asTexts)).toEqual(FOUND);
  });

  it('is not if the parameter changes nothing', async () => {
    expect(await verified(form, () => 0)).toEqual(FOUND);
  });
});

describe('a list that is sorted', () => {
  const directed = forms.filter((form) => form !== 'without a direction');

  it.each(directed)('is in the other direction: %s', async (form) => {
    const turned: Compare = (one, other, member, falls) => compare(one, other, member, !falls);
    expect(await verified(form, turned)).toEqual(FOUND);
  });

  it.each(directed)('is in one direction, whichever is asked for: %s', async (form) => {
    expect(
      await verified(form, (one, other, member) => compare(one, other, member, false)),
    ).toEqual(FOUND);
  });

  it('has equal items in another order each time', async () => {
    let turn = 0;
    const unsteady: Compare = (one, other, member, falls) => {
      turn += 1;
      const tie =
        Math.sin(Number(own(one, 'id')) * turn) - Math.sin(Number(own(other, 'id')) * turn);
      return compare(one, other, member, falls) || tie;
    };
    expect(await verified('signed', unsteady)).toEqual(FOUND);
  });

  it('may order texts by a collation of its own', async () => {
    const collated: Compare = (one, other, member, falls) =>
      member === 'label'
        ? String(one['label']).localeCompare(String(other['label']), 'de', { numeric: true }) *
          (falls ? -1 : 1)
        : compare(one, other, member, falls);
    expect(await verified('signed', collated)).toEqual(SPARED);
  });

  it('may put the values of an enum in the order of the enum', async () => {
    const lids = ['wood', 'cork', 'glass'];
    const ranked: Compare = (one, other, member, falls) =>
      member === 'lid'
        ? (lids.indexOf(String(one['lid'])) - lids.indexOf(String(other['lid']))) * (falls ? -1 : 1)
        : compare(one, other, member, falls);
    expect(await verified('by two parameters', ranked)).toEqual(SPARED);
  });
});
