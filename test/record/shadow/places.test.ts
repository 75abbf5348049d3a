// What earlier requests prove of items below parents, in envelopes, and of single items. Nobody else
// writes here unless a test says so.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import { type Call, readBody } from '../../../src/model/message/call.ts';
import { Shadow, type ShadowOptions } from '../../../src/record/shadow/shadow.ts';
import { createLazyChecker } from '../../../src/schema/lazy-checker.ts';
import { loadShapes } from '../../bed/shapes/contracts.ts';
import { clinic } from '../../support/clinic.ts';

type Project = Pick<ShadowOptions, 'contracts' | 'schemas' | 'checker'>;

/** `POST /owners`, the body that is sent or `null`, and the answer. */
type Exchange = readonly [request: string, sent: Json, status: number, answer?: Json];

/** Time between two exchanges in milliseconds: no read of these services lags so long. */
const APART_MS = 10_000;

const TYPED = { 'content-type': 'application/json' };

function bodyOf(json: Json | undefined): Pick<Call, 'headers' | 'body'> {
  return json === undefined
    ? { headers: {}, body: readBody('') }
    : { headers: TYPED, body: readBody(JSON.stringify(json)) };
}

/** Returns the codes of the findings of each exchange. */
function codesOf(project: Project, exchanges: readonly Exchange[]): readonly string[] {
  const { contracts, schemas, checker } = project;
  const shadow = new Shadow({ contracts, schemas, checker, profile: defaultProfile, basePath: '' });
  return exchanges.map(([request, sent, status, answer], index) => {
    const [method = '', path = ''] = request.split(' ');
    const span = shadow.begin(method, path, false);
    shadow.end(span);
    const call = { method, path, query: '', ...bodyOf(sent ?? undefined) };
    const received = { status, ...bodyOf(answer) };
    const judged = shadow.judge({ span, call, received, isReadable: true, at: index * APART_MS });
    judged.settle(index + 1);
    return judged.findings.map(({ code }) => code).join();
  });
}

const shapes = await loadShapes();
const checker = createLazyChecker(shapes.schemas);
await checker.load();

const dog = { name: 'Rex', kind: 'dog' };
const rex = { id: 7, ...dog, owner_id: 1 };
const makesRex: Exchange = ['POST /owners/1/pets', dog, 201, rex];
const time = '2026-01-01T00:00:00Z';
const text = { title: 'Tides', body: 'short' };
const tides = {
  id: 5,
  ...text,
  slug: 't',
  url: '/5',
  version: 1,
  createdAt: time,
  updatedAt: time,
};
const makesTides: Exchange = ['POST /articles', { article: text }, 200, { article: tides }];

describe('Shadow, by what traffic proves', () => {
  it.each<[string, string, Project, readonly Exchange[]]>([
    [
      'a pet that was removed and is read',
      'not-removed',
      clinic,
      [makesRex, ['DELETE /owners/1/pets/7', null, 204], ['GET /owners/1/pets/7', null, 200, rex]],
    ],
    [
      'a pet that was made and is not there',
      'not-created',
      clinic,
      [makesRex, ['GET /owners/1/pets/7', null, 404, {}]],
    ],
    [
      'an article that was removed and is read',
      'not-removed',
      { ...shapes, checker },
      [
        makesTides,
        ['DELETE /articles/5', null, 204],
        ['GET /articles/5', null, 200, { article: tides }],
      ],
    ],
    [
      'an article that was made and is not there',
      'not-created',
      { ...shapes, checker },
      [makesTides, ['GET /articles/5', null, 404, {}]],
    ],
    [
      'an article that stands twice in a list',
      'listed-twice',
      { ...shapes, checker },
      [['GET /articles', null, 200, { articles: [tides, tides], articlesCount: 2 }]],
    ],
    [
      'a pet that stands twice in a list',
      'listed-twice',
      clinic,
      [['GET /owners/1/pets', null, 200, [rex, rex]]],
    ],
    [
      'a card that was removed and is read',
      'not-removed',
      clinic,
      [
        ['PUT /owners/1/card', { number: 'a' }, 200, { number: 'a' }],
        ['DELETE /owners/1/card', null, 204],
        ['GET /owners/1/card', null, 200, { number: 'a' }],
      ],
    ],
    [
      'a card with another number than was sent',
      'value-changed',
      clinic,
      [
        ['PUT /owners/1/card', { number: 'a' }, 200, { number: 'a' }],
        ['GET /owners/1/card', null, 200, { number: 'a' }],
        ['PUT /owners/1/card', { number: 'b' }, 200, { number: 'b' }],
        ['GET /owners/1/card', null, 200, { number: 'c' }],
      ],
    ],
  ])('tells %s: %s', (_, code, project, exchanges) => {
    const quiet = exchanges.slice(1).map(() => '');
    expect(codesOf(project, exchanges)).toEqual([...quiet, code]);
  });

  const cough = { id: 1, reason: 'cough' };
  const fever = { id: 1, reason: 'fever' };
  it.each<[string, readonly Exchange[]]>([
    [
      'the same id below two parents',
      [
        ['POST /owners/1/pets/1/visits', { reason: 'cough' }, 201, cough],
        ['POST /owners/1/pets/2/visits', { reason: 'fever' }, 201, fever],
        ['GET /owners/1/pets/1/visits/1', null, 200, cough],
        ['DELETE /owners/1/pets/1/visits/1', null, 204],
        ['GET /owners/1/pets/2/visits/1', null, 200, fever],
        ['GET /owners/1/pets/1/visits', null, 200, []],
        ['GET /owners/1/pets/2/visits', null, 200, [fever]],
      ],
    ],
    [
      'a pet that goes with its owner before it was read',
      [
        ['POST /owners', { name: 'Ida' }, 201, { id: 1, name: 'Ida' }],
        makesRex,
        ['DELETE /owners/1', null, 204],
        ['GET /owners/1/pets/7', null, 404, {}],
        ['GET /owners/1/pets', null, 404, {}],
      ],
    ],
    [
      'a pet that goes with its owner, and a complete list',
      [
        ['POST /pets', dog, 201, rex],
        ['GET /pets', null, 200, [rex]],
        ['DELETE /owners/1', null, 204],
        ['GET /pets', null, 200, []],
        ['GET /pets/7', null, 404, {}],
      ],
    ],
    [
      'a pet that is changed at another path',
      [
        makesRex,
        ['GET /owners/1/pets', null, 200, [rex]],
        ['PUT /pets/7', { ...dog, name: 'Max' }, 200, { ...rex, name: 'Max' }],
        ['GET /owners/1/pets/7', null, 200, { ...rex, name: 'Max' }],
        ['GET /owners/1/pets', null, 200, [{ ...rex, name: 'Max' }]],
      ],
    ],
    [
      'a removed id that another path gives out again',
      [
        ['POST /pets', dog, 201, rex],
        ['DELETE /pets/7', null, 204],
        makesRex,
        ['GET /pets/7', null, 200, rex],
      ],
    ],
    [
      'single items of two owners',
      [
        ['PUT /owners/1/card', { number: 'a' }, 200, { number: 'a' }],
        ['PUT /owners/2/card', { number: 'b' }, 200, { number: 'b' }],
        ['GET /owners/1/card', null, 200, { number: 'a' }],
        ['DELETE /owners/1/card', null, 204],
        ['GET /owners/1/card', null, 404, {}],
        ['GET /owners/2/card', null, 200, { number: 'b' }],
      ],
    ],
  ])('is silent about %s', (_, exchanges) => {
    expect(codesOf(clinic, exchanges)).toEqual(exchanges.map(() => ''));
  });

  it('does not take a pet for lost whose owner may go at the same time', () => {
    const { contracts, schemas } = clinic;
    const profile = defaultProfile;
    const given = { contracts, schemas, checker: clinic.checker, profile, basePath: '' };
    const shadow = new Shadow(given);
    const judge = (
      [method, path, json]: readonly [string, string, Json | undefined],
      [status, answer]: readonly [number, Json | undefined],
    ): ((seq: number) => readonly string[]) => {
      const span = shadow.begin(method, path, false);
      return (seq) => {
        shadow.end(span);
        const call = { method, path, query: '', ...bodyOf(json) };
        const received = { status, ...bodyOf(answer) };
        const judged = shadow.judge({ span, call, received, isReadable: true, at: 0 });
        judged.settle(seq);
        return judged.findings.map(({ code }) => code);
      };
    };
    judge(['POST', '/owners/1/pets', dog], [201, rex])(1);
    const removal = judge(['DELETE', '/owners/1', undefined], [204, undefined]);
    const read = judge(['GET', '/owners/1/pets/7', undefined], [404, {}]);
    expect(read(2)).toEqual([]);
    expect(removal(3)).toEqual([]);
  });
});
