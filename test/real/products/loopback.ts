// LoopBack's example of a to-do list, from npm. It asks a geocoder on the internet about addresses.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from '../product.ts';
import { missingPackage } from '../products-folder.ts';

const PACKAGE = '@loopback/example-todo';

export const loopback: Product = {
  name: 'loopback',
  title: 'LoopBack example-todo (npm)',
  missing: (folder) => missingPackage(folder, PACKAGE),
  async start(stage, folder) {
    const env = { HOST: '127.0.0.1', PORT: String(stage.port) };
    // It keeps its rows in `data/db.json` of the folder in which it is started.
    await mkdir(join(stage.folder, 'data'));
    stage.write('data/db.json', JSON.stringify({ ids: { Todo: 1 }, models: { Todo: {} } }));
    stage.spawn(process.execPath, [folder.package(PACKAGE)], { env });
    return { headers: {}, document: { path: '/openapi.json' }, ready: '/todos' };
  },
  base: '',
  counted: { todos: { path: '/todos', itemsAt: '' } },
  places: [
    {
      item: '/todos/{id}',
      others: ['/todos/count'],
      list: '/todos',
      itemsAt: '',
      id: 'id',
      create: { method: 'POST', path: '/todos', answers: 'id' },
      has: ['read', 'replace', 'update', 'remove'],
      removed: { status: 204 },
      requires: 'title',
      narrowedBy: ['filter'],
      sample: () => ({ title: 'water the plants', desc: 'both of them', isComplete: false }),
      change: () => ({ title: 'water the trees', desc: 'all of them', isComplete: true }),
    },
  ],
  judged: [
    {
      finding: 'POST /todos failed',
      is: 'true',
      because: 'it answers 500 if its geocoder cannot be reached; no network here',
    },
    {
      finding: 'value-changed /tag',
      is: 'true',
      because: 'its connector for memory answers the text "null" as null',
    },
  ],
};
