// When a planted fault counts as found: a new finding that shows a call which the fault changed.

import { describe, expect, it } from 'vitest';
import { isApplicable, outcomeOf } from './judge-faults.ts';
import { partsPlace } from './parts-service.ts';
import { plantedFaults } from './planting/planted-faults.ts';
import type { Finding } from './run-verify.ts';

const finding = (operation: string, code: string, at: string | null = null): Finding => ({
  operation,
  code,
  at,
  message: '',
  calls: ['GET /parts/3'],
});
const changed = new Set(['GET /api/parts/3']);

describe('outcomeOf', () => {
  it('names the new finding that shows a changed call', () => {
    const known = [finding('GET /parts/{id}', 'member-missing', '/note')];
    const found = finding('GET /parts/{id}', 'member-missing', '/stock');
    expect(outcomeOf([...known, found], known, changed)).toEqual({
      kind: 'found',
      by: 'GET /parts/{id} member-missing /stock',
    });
  });

  it.each([
    ['a known finding', finding('GET /parts/{id}', 'member-missing', '/note')],
    ['a known finding without its place', finding('GET /parts/{id}', 'member-missing')],
    ['a finding about other calls', { ...finding('GET /parts', 'failed'), calls: ['GET /parts'] }],
  ])('takes %s for no proof', (_what, one) => {
    const known = [finding('GET /parts/{id}', 'member-missing', '/note')];
    expect(outcomeOf([one], known, changed)).toEqual({ kind: 'missed', met: true });
  });

  it('goes by the operation of a finding that shows the usual call in place of its own', () => {
    const named = { ...finding('POST /parts/{id}', 'status'), calls: ['POST /parts'] };
    const made = new Set(['POST /parts/a']);
    expect(outcomeOf([named], [], made)).toMatchObject({ kind: 'found' });
  });

  it('goes by the operation of a finding that shows no calls', () => {
    const first = { ...finding('GET /parts/{id}', 'media-type'), calls: [] };
    expect(outcomeOf([first], [], changed)).toMatchObject({ kind: 'found' });
    const other = { ...first, operation: 'GET /parts' };
    expect(outcomeOf([other], [], changed)).toMatchObject({ kind: 'missed' });
  });

  it('knows a path with a slash at its end', () => {
    const made = { ...finding('POST /parts', 'status'), calls: ['POST /parts'] };
    expect(outcomeOf([made], [], new Set(['POST /api/parts/']))).toMatchObject({ kind: 'found' });
  });

  it('tells a fault that the run never met', () => {
    expect(outcomeOf([], [], new Set())).toEqual({ kind: 'missed', met: false });
  });
});

describe('isApplicable', () => {
  const named = (name: string) => plantedFaults.find((one) => one.name === name);

  it.each([
    ['required-member-missing', { requires: undefined }],
    ['narrowing-ignored', { narrowedBy: undefined }],
    ['removal-removes-nothing', { removed: 'soft' }],
    ['change-loses-a-member', { has: ['read', 'remove'] }],
    ['list-lacks-the-newest', { list: null }],
    ['unknown-is-200', { has: ['remove'] }],
    ['creation-loses-a-member', { sample: () => undefined }],
  ])('%s needs its place', (name, lacking) => {
    const fault = named(name);
    if (fault === undefined) expect.fail(name);
    expect(isApplicable(fault, [partsPlace])).toBe(true);
    expect(isApplicable(fault, [{ ...partsPlace, ...lacking } as typeof partsPlace])).toBe(false);
  });
});
