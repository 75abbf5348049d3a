// What the answer to a declared OPTIONS has to allow: in the contracts, the mock and the judge.

import { describe, expect, it } from 'vitest';
import { defineContracts } from '../../src/contract/define/define-contracts.ts';
import type { Received } from '../../src/model/message/received.ts';
import { successFindings } from '../../src/oracle/action.ts';
import { createChecker } from '../../src/schema/check.ts';
import { Schemas } from '../../src/schema/schema.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { httpJarsDocument } from '../support/http-jars.ts';
import { openApiMock } from '../support/openapi-mock.ts';

const document = httpJarsDocument('shown');
const mock = openApiMock(document);
const read = contractsOfOpenApi(document, { name: 'jars.json', documents: new Map() });

describe('a declared OPTIONS', () => {
  it.each([
    ['/jars', 'GET, HEAD, POST, OPTIONS'],
    ['/jars/7', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
  ])('is answered with the methods of %s, whether or not an item is there', (path, methods) => {
    expect(mock.taken['OPTIONS /jars']).toBe('action');
    expect(mock.send(`OPTIONS ${path}`)).toMatchObject({
      status: 204,
      headers: { allow: methods },
    });
  });

  const { contracts, schemas } = defineContracts(
    read.contracts.map((one) => one.document),
    new Schemas(read.schemas),
  );
  const asked = contracts.flatMap((contract) =>
    (contract.actions ?? [])
      .filter(({ method }) => method === 'OPTIONS')
      .map((action) => ({ contract, action })),
  );

  it('knows what the contracts have at its path, of any resource', () => {
    expect(asked.map(({ action: { path, allows } }) => [path, allows])).toEqual([
      ['/jars/{id}', ['GET', 'PUT', 'PATCH', 'DELETE']],
      ['/jars', ['GET', 'POST']],
    ]);
    const [jars, ...others] = contracts;
    expect(jars?.actions?.some(({ allows }) => allows === undefined)).toBe(false);
    expect(others.map(({ resource }) => resource)).toEqual(['operations']);
  });

  const found = (allow: string): readonly (string | undefined)[] => {
    const [item] = asked;
    if (item === undefined) throw new Error('no OPTIONS was found');
    const received: Received = { status: 204, headers: { allow }, body: { kind: 'none' } };
    const checker = createChecker(schemas);
    const findings = successFindings({ ...item, received, checker, isUnset: () => false });
    return findings.map(({ code, expected, actual }) => `${code}: ${expected} / ${actual}`);
  };

  it('may allow more, in any order, and must allow all of them', () => {
    expect(found('DELETE,PATCH , PUT, GET, HEAD, LOCK')).toEqual([]);
    expect(found('GET, PUT, DELETE')).toEqual([
      'header: Allow: GET, PUT, PATCH, DELETE, or more / Allow: GET, PUT, DELETE',
    ]);
    expect(found('GET, PUT, PATCH, DELETED')).toHaveLength(1);
  });
});
