// Refusals in the words of Prism, one by one; test/prism compares whole replies with Prism itself.

import { describe, expect, it } from 'vitest';
import {
  isOfPrism,
  PRISM_TYPE,
  prismContent,
  prismHeaders,
} from '../../../src/model/problems/prism-problem.ts';
import type { ProblemFacts } from '../../../src/model/problems/problem-facts.ts';
import { callOf } from '../../support/users.ts';

const call = callOf('PUT /users', { headers: { accept: 'text/csv,image/png' } });

function problemOf(facts: Partial<ProblemFacts>): Readonly<Record<string, unknown>> {
  const whole = { situation: 'invalid', status: 422, detail: 'ours', remedy: null, errors: [] };
  const content = prismContent({ ...whole, ...facts } as ProblemFacts);
  return content.kind === 'problem' || content.kind === 'json'
    ? (content.value as Readonly<Record<string, unknown>>)
    : {};
}

describe('prismContent', () => {
  it.each<[string, Partial<ProblemFacts>, string]>([
    [
      'an unknown path',
      { situation: 'unrouted', status: 404, call },
      "The route /users hasn't been found in the specification file",
    ],
    ['an unknown path without a call', { situation: 'unrouted', status: 404 }, 'ours'],
    [
      'a method',
      { situation: 'disallowed', status: 405, call },
      'The route /users has been matched, but it does not have "put" method defined',
    ],
    ['a method without a call', { situation: 'disallowed', status: 405 }, 'ours'],
    [
      'credentials',
      { situation: 'unauthorized', status: 401, call },
      'Your request does not fullfil the security requirements and no HTTP unauthorized response was found in the spec, so Prism is generating this error for you.',
    ],
    [
      'an Accept',
      { situation: 'unacceptable', status: 406, call },
      'Unable to find content for text/csv,image/png',
    ],
    ['no Accept', { situation: 'unacceptable', status: 406 }, 'Unable to find content for it'],
    ['a media type without a list', { situation: 'unsupported', status: 415 }, 'ours'],
    [
      'a media type',
      {
        situation: 'unsupported',
        status: 415,
        headers: [{ name: 'accept-patch', value: 'a/b, c/d', by: 'http' }],
      },
      'Supported content types: a/b,c/d',
    ],
    ['a body with a title of its own', { title: 'Ours' }, 'ours'],
    [
      'an id',
      { malformedId: { name: 'id', type: 'integer' } },
      'Your request is not valid and no HTTP validation response was found in the spec, so Prism is generating this error for you.',
    ],
    ['a failure', { situation: 'failed', status: 500 }, 'ours'],
    ['a refusal that Prism does not have', { situation: 'stale', status: 412 }, 'ours'],
  ])('words %s', (_, facts, detail) => {
    expect(problemOf(facts)).toMatchObject({ detail, status: facts.status ?? 422 });
  });

  it('names an invalid id by its place in the path', () => {
    expect(problemOf({ malformedId: { name: 'id', type: 'integer' } })).toMatchObject({
      validation: [
        {
          location: ['path', 'id'],
          severity: 'Error',
          code: 'type',
          message: 'Request path parameter id must be integer',
        },
      ],
    });
  });

  it('shows the challenge of missing credentials', () => {
    const headers = [{ name: 'www-authenticate', value: 'Bearer realm="x"', by: 'http' }] as const;
    expect(problemOf({ situation: 'unauthorized', status: 401, headers })).toMatchObject({
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  });
});

describe('prismHeaders', () => {
  it('keeps Retry-After and the scheme of the challenge, and nothing else', () => {
    const named = (name: string, value: string) => ({ name, value, by: 'http' }) as const;
    const headers = [
      named('retry-after', '3'),
      named('www-authenticate', 'Basic realm="standin", charset="UTF-8"'),
      named('allow', 'GET'),
    ];
    expect(prismHeaders(headers).map(({ value }) => value)).toEqual(['3', 'Basic realm="*"']);
  });
});

describe('isOfPrism', () => {
  it('knows the problems of Prism by their type', () => {
    expect(isOfPrism({ type: `${PRISM_TYPE}NOT_FOUND` })).toBe(true);
    expect(isOfPrism({ type: 'about:blank' })).toBe(false);
    expect(isOfPrism({ error: { code: 'none of them' } })).toBe(false);
    expect(isOfPrism({ error: 'text' })).toBe(false);
    expect(isOfPrism({})).toBe(false);
  });
});
