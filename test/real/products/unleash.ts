// Unleash, a service for feature flags, from npm, with a PostgreSQL of its own and no log-in.

import { startPostgres } from '../../support/postgres.ts';
import type { Product } from '../product.ts';
import { missingPackage } from '../products-folder.ts';

const PACKAGE = 'unleash-server';

export const unleash: Product = {
  name: 'unleash',
  title: 'Unleash 8 (npm)',
  missing: (folder) => missingPackage(folder, PACKAGE),
  async start(stage, folder) {
    const postgres = await startPostgres();
    stage.use({ [Symbol.asyncDispose]: () => postgres.close() });
    const db = { user: 'postgres', host: postgres.socket, database: 'postgres', ssl: false };
    const options = {
      db,
      server: { port: stage.port, host: '127.0.0.1' },
      authentication: { type: 'none', initApiTokens: [] },
      versionCheck: { enable: false },
      telemetry: false,
      enableOAS: true,
      logLevel: 'warn',
    };
    const main = `${folder.package(PACKAGE)}/dist/lib/server-impl.js`;
    const script = stage.write(
      'start.mjs',
      `import { start } from ${JSON.stringify(main)};\nawait start(${JSON.stringify(options)});\n`,
    );
    const env = { SEND_TELEMETRY: 'false', CHECK_VERSION: 'false', ENABLE_OAS: 'true' };
    stage.spawn(process.execPath, [script], { env });
    return { headers: {}, document: { path: '/docs/openapi.json' }, ready: '/health' };
  },
  base: '',
  counted: {
    'tag types': { path: '/api/admin/tag-types', itemsAt: 'tagTypes' },
    context: { path: '/api/admin/context', itemsAt: '' },
    segments: { path: '/api/admin/segments', itemsAt: 'segments' },
    strategies: { path: '/api/admin/strategies', itemsAt: 'strategies' },
    projects: { path: '/api/admin/projects', itemsAt: 'projects' },
    addons: { path: '/api/admin/addons', itemsAt: 'addons' },
    tokens: { path: '/api/admin/api-tokens', itemsAt: 'tokens' },
    flags: { path: '/api/admin/projects/default/features', itemsAt: 'features' },
  },
  places: [
    {
      item: '/api/admin/context/{id}',
      list: '/api/admin/context',
      itemsAt: '',
      id: 'name',
      create: { method: 'POST', path: '/api/admin/context', answers: 'name' },
      has: ['read', 'replace', 'remove'],
      removed: { status: 200 },
      requires: 'name',
      sample: (id) => ({ name: id, description: 'where the user is', stickiness: false }),
      change: () => ({ description: 'where the user was', stickiness: true }),
    },
    {
      item: '/api/admin/segments/{id}',
      list: '/api/admin/segments',
      itemsAt: 'segments',
      id: 'id',
      create: { method: 'POST', path: '/api/admin/segments', answers: 'id' },
      has: ['read', 'replace', 'remove'],
      removed: { status: 204 },
      requires: 'constraints',
      sample: (id) => ({ name: id, description: 'the first ones', constraints: [] }),
      change: (id) => ({ name: id, description: 'the last ones', constraints: [] }),
    },
  ],
  judged: [
    {
      finding: 'POST /api/admin/strategies not-stored /editable',
      is: 'true',
      because: 'its INSERT names the name, the description, the parameters and the title alone',
    },
    {
      finding: 'POST /api/admin/user-admin failed',
      is: 'true',
      because: 'a user name that is too long for its column is answered with 500',
    },
    {
      finding: 'GET /api/admin/user/profile refused',
      is: 'true',
      because: 'the document declares 200, 400 and 401, and it answers 404',
    },
    {
      finding: 'statistics member-type /archivedFeatureToggles',
      is: 'true',
      because: 'the schema forbids further members, and it has some',
    },
    {
      finding: 'statistics member-type /customRootRoles',
      is: 'true',
      because: 'the schema forbids further members, and it has some',
    },
    {
      finding: 'tag-types/{name} member-type /version',
      is: 'true',
      because: 'it answers the tag type in an envelope that the schema forbids',
    },
    {
      finding: 'tag-types/{name} member-type /tagType',
      is: 'true',
      because: 'it answers the tag type in an envelope that the schema forbids',
    },
    {
      finding: 'POST /api/admin/context failed /project',
      is: 'true',
      because: 'an unknown project is a foreign key that fails: 500',
    },
    {
      finding: 'POST /api/admin/segments failed /project',
      is: 'true',
      because: 'an unknown project is a foreign key that fails: 500',
    },
    {
      finding: 'PUT /api/admin/context/{contextField} value-changed /sortOrder',
      is: 'true',
      because: 'its validation strips the member, and its store writes 0 in its place',
    },
    {
      finding: 'POST /api/admin/feedback failed',
      is: 'true',
      because: 'without a log-in its user has no id that the table takes: 500',
    },
    {
      finding: 'PUT /api/admin/invite-link/tokens/{token} member-missing /role',
      is: 'true',
      because: 'the answer to PUT has a role without its id',
    },
    {
      finding: 'GET /api/admin/user/roles refused',
      is: 'true',
      because: 'it answers 400 without a log-in; the document declares 200, 401 and 403',
    },
    {
      finding: 'GET /api/admin/instance-admin/statistics member-type /serviceAccounts',
      is: 'true',
      because: 'the schema closes the object, and lacks it',
    },
    {
      finding: 'GET /api/admin/tag-types/{name} member-missing',
      is: 'true',
      because: 'it answers {version, tagType}; the document says the tag type itself',
    },
    {
      finding: 'POST /api/admin/tags failed',
      is: 'true',
      because: 'an unknown type is a foreign key that fails: 500',
    },
    {
      finding: 'POST /api/admin/user-admin header',
      is: 'true',
      because: 'Location is a bare id, which leads to /api/admin/2',
    },
  ],
};
