import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import { checkAccess } from '../../../src/project/load/declared-access.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { operation, things } from '../../support/openapi-mock.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();

const secured = (...security: readonly Json[]): JsonObject => ({
  openapi: '3.1.0',
  paths: {
    '/login': { post: operation(200, things('token')) },
    '/me': { get: { ...(operation(200, things('name')) as JsonObject), security } },
  },
  components: {
    securitySchemes: {
      token: { type: 'oauth2' },
      key: { type: 'apiKey', in: 'cookie', name: 'sid' },
      card: { type: 'mutualTLS' },
    },
  },
});

async function check(scheme: Profile['auth.scheme'], contract = 'api.json'): Promise<void> {
  const places = { contract, db: null, profile: 'standin' };
  checkAccess(await loadProject(places, { 'auth.scheme': scheme }));
}

describe('checkAccess', () => {
  it.each<[Profile['auth.scheme'], readonly Json[]]>([
    ['none', []],
    ['bearer', [{ token: [] }]],
    ['api-key', [{ token: [] }, { key: [] }]],
  ])('accepts auth.scheme=%s where operations declare %j', async (scheme, security) => {
    folder.write('api.json', secured(...security));
    await expect(check(scheme)).resolves.toBeUndefined();
  });

  it.each<[Profile['auth.scheme'], readonly Json[], string]>([
    [
      'basic',
      [{ token: [] }],
      'Use --pin auth.scheme=bearer: each operation then requires what it declares.',
    ],
    [
      'bearer',
      [{ card: [] }],
      'Add "security" to the document, or in standin.json beside it: {"POST /login":{"security":["bearer"]}}.',
    ],
    [
      'api-key',
      [],
      'Add "security" to the document, or in standin.json beside it: {"POST /login":{"security":[{"in":"header","name":"X-API-Key"}]}}.',
    ],
  ])(
    'refuses auth.scheme=%s where they declare %j, with the way out',
    async (scheme, security, remedy) => {
      folder.write('api.json', secured(...security));
      const error = await check(scheme).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: 'option-invalid',
        message: `auth.scheme is ${scheme}, but no operation of api.json declares such credentials in "security"`,
        remedy,
      });
      if (!remedy.startsWith('Add')) return;
      folder.write('standin.json', /\{.*\}/.exec(remedy)?.[0] ?? '');
      await expect(check(scheme)).resolves.toBeUndefined();
    },
  );

  it('leaves contracts and rows to the choice', async () => {
    folder.write('db.json', { boats: [{ id: 1 }] });
    await expect(check('basic', 'db.json')).resolves.toBeUndefined();
  });
});
