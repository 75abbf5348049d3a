// PowerDNS, the authoritative server, from Debian. Everything is below the one server `localhost`.

import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Product } from '../product.ts';
import { missingProgram } from '../products-folder.ts';

const SCHEMA = '/usr/share/doc/pdns-backend-sqlite3/schema.sqlite3.sql';
const KEY = 'secret';
const SERVER = '/api/v1/servers/localhost';

export const powerdns: Product = {
  name: 'powerdns',
  title: 'PowerDNS 4.7 (Debian)',
  missing: () =>
    missingProgram('pdns_server', 'pdns-server pdns-backend-sqlite3') ??
    missingProgram('sqlite3', 'sqlite3') ??
    (schemaText() === null ? `file ${SCHEMA}: apt-get install pdns-backend-sqlite3` : null),
  async start(stage) {
    stage.run('sqlite3', ['pdns.db'], schemaText() ?? '');
    const dns = await stage.freePort();
    stage.spawn('/usr/sbin/pdns_server', [
      `--config-dir=${stage.folder}`,
      `--socket-dir=${stage.folder}`,
      `--gsqlite3-database=${stage.folder}/pdns.db`,
      '--launch=gsqlite3',
      '--gsqlite3-dnssec=yes',
      '--webserver=yes',
      '--webserver-address=127.0.0.1',
      `--webserver-port=${stage.port}`,
      '--api=yes',
      `--api-key=${KEY}`,
      '--local-address=127.0.0.1',
      `--local-port=${dns}`,
      '--guardian=no',
      '--daemon=no',
      '--disable-syslog',
      '--setuid=',
      '--setgid=',
    ]);
    return { headers: { 'X-API-Key': KEY }, document: { path: '/api/docs' }, ready: SERVER };
  },
  base: '/api/v1',
  counted: {
    zones: { path: `${SERVER}/zones`, itemsAt: '' },
    keys: { path: `${SERVER}/tsigkeys`, itemsAt: '' },
    autoprimaries: { path: `${SERVER}/autoprimaries`, itemsAt: '' },
  },
  places: [
    {
      item: `${SERVER}/zones/{id}`,
      list: `${SERVER}/zones`,
      itemsAt: '',
      id: 'id',
      create: { method: 'POST', path: `${SERVER}/zones`, answers: 'id' },
      has: ['read', 'replace', 'remove'],
      removed: { status: 204 },
      narrowedBy: ['zone'],
      sample: (id) => ({ name: `${id}.example.`, kind: 'Native', nameservers: [], account: 'ada' }),
      change: (id) => ({ name: `${id}.example.`, kind: 'Master', account: 'bob' }),
    },
    {
      item: `${SERVER}/tsigkeys/{id}`,
      list: `${SERVER}/tsigkeys`,
      itemsAt: '',
      id: 'id',
      create: { method: 'POST', path: `${SERVER}/tsigkeys`, answers: 'id' },
      has: ['read', 'replace', 'remove'],
      removed: { status: 204 },
      sample: (id) => ({ name: id, algorithm: 'hmac-sha256' }),
      change: (id) => ({ name: id, algorithm: 'hmac-sha512' }),
    },
  ],
  judged: [
    {
      finding: 'POST /api/v1/servers/{server_id}/zones value-changed /serial',
      is: 'true',
      because: 'it accepts the serial of a zone of the kinds Slave and Consumer, and shows 0',
    },
    {
      finding: 'POST /api/v1/servers/{server_id}/zones not-stored /nsec3narrow',
      is: 'true',
      because: 'it accepts the flag without parameters of NSEC3, and shows false',
    },
    {
      finding: 'DELETE /api/v1/servers/{server_id}/zones/{zone_id} failed',
      is: 'true',
      because: 'its database is locked by another write, and it answers 500',
    },
    {
      finding: 'PUT /api/v1/servers/{server_id}/zones/{zone_id} failed',
      is: 'true',
      because: 'its database is locked by another write, or it cannot read the parameters of NSEC3',
    },
    {
      finding: 'PUT /api/v1/servers/{server_id}/zones/{zone_id} value-changed /dnssec',
      is: 'true',
      because: 'a PUT that it refuses with 422 has signed the zone',
    },
    {
      finding: 'PUT /api/v1/servers/{server_id}/zones/{zone_id} refused-and-changed',
      is: 'true',
      because: 'a PUT that it refuses with 422 has signed the zone',
    },
    {
      finding: 'PUT /api/v1/servers/{server_id}/zones/{zone_id} not-stored /serial',
      is: 'false',
      because: 'the words of its operation say that PUT ignores all but nine members',
    },
    {
      finding: 'config/{config_setting_name} not-readable',
      is: 'true',
      because: 'its list of settings has xfr-max-received-mbytes, and reading that answers 404',
    },
    {
      finding: '/servers/{server_id}/zones member-missing /rrsets/0',
      is: 'true',
      because: 'the document requires changetype of each set, which only requests have',
    },
    {
      finding: 'zones refused-and-created',
      is: 'true',
      because: 'it answers 422 about a member (nsec3param), and the zone is there',
    },
    {
      finding: '/servers/{server_id}/zones list-differs /catalog',
      is: 'true',
      because: 'its list of zones leaves catalog empty',
    },
    {
      finding: '/servers/{server_id}/zones failed',
      is: 'true',
      because: 'it answers 500 to parameters of NSEC3 that it cannot read',
    },
  ],
};

/** With the server named: nobody can create one, so `verify` writes below none by itself. */
export const powerdnsNamed: Product = {
  ...powerdns,
  name: 'powerdns-named',
  options: ['--param', 'server_id=localhost'],
};

function schemaText(): string | null {
  if (existsSync(SCHEMA)) return readFileSync(SCHEMA, 'utf8');
  return existsSync(`${SCHEMA}.gz`) ? gunzipSync(readFileSync(`${SCHEMA}.gz`)).toString() : null;
}
