// A single item of a service gets its values again.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { type Call, readBody } from '../../../src/model/message/call.ts';
import { restoreSingle } from '../../../src/verify/cleanup/restore-single.ts';
import type { GuardedExchange } from '../../../src/verify/guard/guard.ts';
import { readLedger } from '../../../src/verify/guard/ledger.ts';

const members = ['port', 'metres', 'isSpring'];
const values = { port: 'Old Harbour', metres: 4 };

/** A service with one item, and the bodies that were sent to it. */
function tides(held: JsonObject, takes: (call: Call) => boolean = () => true) {
  const sent: string[] = [];
  let now = held;
  const send = (call: Call): Promise<GuardedExchange> => {
    const { body, method } = call;
    const isTaken = method === 'GET' || takes(call);
    if (method !== 'GET' && body.kind === 'json') {
      sent.push(`${method} ${call.headers['content-type']} ${body.text}`);
      if (isTaken) now = { ...(method === 'PATCH' ? now : {}), ...(body.value as JsonObject) };
    }
    now = Object.fromEntries(Object.entries(now).filter(([, value]) => value !== null));
    const received = {
      status: isTaken ? 200 : 415,
      headers: {},
      body: readBody(JSON.stringify(now)),
    };
    return Promise.resolve({ kind: 'received', requests: 1, received } as never);
  };
  return { send, sent, held: () => now };
}

describe('restoreSingle', () => {
  const JSON_TYPE = 'application/json';
  it('puts what was there', async () => {
    const { send, sent, held } = tides({ port: 'x', metres: 0, isSpring: false, seen: 3 });
    const kept = { values, by: 'replace', members } as const;
    expect(await restoreSingle({ send, path: '/tides', kept })).toBeNull();
    expect(sent).toEqual([`PUT ${JSON_TYPE} {"port":"Old Harbour","metres":4}`]);
    expect(held()).toEqual(values);
  });

  it('changes what differs, and unsets what was not there', async () => {
    const { send, sent, held } = tides({ port: 'x', isSpring: false, seen: 3 });
    const kept = { values, by: 'update', members } as const;
    expect(await restoreSingle({ send, path: '/tides', kept })).toBeNull();
    expect(sent).toEqual([
      'PATCH application/merge-patch+json {"isSpring":null,"port":"Old Harbour","metres":4}',
    ]);
    expect(held()).toEqual({ ...values, seen: 3 });
  });

  it('changes it as plain JSON if the service takes no patch', async () => {
    const { send, held } = tides(
      { port: 'x' },
      ({ headers }) => headers['content-type'] === JSON_TYPE,
    );
    const kept = { values, by: 'update', members } as const;
    expect(await restoreSingle({ send, path: '/tides', kept })).toBeNull();
    expect(held()).toEqual(values);
  });

  it('writes nothing if it is as it was, and tells if it cannot be restored', async () => {
    const kept = { values, by: 'replace', members } as const;
    const same = tides(values);
    expect(await restoreSingle({ send: same.send, path: '/tides', kept })).toBeNull();
    expect(same.sent).toEqual([]);
    const other = tides({ port: 'x' }, () => false);
    expect(await restoreSingle({ send: other.send, path: '/tides', kept })).toBe(
      'it has other values; the write was answered 415',
    );
  });
});

describe('readLedger, of a single item', () => {
  const first = {
    kind: 'run',
    version: 1,
    token: 'snabcdefghij',
    baseUrl: 'http://h',
    path: '/tides',
    startedAt: '',
  };
  const read = (entry: JsonObject): unknown =>
    readLedger([first, entry], () => Promise.resolve())?.kept;
  it('tells what it held', () => {
    const kept = { values, by: 'replace', members };
    expect(read({ kind: 'kept', values: kept })).toEqual(kept);
    expect(read({ kind: 'kept', values: { ...kept, by: 'remove' } })).toBeNull();
    expect(read({ kind: 'intent' })).toBeNull();
  });
});
