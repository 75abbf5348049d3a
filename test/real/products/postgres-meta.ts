// Supabase's interface for the administration of PostgreSQL, from npm: schemas, roles, tables. Its program
// writes the document. What it makes are real schemas and roles of a database of its own.

import { join } from 'node:path';
import { startPostgres } from '../../support/postgres.ts';
import type { Place } from '../place.ts';
import type { Product } from '../product.ts';
import { missingPackage } from '../products-folder.ts';

const PACKAGE = '@supabase/postgres-meta';

/** Items that are made by a name, and answered as they were when they are removed. */
function placeOf(path: string, narrowedBy: readonly string[]): Place {
  return {
    item: `${path}/{id}`,
    list: `${path}/`,
    itemsAt: '',
    id: 'id',
    create: { method: 'POST', path: `${path}/`, answers: 'id' },
    has: ['read', 'update', 'remove'],
    removed: { status: 200, body: '{}' },
    requires: 'name',
    narrowedBy,
    sample: (id) => ({ name: `a_${id}` }),
    change: (id) => ({ name: `b_${id}` }),
  };
}

export const postgresMeta: Product = {
  name: 'postgres-meta',
  title: 'postgres-meta 0.99 (npm)',
  missing: (folder) => missingPackage(folder, PACKAGE),
  async start(stage, folder) {
    const program = join(folder.package(PACKAGE), 'dist/server/server.js');
    const document = stage.run('env', ['PG_META_EXPORT_DOCS=true', process.execPath, program]);
    const database = await startPostgres();
    stage.use({ [Symbol.asyncDispose]: () => database.close() });
    const socket = encodeURIComponent(database.socket);
    const env = {
      PG_META_HOST: '127.0.0.1',
      PG_META_PORT: String(stage.port),
      PG_META_DB_URL: `postgresql://postgres@localhost/postgres?host=${socket}&sslmode=disable`,
    };
    stage.spawn(process.execPath, [program], { env });
    const file = stage.write('openapi.json', document);
    return { headers: {}, document: { file }, ready: '/schemas/' };
  },
  base: '',
  counted: {
    schemas: { path: '/schemas/', itemsAt: '' },
    roles: { path: '/roles/', itemsAt: '' },
    tables: { path: '/tables/', itemsAt: '' },
  },
  places: [
    placeOf('/schemas', ['limit', 'offset', 'include_system_schemas']),
    placeOf('/roles', ['limit', 'offset']),
  ],
  judged: [
    {
      finding: 'PATCH /tables/{id} value-changed /comment',
      is: 'doubtful',
      because: 'PostgreSQL takes an empty comment for none; the document does not say so',
    },
    {
      finding: 'POST /tables value-changed /comment',
      is: 'doubtful',
      because: 'the same',
    },
    {
      finding: 'GET /tables failed',
      is: 'true',
      because: 'a table that goes while the list is made is answered with 500',
    },
    {
      finding: 'POST /schemas value-changed /name',
      is: 'true',
      because: 'PostgreSQL cuts a name of more than 63 bytes, and the answer is 200',
    },
    {
      finding: 'PATCH /schemas/{id} value-changed /name',
      is: 'true',
      because: 'PostgreSQL cuts a name of more than 63 bytes, and the answer is 200',
    },
    {
      finding: 'POST /roles value-changed /name',
      is: 'true',
      because: 'PostgreSQL cuts a name of more than 63 bytes, and the answer is 200',
    },
    {
      finding: 'PATCH /roles/{id} value-changed /name',
      is: 'true',
      because: 'PostgreSQL cuts a name of more than 63 bytes, and the answer is 200',
    },
    {
      finding: 'POST /tables refused-and-created',
      is: 'true',
      because:
        'a name of more than 63 bytes is answered "Cannot find a table named", and the table is there',
    },
  ],
};
