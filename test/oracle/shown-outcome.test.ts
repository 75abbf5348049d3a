// What a contract says of refusals by their status is compared with those that come, in whatever
// situation; that one comes is not demanded.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import type { Operation } from '../../src/contract/contract.ts';
import type { Refusal } from '../../src/contract/situations.ts';
import { readBody } from '../../src/model/message/call.ts';
import type { Finding } from '../../src/oracle/finding.ts';
import { shownFindings, shownFindingsOfAny } from '../../src/oracle/shown-outcome.ts';
import { createChecker } from '../../src/schema/check.ts';
import { Schemas } from '../../src/schema/schema.ts';
import { usersContract } from '../support/users.ts';

const checker = createChecker(
  new Schemas(
    new Map([
      ['error', { type: 'object', required: ['code'], properties: { code: { type: 'integer' } } }],
      ['gone', { type: 'object', required: ['since'] }],
    ]),
  ),
);
const operation: Operation = {
  summary: 'Create',
  source: 'section 4',
  body: 'user',
  outcomes: { taken: { status: 409, source: 'section 5' } },
  refusals: {
    422: { status: 422, body: 'error', source: 'section 6' },
    410: { status: 410, body: 'gone', source: 'section 7' },
    '4XX': {
      body: 'error',
      headers: { 'content-type': 'application/problem+json' },
      source: 'section 8',
    },
  },
};
const contract = {
  ...usersContract,
  operations: { ...usersContract.operations, create: operation },
};

function replied(status: number, json: Json, type = 'application/json') {
  const body = readBody(JSON.stringify(json));
  return {
    contract,
    kind: 'create' as const,
    received: { status, headers: { 'content-type': type }, body },
  };
}

function codesOf(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ code, clause }) => `${code} ${clause}`);
}

describe('shownFindings', () => {
  it.each<[string, Refusal, ReturnType<typeof replied>, readonly string[]]>([
    ['a body that fits', 'invalid', replied(422, { code: 1 }), []],
    ['another body', 'invalid', replied(422, { code: 'one' }), ['member-type section 6']],
    ['a body without the member', 'invalid', replied(410, {}), ['member-missing section 7']],
    ['another media type', 'stale', replied(412, { code: 1 }), ['header section 8']],
    ['a status outside of what is said', 'stale', replied(500, {}), []],
    ['another status than is specified', 'taken', replied(422, { code: 1 }), ['status section 5']],
  ])('of a refusal compares %s', (_what, situation, reply, codes) => {
    expect(codesOf(shownFindings(reply, situation, checker))).toEqual(codes);
  });
});

describe('shownFindings, of several statuses', () => {
  const several = (status: number, json: Json) => {
    const reply = replied(status, json);
    const ok = { statuses: [201, 200], body: 'error', source: 'section 3' };
    const create = { ...operation, outcomes: { ok } };
    return { ...reply, contract: { ...contract, operations: { create } } };
  };

  it.each<[string, ReturnType<typeof several>, readonly string[]]>([
    ['the first', several(201, { code: 1 }), []],
    ['the first with another body', several(201, {}), ['member-missing']],
    ['another one, of which nothing else is said', several(200, {}), []],
    ['one that is not named', several(202, { code: 1 }), ['status']],
  ])('compares %s', (_what, reply, codes) => {
    const findings = shownFindings(reply, 'ok', checker);
    expect(findings.map(({ code }) => code)).toEqual(codes);
    if (codes.includes('status'))
      expect(findings[0]).toMatchObject({
        expected: 'status 201 or 200',
        actual: 'status 202',
        remedy: 'Answer with 201 or 200.',
      });
  });
});

describe('shownFindingsOfAny', () => {
  it.each<[string, readonly Refusal[], number]>([
    ['an open situation among others', ['taken', 'invalid'], 1],
    ['a situation that is not known', [], 1],
    ['what is specified alone', ['taken'], 1],
  ])('compares %s with the status that came', (_what, situations, count) => {
    expect(shownFindingsOfAny(replied(422, { code: 'one' }), situations, checker)).toHaveLength(
      count,
    );
  });

  it('asks for nothing where nothing is said', () => {
    const silent = { ...replied(422, 'no'), contract: usersContract };
    expect(shownFindingsOfAny(silent, [], checker)).toEqual([]);
    expect(shownFindingsOfAny(silent, ['invalid'], checker)).toEqual([]);
  });
});
