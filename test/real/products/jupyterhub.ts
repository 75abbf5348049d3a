// JupyterHub, from Debian, with a token that may administer users and groups.

import type { Product } from '../product.ts';
import { missingDocument, missingProgram } from '../products-folder.ts';

const DOCUMENT = 'jupyterhub.yaml';
const FROM = 'docs/source/_static/rest-api.yml of github.com/jupyterhub/jupyterhub, tag 3.0.0';
const TOKEN = 'secret-token-0123456789';
const SCOPES = [
  ...['admin:users', 'admin:groups', 'admin:servers', 'tokens', 'list:users', 'list:groups'],
  ...['read:services', 'read:hub', 'read:roles', 'proxy', 'shutdown'],
];

export const jupyterhub: Product = {
  name: 'jupyterhub',
  title: 'JupyterHub 3.0 (Debian)',
  missing: (folder) =>
    missingProgram('jupyterhub', 'jupyterhub') ?? missingDocument(folder, DOCUMENT, FROM),
  async start(stage, folder) {
    const [hub, proxy] = [await stage.freePort(), await stage.freePort()];
    const config = stage.write(
      'config.py',
      [
        'c = get_config()',
        "c.JupyterHub.ip = c.JupyterHub.hub_ip = '127.0.0.1'",
        `c.JupyterHub.port = ${stage.port}`,
        `c.JupyterHub.hub_port = ${hub}`,
        `c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:${proxy}'`,
        "c.JupyterHub.authenticator_class = 'jupyterhub.auth.DummyAuthenticator'",
        `c.JupyterHub.db_url = 'sqlite:///${stage.folder}/hub.sqlite'`,
        `c.JupyterHub.services = [{'name': 'qa-runner', 'api_token': '${TOKEN}'}]`,
        `c.JupyterHub.load_roles = [{'name': 'qa-runner', 'services': ['qa-runner'], 'scopes': ${JSON.stringify(SCOPES)}}]`,
        "c.Authenticator.admin_users = {'ada'}",
        '',
      ].join('\n'),
    );
    const env = { NODE_PATH: '/usr/share/nodejs:/usr/lib/nodejs' };
    stage.spawn('jupyterhub', ['-f', config], { env });
    const headers = { Authorization: `token ${TOKEN}` };
    return { headers, document: { file: folder.document(DOCUMENT) }, ready: '/hub/api/users' };
  },
  base: '',
  counted: {
    users: { path: '/hub/api/users', itemsAt: '' },
    groups: { path: '/hub/api/groups', itemsAt: '' },
  },
  places: [
    {
      item: '/hub/api/users/{id}',
      list: '/hub/api/users',
      itemsAt: '',
      id: 'name',
      create: { method: 'POST', path: '/hub/api/users', answers: '0' },
      has: ['read', 'update', 'remove'],
      removed: { status: 204 },
      narrowedBy: ['state', 'offset', 'limit'],
      sample: () => undefined,
      change: () => ({ admin: true }),
    },
    {
      item: '/hub/api/users/{id}',
      list: '/hub/api/users',
      itemsAt: '',
      id: 'name',
      create: { method: 'POST', path: '/hub/api/users/{id}' },
      has: ['read', 'update', 'remove'],
      removed: { status: 204 },
      narrowedBy: ['state', 'offset', 'limit'],
      sample: () => undefined,
      change: () => ({ admin: true }),
    },
    {
      item: '/hub/api/groups/{id}',
      list: '/hub/api/groups',
      itemsAt: '',
      id: 'name',
      create: { method: 'POST', path: '/hub/api/groups/{id}' },
      has: ['read', 'remove'],
      removed: { status: 204 },
      narrowedBy: ['offset', 'limit'],
      sample: () => undefined,
    },
  ],
  judged: [
    {
      finding: 'GET /hub/api/user member-type /info',
      is: 'true',
      because: 'the document says that it is an object, and it answers a text',
    },
    {
      finding: '/hub/api/users/{name}/tokens body-type',
      is: 'true',
      because: 'the list is an object with api_tokens; the document says a list',
    },
    {
      finding: '/hub/api/user member-type /command',
      is: 'true',
      because: '`command` is a text; the document says a list of texts',
    },
    {
      finding: '/hub/api/users member-type /0/servers',
      is: 'true',
      because: '`servers` is an object by name; the document says a list',
    },
    {
      finding: '/hub/api/users member-type /0/server',
      is: 'true',
      because: '`server` is null while none runs; the document says a text',
    },
    {
      finding: '/hub/api/users member-type /0/pending',
      is: 'true',
      because: '`pending` is null while nothing is; the document says a text',
    },
  ],
};
