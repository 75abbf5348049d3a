// What Pact says, and what is said of it.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { readVerdict } from '../../../src/verify/pacts/read-verdict.ts';
import { anySuccess, interactionOf } from './texts.ts';

const interaction = interactionOf({ response: anySuccess });

function failed(...mismatches: readonly Json[]): string {
  const result = { result: 'Error', mismatch: { type: 'mismatches', mismatches } };
  return JSON.stringify({ result: false, errors: [], interactionResults: [result] });
}

const body = (path: string, mismatch: string, expected: Json, actual: Json): Json => ({
  type: 'BodyMismatch',
  path,
  mismatch,
  expected,
  actual,
});

const sentences: readonly [mismatch: Json, at: string | null, message: string][] = [
  [
    {
      type: 'StatusMismatch',
      expected: 200,
      actual: 404,
      mismatch: 'Expected status code 404 to be a Successful response (200–299)',
    },
    null,
    'the status was 404, expected success (200 to 299)',
  ],
  [
    {
      type: 'HeaderMismatch',
      key: 'Content-Type',
      expected: 'a',
      actual: '',
      mismatch: "Expected a header 'Content-Type' but was missing",
    },
    null,
    'the header field Content-Type is missing',
  ],
  [
    {
      type: 'HeaderMismatch',
      key: 'Content-Type',
      expected: 'a',
      actual: 'text/html',
      mismatch: "Mismatch with header 'Content-Type': Expected 'text/html' to match '^a$'",
    },
    null,
    'the header field Content-Type was text/html, expected a value that matches ^a$',
  ],
  [
    {
      type: 'HeaderMismatch',
      key: 'X-A',
      expected: '1',
      actual: '2',
      mismatch: "Mismatch with header 'X-A': Expected '2' to be equal to '1'",
    },
    null,
    'the header field X-A was 2, expected 1',
  ],
  [
    {
      type: 'BodyTypeMismatch',
      expected: 'application/json',
      actual: 'text/html',
      mismatch: 'Expected a body of ...',
    },
    '',
    'the media type of the body was text/html, expected application/json',
  ],
  [
    body('$.name', "Expected 7 (Integer) to be the same type as 'Ada' (String)", '"Ada"', '7'),
    '/name',
    '/name was 7, expected a string',
  ],
  [
    body('$[0].id', "Expected '9' (String) to be a number", '1', '"9"'),
    '/0/id',
    "/0/id was '9', expected a number",
  ],
  [
    body(
      "$.address['the city'].x~y",
      'Expected null (Null) to be the same type as true (Boolean)',
      'true',
      'null',
    ),
    '/address/the city/x~0y',
    '/address/the city/x~0y was null, expected a boolean',
  ],
  [
    body(
      '$',
      'Type mismatch: Expected [1] (Array) to be the same type as {"id":1} (Object)',
      '{}',
      '[]',
    ),
    '',
    'the body was [1], expected an object',
  ],
  [
    body('$', 'Actual map is missing the following keys: id, name', '["id","name"]', '["title"]'),
    '',
    'the body has no id and no name',
  ],
  [
    body('/', 'Expected body Present(21 bytes, application/json) but was empty', '{}', null),
    '',
    'the body was empty, expected JSON',
  ],
  [
    body(
      '$',
      "Failed to parse the actual body: 'expected ident at line 1 column 2'",
      '{}',
      'no json {',
    ),
    '',
    'the body is not JSON: no json {',
  ],
  [body('$.x', '\u001b[1mSomething new\u001b[0m', '1', '2'), '/x', '/x: Something new'],
];

describe('readVerdict', () => {
  it.each(sentences)('translates %j', (mismatch, at, message) => {
    expect(readVerdict(failed(mismatch), interaction)).toMatchObject({
      kind: 'failed',
      mismatches: [{ at, message }],
    });
  });

  it('reports the status first, then the body in order, and at most five mismatches', () => {
    const missing = [3, 12, 0, 7, 5].map((index) =>
      body(`$[${index}]`, 'Actual map is missing the following keys: id', '', ''),
    );
    const status = { type: 'StatusMismatch', expected: 200, actual: 500, mismatch: '' };
    const outcome = readVerdict(failed(...missing, status), interaction);
    const messages =
      outcome.kind === 'failed'
        ? outcome.mismatches.map(({ message }) => message.slice(0, 14))
        : [];
    expect(messages).toEqual([
      'the status was',
      '/0 has no id',
      '/3 has no id',
      '/5 has no id',
      '/7 has no id',
    ]);
  });

  it.each([
    ['200, 202', 'one of the statuses 200, 202', [200, 202]],
    ['a class that is new', 'a status of the class teapot', 'teapot'],
  ])('names the statuses that were expected: %s', (_what, expected, status) => {
    const rules = { status: { $: { matchers: [{ match: 'statusCode', status }] } } };
    const mismatch = { type: 'StatusMismatch', expected: 200, actual: 500, mismatch: '' };
    const outcome = readVerdict(
      failed(mismatch),
      interactionOf({ response: { status: 200, matchingRules: rules } }),
    );
    expect(outcome).toMatchObject({ mismatches: [{ expected }] });
  });

  it('passes if Pact passes', () => {
    expect(
      readVerdict('{"result":true,"interactionResults":[{"result":"OK"}]}', interaction),
    ).toEqual({ kind: 'passed' });
  });

  it.each([
    ['what is no JSON', 'Pact core crashed', 'Pact said Pact core crashed'],
    [
      'a pact that it could not load',
      '{"errors":[{"mismatch":{"type":"error","message":"Failed to load pact"}}],"interactionResults":[]}',
      'Pact could not read it: Failed to load pact',
    ],
    [
      'a request that it could not send',
      '{"interactionResults":[{"result":"Error","mismatch":{"type":"error","message":"error sending request"}}]}',
      'Pact could not verify it: error sending request',
    ],
    [
      'a matcher that it does not know',
      failed(body('$', 'No catalogue entry found for key x', '', '')),
      'Pact cannot use one of its matchers: No catalogue entry found for key x',
    ],
    ['a failure without a reason', failed(), 'Pact did not say why: it did not say why'],
  ])('does not blame the service for %s', (_what, text, why) => {
    expect(readVerdict(text, interaction)).toEqual({
      kind: 'unprepared',
      why,
      remedy: 'Correct the pact, or verify it with the tools of Pact.',
    });
  });
});
