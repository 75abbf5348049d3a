// Jupyter Server, from Debian, which ships the document: files that clients name by PUT, terminals.

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from '../product.ts';
import { missingProgram } from '../products-folder.ts';

const DOCUMENT = '/usr/lib/python3/dist-packages/jupyter_server/services/api/api.yaml';
const TOKEN = 'secret-token-0123456789';

export const jupyterServer: Product = {
  name: 'jupyter-server',
  title: 'Jupyter Server 1.23 (Debian)',
  missing: () =>
    missingProgram('jupyter-server', 'jupyter-server') ??
    (existsSync(DOCUMENT) ? null : `file ${DOCUMENT}: apt-get install python3-jupyter-server`),
  async start(stage) {
    const files = join(stage.folder, 'files');
    await mkdir(files);
    const options = ['--no-browser', '--allow-root', '--ServerApp.ip=127.0.0.1'];
    const own = [`--ServerApp.token=${TOKEN}`, `--ServerApp.root_dir=${files}`];
    const env = { HOME: stage.folder, JUPYTER_RUNTIME_DIR: join(stage.folder, 'runtime') };
    stage.spawn('jupyter-server', [...options, ...own, `--ServerApp.port=${stage.port}`], { env });
    const headers = { Authorization: `token ${TOKEN}` };
    return { headers, document: { file: DOCUMENT }, ready: '/api/status' };
  },
  base: '',
  counted: {
    files: { path: '/api/contents', itemsAt: 'content' },
    terminals: { path: '/api/terminals', itemsAt: '' },
    sessions: { path: '/api/sessions', itemsAt: '' },
    kernels: { path: '/api/kernels', itemsAt: '' },
  },
  places: [
    {
      item: '/api/contents/{id}',
      list: null,
      itemsAt: '',
      id: 'name',
      create: { method: 'PUT', path: '/api/contents/{id}' },
      has: ['read', 'remove'],
      removed: { status: 204 },
      requires: 'writable',
      sample: () => ({ type: 'file', format: 'text', content: 'one' }),
      change: () => ({ type: 'file', format: 'text', content: 'two' }),
    },
    {
      item: '/api/terminals/{id}',
      list: '/api/terminals',
      itemsAt: '',
      id: 'name',
      create: { method: 'POST', path: '/api/terminals', answers: 'name' },
      has: ['read', 'remove'],
      removed: { status: 204 },
      requires: 'name',
      sample: () => undefined,
    },
  ],
  judged: [],
};
