// What the recorder says of writes to the path of the collection whose body names an item.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import { readBody } from '../../../src/model/message/call.ts';
import { Shadow } from '../../../src/record/shadow/shadow.ts';
import { machines } from '../../support/machines.ts';

const at = '/plant/machines';
const json = { 'content-type': 'application/json' };

type Exchanged = readonly [string, JsonObject | null, number, JsonObject];

/** Judges exchanges in turn; returns the verdict on the last, its operation and its history. */
function judgedLast(...exchanges: readonly Exchanged[]): readonly unknown[] {
  const { contracts, schemas, checker } = machines();
  const shadow = new Shadow({ contracts, schemas, checker, profile: defaultProfile, basePath: '' });
  let last: readonly unknown[] = [];
  for (const [seq, [request, sent, status, shown]] of exchanges.entries()) {
    const [method = '', path = ''] = request.split(' ');
    const span = shadow.begin(method, path, false);
    shadow.end(span);
    const body = readBody(sent === null ? '' : JSON.stringify(sent));
    const call = { method, path, query: '', headers: sent === null ? {} : json, body };
    const received = { status, headers: json, body: readBody(JSON.stringify(shown)) };
    const judged = shadow.judge({ span, call, received, isReadable: true, at: 0 });
    last = [judged.verdict, judged.operation, judged.history.join('; ')];
    judged.settle(seq + 1);
  }
  return last;
}

const saw = { serial: 4, name: 'Saw' };
const big = { ...saw, name: 'Big saw' };
const made: Exchanged = [`POST ${at}`, { name: 'Saw' }, 201, saw];
const reading: Exchanged = [`GET ${at}/4`, null, 200, big];

describe('Shadow, of operations in other ways', () => {
  it('knows an item by the body that replaced it', () => {
    const put: Exchanged = [`PUT ${at}`, big, 200, big];
    expect(judgedLast(made, put).slice(0, 2)).toEqual(['conforms', 'replace']);
    expect(judgedLast(made, put, reading)).toEqual([
      'conforms',
      'read',
      expect.stringContaining('serial 4 was replaced by request 2'),
    ]);
  });

  it('judges a change by POST as one by PATCH', () => {
    const post: Exchanged = [`POST ${at}/4`, { name: 'Big saw' }, 200, big];
    expect(judgedLast(made, post).slice(0, 2)).toEqual(['conforms', 'update']);
    expect(judgedLast(made, post, reading)).toEqual([
      'conforms',
      'read',
      expect.stringContaining('serial 4 was updated by request 2'),
    ]);
  });

  it('forgets what it knew if a write to the collection is not judged', () => {
    const { contracts, schemas, checker } = machines();
    const shadow = new Shadow({
      contracts,
      schemas,
      checker,
      profile: defaultProfile,
      basePath: '',
    });
    const span = shadow.begin('PUT', at, false);
    expect(span.touch).toEqual({ kind: 'any-item', rows: 'machines' });
    shadow.end(span);
    expect(() => shadow.skip(span)).not.toThrow();
  });
});
