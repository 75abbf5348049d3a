import { describe, expect, it } from 'vitest';
import { noBody, readBody } from '../../../src/model/message/call.ts';
import type { Exchanged } from '../../../src/verify/report.ts';
import { withRefusedCall } from '../../../src/verify/search/refused-call.ts';

const TOKEN = 'snabcdefghij';
const about = { code: 'refused-and-created' } as const;

function exchanged(method: string, status: number, sent: string, answered: string): Exchanged {
  const body = sent === '' ? noBody : readBody(JSON.stringify({ name: sent }));
  return {
    call: { method, path: '/users', query: '', headers: {}, body },
    received: { status, headers: {}, body: readBody(JSON.stringify([{ name: answered }])) },
    trouble: null,
    elapsedMs: 1,
  };
}

const refused = exchanged('POST', 422, `Ann ${TOKEN}aaab`, '');
const others = [
  exchanged('POST', 201, `Bob ${TOKEN}aaac`, ''),
  exchanged('POST', 422, `Eve ${TOKEN}aaad`, ''),
];
const list = exchanged('GET', 200, '', `Ann ${TOKEN}aaab`);
const run = { all: [refused, ...others, list], token: TOKEN };

describe('withRefusedCall', () => {
  it('puts the refused call in front whose values are shown', () => {
    expect(withRefusedCall(about, [list], run)).toEqual([refused, list]);
  });

  it('leaves the exchanges as they are if they have it, or if nothing was refused', () => {
    expect(withRefusedCall(about, [refused, list], run)).toEqual([refused, list]);
    expect(withRefusedCall(about, [list], { ...run, all: others })).toEqual([list]);
  });

  it('is about no other findings', () => {
    expect(withRefusedCall({ code: 'made-twice' }, [list], run)).toEqual([list]);
  });
});
