// What the recorder says of answers below parents that it does not know.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import { readBody } from '../../../src/model/message/call.ts';
import { Shadow } from '../../../src/record/shadow/shadow.ts';
import { clinic } from '../../support/clinic.ts';

function verdictOf(path: string, status: number, json: Json): readonly unknown[] {
  const { contracts, schemas, checker } = clinic;
  const shadow = new Shadow({ contracts, schemas, checker, profile: defaultProfile, basePath: '' });
  const span = shadow.begin('GET', path, false);
  shadow.end(span);
  const call = { method: 'GET', path, query: '', headers: {}, body: readBody('') };
  const headers = { 'content-type': 'application/json' };
  const received = { status, headers, body: readBody(JSON.stringify(json)) };
  const judged = shadow.judge({ span, call, received, isReadable: true, at: 0 });
  return [judged.verdict, judged.findings.map(({ code }) => code)];
}

const rex = { id: 2, name: 'Rex', kind: 'dog', owner_id: 1 };

describe('Shadow, below parents', () => {
  it.each<[string, number, Json, string, readonly string[]]>([
    ['/owners/1/pets', 200, [rex], 'conforms', []],
    ['/owners/1/pets/2', 200, rex, 'conforms', []],
    ['/owners/9/pets/2', 200, rex, 'violates', ['wrong-scope']],
    ['/owners/9/pets', 200, [rex], 'violates', ['wrong-scope']],
    ['/owners/1/pets/2', 203, rex, 'violates', ['status']],
    ['/owners/1/pets/2/visits', 200, [{ id: 1, reason: 'cough' }], 'conforms', []],
    ['/pets/dogs', 200, [rex], 'conforms', []],
    ['/pets/dogs', 200, [{ ...rex, kind: 'cat' }], 'violates', ['wrong-scope']],
  ])('judges %s answered with %i %j', (path, status, json, verdict, codes) => {
    expect(verdictOf(path, status, json)).toEqual([verdict, codes]);
  });

  it('takes a missing parent for possible', () => {
    expect(verdictOf('/owners/9/pets', 404, {})[0]).not.toBe('violates');
    expect(verdictOf('/owners/1/pets/2', 404, {})[0]).not.toBe('violates');
  });
});
