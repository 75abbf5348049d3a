// WireMock, a server of stubs, from npm: its interface for stubs, with Java.

import type { Product } from '../product.ts';
import { missingPackage, missingProgram } from '../products-folder.ts';

const PACKAGE = 'wiremock';

export const wiremock: Product = {
  name: 'wiremock',
  title: 'WireMock 3.13 (npm)',
  missing: (folder) =>
    missingPackage(folder, PACKAGE) ?? missingProgram('java', 'default-jre-headless'),
  async start(stage, folder) {
    stage.spawn('java', [
      '-jar',
      `${folder.package(PACKAGE)}/build/wiremock-standalone-3.13.2.jar`,
      ...['--port', String(stage.port), '--bind-address', '127.0.0.1'],
      ...['--root-dir', stage.folder, '--disable-banner'],
    ]);
    const document = { path: '/__admin/docs/swagger' };
    return { headers: {}, document, ready: '/__admin/mappings' };
  },
  base: '',
  counted: {
    stubs: { path: '/__admin/mappings', itemsAt: 'mappings' },
    files: { path: '/__admin/files', itemsAt: '' },
  },
  places: [
    {
      item: '/__admin/mappings/{id}',
      others: ['/__admin/mappings/unmatched'],
      list: '/__admin/mappings',
      itemsAt: 'mappings',
      id: 'id',
      create: { method: 'POST', path: '/__admin/mappings', answers: 'id' },
      has: ['read', 'replace', 'remove'],
      removed: { status: 200, body: '{}' },
      narrowedBy: ['limit', 'offset'],
      sample: () => ({
        name: 'a',
        request: { method: 'GET', url: '/a' },
        response: { status: 200 },
      }),
      change: () => ({
        name: 'b',
        request: { method: 'GET', url: '/b' },
        response: { status: 404 },
      }),
    },
  ],
  judged: [
    {
      finding: 'POST /__admin/mappings member-type /errors/0/source',
      is: 'true',
      because: '`source` of an error is an object; the document says a text',
    },
    {
      finding: 'POST /__admin/mappings failed',
      is: 'true',
      because: 'a name of 300 characters becomes a file name that is too long: 500',
    },
  ],
};
