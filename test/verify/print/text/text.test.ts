// What a person reads at the end of a run, to the letter.

import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../src/verify/print/columns.ts';
import { progressLine, toText } from '../../../../src/verify/print/text/text.ts';
import type { Progress } from '../../../../src/verify/report.ts';
import {
  conforming,
  driftFinding,
  HOSTILE,
  hostile,
  laws,
  partly,
  putFinding,
  unjudged,
  violating,
} from '../reports.ts';

const plain = { colour: false, columns: 80 };

describe('toText', () => {
  it('sums up a run of a service that conforms', () => {
    expect(toText(conforming, plain)).toBe(`\
standin verify http://127.0.0.1:3000
users, standard budget, seed 42, 212 requests in 1.8 s, standin 0.2.0

Laws
  ✓ GET list  2 of 2 laws held
  ✓ POST      2 of 2 laws held
  ✓ PUT       2 of 2 laws held
  ✓ PATCH     1 of 1 laws held
  ✓ DELETE    1 of 1 laws held

Pacts
  not run: there are none in contracts/pacts

Walks
  20 of 20 run, 312 steps

Bystanders
  0 of 50 foreign users changed, compared in the list; 6 read singly

✓ http://127.0.0.1:3000 conforms to the contract
  again: standin verify http://127.0.0.1:3000 --seed 42
`);
  });

  it('says of a partial run how many laws were exercised, and why not the others', () => {
    const text = toText(partly, plain);
    expect(text).toContain(`
  – PATCH     0 of 1 laws held, 1 not exercised
  ✓ DELETE    1 of 1 laws held
  1 not exercised: the specification shows no path and no payload of PATCH
      patch-changes-its-target
  no law is about HEAD

Pacts
`);
    expect(text.slice(text.indexOf('\n– http'))).toBe(`
– http://127.0.0.1:3000 conforms as far as tried: 7 of 8 laws exercised
  1 law not exercised: the specification shows no path and no payload of PATCH
  no law is about HEAD
  again: standin verify http://127.0.0.1:3000 --seed 42
`);
  });

  it('names items as the contract does', () => {
    expect(toText({ ...conforming, resource: 'books' }, plain)).toContain(
      '\n  0 of 50 foreign books changed, compared in the list; 6 read singly\n',
    );
  });

  it('ends with the findings and the verdict', () => {
    expect(toText(violating, plain)).toBe(VIOLATING);
  });

  it('says that leftovers stay if the contract has no DELETE', () => {
    const text = toText({ ...violating, leftoversFate: 'stay' }, plain);
    expect(text).toContain(
      '\nLeft behind: 1; they stay, because the contract has no DELETE\n  - /users/31: DELETE was answered 500\n',
    );
  });

  it('says why a service could not be judged, and what to do', () => {
    expect(toText(unjudged, plain).split('\n').slice(-6)).toEqual([
      '',
      '? http://127.0.0.1:3000 could not be judged',
      '  Nothing listens at http://127.0.0.1:3000.',
      '  Start the service, or name another address.',
      '  again: standin verify http://127.0.0.1:3000 --seed 42',
      '',
    ]);
    expect(toText(unjudged, plain)).toContain('\nLaws\n  no law was tried\n');
  });

  it('lists the laws that a finding broke in one line', () => {
    const broken = laws.map((law, index) => ({
      ...law,
      result: 'broken' as const,
      brokenBy: index < 3 ? [1, 2] : index < 6 ? [2] : [],
    }));
    expect(toText({ ...violating, laws: broken, untried: [] }, plain)).toContain(`
  ✗ PUT       0 of 2 laws held, 2 broken
  ✗ PATCH     0 of 1 laws held, 1 broken
  ✗ DELETE    0 of 1 laws held, 1 broken
  3 laws broken by finding 1: list-is-an-array, list-elements-have-id-and-name,
                              created-user-is-read
  6 laws broken by finding 2: list-is-an-array, list-elements-have-id-and-name,
                              created-user-is-read, ids-are-unique,
                              replaced-address-is-read, put-twice-is-put-once
  2 laws broken: patch-changes-its-target, removed-user-is-gone

Pacts
`);
  });

  it('shows twenty findings and says how many there are', () => {
    const text = toText(
      { ...violating, findings: Array.from({ length: 23 }, () => driftFinding) },
      plain,
    );
    expect(text).toContain('\n\n3 more findings: --json, --junit and --html show all.\n');
    // Each is shown whole, and in the list below the verdict.
    expect(text.match(/A creation was answered 200\./g)).toHaveLength(40);
  });

  it('says what kind of finding it is, and who decided', () => {
    const said = (
      breach: 'violates' | 'drifted',
      by: 'http' | 'create.status',
    ): readonly string[] => {
      const text = toText({ ...violating, findings: [{ ...driftFinding, breach, by }] }, plain);
      return text.split('\n').filter((line) => /^✗|^1 {2}|^ {3}decided/.test(line));
    };
    expect(said('drifted', 'create.status')).toEqual([
      '1  POST departs from a pinned choice: section 4, rule 8',
      '   decided   by create.status, pinned',
      '✗ http://127.0.0.1:3000 departs from a pinned choice: 1 finding',
    ]);
    expect(said('violates', 'http')[1]).toBe('   decided   by HTTP itself');
  });

  it.each([30, 40, 60, 80, 132])(
    'fits %i columns, but for what is made to be pasted',
    (columns) => {
      for (const report of [conforming, partly, violating, unjudged]) {
        const lines = toText(
          { ...report, laws: [...laws, ...laws] },
          { colour: false, columns },
        ).split('\n');
        const wide = lines.filter(
          (line) => columnsOf(line) > columns && !/^ {3}(ID1=|curl|#)|^ {2}again: /.test(line),
        );
        expect(wide).toEqual([]);
      }
    },
  );

  it('is coloured only on request, with the same text', () => {
    const coloured = toText(violating, { colour: true, columns: 80 });
    expect(toText(violating, plain)).not.toContain('\u001b');
    expect(coloured).toContain(
      '\u001b[1m\u001b[31m✗ http://127.0.0.1:3000 violates the contract: 2 findings\u001b[39m\u001b[22m',
    );
    expect(withoutColours(coloured)).toBe(toText(violating, plain));
  });

  it('shows text of a service without effect on the terminal', () => {
    expect(toText(hostile, plain)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(withoutColours(toText(hostile, { colour: true, columns: 80 }))).toBe(
      toText(hostile, plain),
    );
  });
});

describe('progressLine', () => {
  const [held, , , , broken, , skipped] = laws;
  const cases: readonly (readonly [Progress | undefined, string])[] = [
    [{ kind: 'stage', stage: 'laws', what: 'eight laws' }, '▸ laws: eight laws'],
    [held && { kind: 'law', law: held, done: 1, total: 54 }, '✓  1/54 list-is-an-array'],
    [
      broken && { kind: 'law', law: broken, done: 12, total: 54 },
      '✗ 12/54 replaced-address-is-read',
    ],
    [
      skipped && { kind: 'law', law: skipped, done: 54, total: 54 },
      '– 54/54 patch-changes-its-target',
    ],
    [
      { kind: 'finding', finding: driftFinding },
      '✗ POST departs from a pinned choice: section 4, rule 8: A creation was answered…',
    ],
    [
      { kind: 'finding', finding: putFinding },
      '✗ PUT violates the contract: section 4, PUT /users/{user_id}: A PUT of another …',
    ],
    [
      { kind: 'waiting', seconds: 2.5, why: '429 of the service' },
      '… waiting 2.5 s: 429 of the service',
    ],
  ];

  it.each(cases)('writes %o', (progress, line) => {
    expect(progress && progressLine(progress, plain)).toBe(line);
  });

  it('is one line that fits, whatever it holds', () => {
    const finding = { ...driftFinding, clause: HOSTILE, message: HOSTILE };
    for (const progress of [
      { kind: 'finding', finding },
      { kind: 'waiting', seconds: 1, why: HOSTILE },
    ] as const) {
      const line = progressLine(progress, { colour: false, columns: 40 });
      expect(columnsOf(line)).toBeLessThanOrEqual(40);
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }
  });
});

function withoutColours(text: string): string {
  return [1, 2, 22, 31, 32, 33, 36, 39].reduce(
    (rest, code) => rest.replaceAll(`\u001b[${code}m`, ''),
    text,
  );
}

const VIOLATING = `\
standin verify http://127.0.0.1:3000
users, standard budget, seed 42, 212 requests in 1.8 s, standin 0.2.0

Laws
  ✓ GET list  2 of 2 laws held
  ✓ POST      2 of 2 laws held
  ✗ PUT       1 of 2 laws held, 1 broken
  – PATCH     0 of 1 laws held, 1 not exercised
  ✓ DELETE    1 of 1 laws held
  1 law broken by finding 1: replaced-address-is-read: This is what
                             replaced-address-is-read says.
  1 not exercised: the specification shows no path and no payload of PATCH
      patch-changes-its-target

Pacts
  1 of 4 interactions passed, 1 failed, 1 not verified, 1 pending
  ✗ failed: web: a request for one user (given a user exists)
      $.name: expected a string, found null
  – not verified: web: a removal (given a user exists)
      the service refused to create the user
  – pending: web: a wish (given a user exists)

Walks
  6 of 20 run, 91 steps: the time of 60 s was over

Choices seen (the contract leaves them open)
  create.status  201 (57 times), also 200 (once)
  id.numbers     ascending (12 times)

Notes
  - A name of 300 characters was refused with 422; the specification sets no
    length.

Bystanders
  2 of 50 foreign users changed, 1 vanished: inconclusive, because other clients
  may have written at the same time

1  PUT violates the contract: section 4, PUT /users/{user_id}
   A PUT of another city was answered 204, and the user read afterwards still
   has the old one.

   expected  "Ankara"
   actual    "Izmir"
   at        /address/city of the body
   decided   by the contract
   law       replaced-address-is-read
   code      value-changed
   remedy    Store every member that PUT sends, also those inside of address.
   sent      POST /users 201
             PUT /users/17 204
             GET /users/17 200

   repeat
${putFinding.curl.map((line) => `   ${line}\n`).join('')}
2  POST departs from a pinned choice: section 4, rule 8
   A creation was answered 200.

   expected  201
   actual    200
   decided   by create.status, pinned
   law       walk
   code      drifted
   remedy    Answer 201, or take the pin of create.status away.
   sent      POST /users 200
             GET /users/18 no reply: the connection was reset

Left behind: 1; run "standin clean" to remove them
  - /users/31: DELETE was answered 500

✗ http://127.0.0.1:3000 violates the contract: 2 findings
  1  PUT   A PUT of another city was answered 204, and the user read afterwards…
  2  POST  A creation was answered 200.
  again: standin verify http://127.0.0.1:3000 --seed 42
`;
