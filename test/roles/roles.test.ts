// Learning what evidence speaks for, from documents that people labelled; and the table of it.

import { describe, expect, it } from 'vitest';
import { weightsOf } from '../../src/source/openapi/recognition/words/weights.ts';
import { useTempFolder } from '../support/temp-folder.ts';
import { readLabelled } from './labelled.ts';
import { learn, shares } from './logistic.ts';

const many = (count: number, evidence: readonly string[], outcome: readonly number[]) =>
  Array.from({ length: count }, () => ({ evidence, outcome }));

/** How likely each outcome is by some evidence. */
const likely = (weights: ReturnType<typeof learn>, evidence: readonly string[]) =>
  shares([0, 1].map((at) => evidence.reduce((sum, one) => sum + (weights.get(one)?.[at] ?? 0), 0)));

describe('learning', () => {
  const examples = [
    ...many(20, ['always', 'a plural'], [0, 1]),
    ...many(20, ['always', 'a verb'], [1, 0]),
    ...many(2, ['always', 'a plural', 'a verb'], [1, 0]),
    ...many(1, ['always', 'once'], [0, 1]),
  ];

  it('finds what each piece of evidence speaks for', () => {
    const weights = learn(examples, 10);
    expect(likely(weights, ['always', 'a plural'])[1]).toBeGreaterThan(0.8);
    expect(likely(weights, ['always', 'a verb'])[0]).toBeGreaterThan(0.8);
  });

  it('leaves out what one example alone has, and keeps as many as are wanted', () => {
    expect(learn(examples, 10).has('once')).toBe(false);
    expect(learn(examples, 2).size).toBe(2);
  });
});

describe('labelled documents', () => {
  const { write } = useTempFolder();

  it('are read with the evidence in each operation', async () => {
    write('documents/harbour.json', {
      openapi: '3.0.3',
      paths: { '/boats': { get: { summary: 'List all boats', responses: {} } } },
    });
    write('labels/harbour.json', {
      operations: { 'GET /boats': { role: 'list', either: ['none'] } },
    });
    const [only, second] = await readLabelled('.');
    expect(second).toBeUndefined();
    expect(only).toMatchObject({ document: 'harbour', method: 'GET', role: 'list' });
    expect(only?.either).toEqual(['none']);
    expect(only?.evidence).toEqual(
      expect.arrayContaining(['path "boat"', 'says that it lists', 'answers nothing told']),
    );
  });

  it('are refused where a document is missing', async () => {
    write('documents/other.json', {});
    write('labels/harbour.json', { operations: {} });
    await expect(readLabelled('.')).rejects.toThrow('there is no document harbour');
  });
});

describe('the table of weights', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('has one for each role of %s', (method) => {
    const { roles, weights } = weightsOf(method);
    expect(roles[0]).toBe('none');
    expect(weights.size).toBeGreaterThan(50);
    for (const [text, by] of weights) {
      expect([text, by.length]).toEqual([text, roles.length]);
      expect(by.every(Number.isFinite)).toBe(true);
    }
  });

  it('is empty for a method of which nothing was learned', () => {
    expect(weightsOf('TRACE').roles).toEqual(['none']);
  });
});
