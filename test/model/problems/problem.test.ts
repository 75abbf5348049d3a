import { describe, expect, it } from 'vitest';
import { refusals } from '../../../src/contract/situations.ts';
import {
  PROBLEM_PATH,
  problemContent,
  problemTitles,
} from '../../../src/model/problems/problem.ts';
import type { ProblemFacts } from '../../../src/model/problems/problem-facts.ts';

const facts: ProblemFacts = {
  situation: 'invalid',
  status: 422,
  detail: 'the body is invalid: /name must be a string, is a number, and 1 more',
  remedy: 'Correct it.',
  errors: [
    { pointer: '/name', detail: 'must be a string, is a number' },
    { pointer: '', detail: '"email" is missing' },
  ],
};

describe('problemContent', () => {
  it('returns problem details (RFC 9457)', () => {
    expect(problemContent(facts, 'problem', 'situation')).toEqual({
      kind: 'problem',
      value: {
        type: '/__standin/problems/invalid',
        title: 'The body is invalid',
        status: 422,
        detail: 'the body is invalid: /name must be a string, is a number, and 1 more',
        remedy: 'Correct it.',
        errors: [
          { pointer: '/name', detail: 'must be a string, is a number' },
          { pointer: '', detail: '"email" is missing' },
        ],
        code: 'invalid',
      },
    });
  });

  it('leaves out absent members', () => {
    const bare: ProblemFacts = {
      situation: 'late',
      status: 408,
      detail: 'too late',
      remedy: null,
      errors: [],
    };
    expect(problemContent(bare, 'problem', 'none')).toEqual({
      kind: 'problem',
      value: {
        type: '/__standin/problems/late',
        title: 'The request did not arrive in time',
        status: 408,
        detail: 'too late',
      },
    });
  });

  it('returns one sentence, with every error', () => {
    const error = 'the body is invalid: /name must be a string, is a number; "email" is missing';
    expect(problemContent(facts, 'message', 'none')).toEqual({ kind: 'json', value: { error } });
    expect(problemContent(facts, 'message', 'situation')).toEqual({
      kind: 'json',
      value: { error, code: 'invalid' },
    });
  });

  it('returns the reason phrase of the status, or the brief text', () => {
    expect(problemContent(facts, 'reason', 'none')).toEqual({
      kind: 'json',
      value: { error: 'Unprocessable Content' },
    });
    const brief = { ...facts, brief: 'No object' };
    expect(problemContent(brief, 'reason', 'situation')).toEqual({
      kind: 'json',
      value: { error: 'No object', code: 'invalid' },
    });
  });

  it.each(['situation', 'none'] as const)(
    'returns an empty object, or nothing, with the code %s',
    (code) => {
      expect(problemContent(facts, 'empty-object', code)).toEqual({ kind: 'json', value: {} });
      expect(problemContent(facts, 'none', code)).toEqual({ kind: 'none' });
    },
  );
});

describe('problemTitles', () => {
  it('has its own title for every refusal and failure', () => {
    const names = [...refusals, 'unreadable', 'late', 'unkept', 'failed'];
    expect(Object.keys(problemTitles).toSorted()).toEqual(names.toSorted());
    expect(new Set(Object.values(problemTitles)).size).toBe(names.length);
  });
});

describe('PROBLEM_PATH', () => {
  it('is the path at which the API of Standin describes problems', () => {
    expect(PROBLEM_PATH).toBe('/__standin/problems/');
  });
});
