// CrowdSec's local API, from Debian: alerts about addresses, pushed as lists. A machine logs in first.

import type { Product } from '../product.ts';
import { missingDocument, missingProgram } from '../products-folder.ts';

const DOCUMENT = 'crowdsec.yaml';
const FROM = 'pkg/models/localapi_swagger.yaml of github.com/crowdsecurity/crowdsec, tag v1.4.6';
const MACHINE = { machine_id: 'qa', password: 'secret' };

export const crowdsec: Product = {
  name: 'crowdsec',
  title: 'CrowdSec 1.4 (Debian)',
  missing: (folder) =>
    missingProgram('crowdsec', 'crowdsec') ?? missingDocument(folder, DOCUMENT, FROM),
  async start(stage, folder) {
    const address = `127.0.0.1:${stage.port}`;
    const place = (name: string): string => `${stage.folder}/${name}`;
    stage.write('simulation.yaml', 'simulation: false\n');
    stage.write('profiles.yaml', 'name: none\nfilters: ["false"]\non_success: break\n');
    stage.write('index.json', '{}');
    stage.write(
      'client.yaml',
      `url: http://${address}\nlogin: ${MACHINE.machine_id}\npassword: ${MACHINE.password}\n`,
    );
    const config = stage.write(
      'config.yaml',
      JSON.stringify({
        common: { daemonize: false, log_media: 'stdout', log_level: 'info', working_dir: '.' },
        config_paths: {
          config_dir: stage.folder,
          data_dir: stage.folder,
          hub_dir: stage.folder,
          index_path: place('index.json'),
          simulation_path: place('simulation.yaml'),
          notification_dir: stage.folder,
          plugin_dir: stage.folder,
        },
        crowdsec_service: { enable: false },
        db_config: { type: 'sqlite', db_path: place('crowdsec.db') },
        plugin_config: { user: 'nobody', group: 'nogroup' },
        api: {
          client: { credentials_path: place('client.yaml') },
          server: {
            listen_uri: address,
            profiles_path: place('profiles.yaml'),
            trusted_ips: ['127.0.0.1'],
          },
        },
        prometheus: { enabled: false },
      }),
    );
    const { machine_id: name, password } = MACHINE;
    const add = ['machines', 'add', name, '--password', password, '--force', '-f', 'client.yaml'];
    stage.run('cscli', ['-c', config, ...add]);
    stage.spawn('crowdsec', ['-c', config, '-no-cs']);
    const token = await logIn(`http://${address}/v1/watchers/login`);
    const headers = { Authorization: `Bearer ${token}` };
    return { headers, document: { file: folder.document(DOCUMENT) }, ready: '/v1/alerts' };
  },
  base: '/v1',
  counted: { alerts: { path: '/v1/alerts', itemsAt: '' } },
  places: [
    {
      item: '/v1/alerts/{id}',
      list: '/v1/alerts',
      itemsAt: '',
      id: 'id',
      create: { method: 'POST', path: '/v1/alerts', answers: '0' },
      has: ['read', 'remove'],
      removed: { status: 200, body: '{"nbDeleted":"1"}' },
      requires: 'scenario',
      narrowedBy: ['scope', 'value', 'scenario', 'ip', 'range', 'limit', 'origin'],
      sample: () => [
        {
          scenario: 'tests/door',
          scenario_hash: 'a1',
          scenario_version: '1',
          message: 'someone tried the door',
          events_count: 1,
          start_at: '2026-01-01T10:00:00Z',
          stop_at: '2026-01-01T10:01:00Z',
          capacity: 1,
          leakspeed: '1s',
          simulated: false,
          events: [],
          source: { scope: 'ip', value: '192.0.2.1' },
        },
      ],
    },
  ],
  judged: [
    {
      finding: 'GET /v1/alerts body-type',
      is: 'true',
      because: 'without alerts the answer is null; the document says a list',
    },
  ],
};

/** Logs in as soon as it answers, with a user agent of the form that it demands; returns the token. */
async function logIn(url: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      const body = JSON.stringify({ ...MACHINE, scenarios: [] });
      const headers = { 'content-type': 'application/json', 'user-agent': 'qa/1.0' };
      const answer = await fetch(url, { method: 'POST', headers, body });
      const { token }: { token?: string } = JSON.parse(await answer.text());
      if (token !== undefined) return token;
    } catch {
      // It does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error('nobody could log in');
}
