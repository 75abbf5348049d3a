import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { declaredKeys, readRedaction } from '../../../src/journal/redact/selection.ts';
import { machines } from '../../support/machines.ts';

function refused(redact: readonly string[], keep: readonly string[]): string {
  try {
    readRedaction({ redact, keep });
  } catch (error) {
    if (error instanceof StandinError) return `${error.code}: ${error.message}\n${error.remedy}`;
  }
  return 'nothing';
}

describe('declaredKeys', () => {
  it('names the keys of operations and others; bearer tokens and cookies are secret anyway', () => {
    const { contracts } = machines({
      security: [{ in: 'query', name: 'k' }, 'bearer', { in: 'cookie', name: 'sid' }],
      operations: { list: { outcomes: {} } },
      actions: [
        { method: 'GET', path: '/a', security: [{ in: 'header', name: 'X-Mine' }], outcomes: {} },
      ],
    });
    expect(declaredKeys(contracts)).toEqual([
      { kind: 'name', name: 'k' },
      { kind: 'header', name: 'x-mine' },
    ]);
  });
});

describe('readRedaction', () => {
  it('reads names, pointers, header fields and domains of addresses', () => {
    expect(
      readRedaction({
        redact: ['salary', '/address/*', 'X-Customer:'],
        keep: ['@Example.com', '@'],
      }),
    ).toEqual({
      redact: [
        { kind: 'name', name: 'salary' },
        { kind: 'place', steps: ['address', '*'] },
        { kind: 'header', name: 'x-customer' },
      ],
      keep: [
        { kind: 'emails', domain: 'example.com' },
        { kind: 'emails', domain: '' },
      ],
    });
  });

  it.each([
    [
      '/a~2',
      'option-invalid: --redact "/a~2" is not a JSON Pointer to a member\nWrite it like /address/city. * matches any step; ~1 means a slash in a name, ~0 a tilde.',
    ],
    [
      '/',
      'option-invalid: --redact "/" is not a JSON Pointer to a member\nWrite it like /address/city. * matches any step; ~1 means a slash in a name, ~0 a tilde.',
    ],
    [
      '@a b',
      'option-invalid: --redact "@a b" is not a domain\nWrite @example.com, or @ for every address.',
    ],
    [
      'a=b',
      'option-invalid: --redact "a=b" is neither a name, a pointer nor a header field\nWrite a name like salary, a pointer like /address/city, a header field like X-Customer: with its colon, or the domain of e-mail addresses like @example.com.',
    ],
    [
      '',
      'option-invalid: --redact "" is neither a name, a pointer nor a header field\nWrite a name like salary, a pointer like /address/city, a header field like X-Customer: with its colon, or the domain of e-mail addresses like @example.com.',
    ],
  ])('refuses %j', (text, told) => {
    expect(refused([text], [])).toBe(told);
  });

  it('refuses a name that is given to both options', () => {
    expect(refused(['salary'], ['salary'])).toBe(
      'option-invalid: "salary" is given to --redact and to --keep\nRemove one of them.',
    );
  });
});
