// Prometheus' Alertmanager, from Debian. Its DELETE expires a silence, which can be read for days.

import type { Product } from '../product.ts';
import { missingDocument, missingProgram } from '../products-folder.ts';

const DOCUMENT = 'alertmanager.yaml';
const FROM = 'api/v2/openapi.yaml of github.com/prometheus/alertmanager, tag v0.25.0';
const PROGRAM = 'prometheus-alertmanager';

export const alertmanager: Product = {
  name: 'alertmanager',
  title: 'Alertmanager 0.25 (Debian)',
  missing: (folder) => missingProgram(PROGRAM, PROGRAM) ?? missingDocument(folder, DOCUMENT, FROM),
  async start(stage, folder) {
    const config = stage.write(
      'config.yml',
      'route: { receiver: none }\nreceivers: [{ name: none }]\n',
    );
    stage.spawn(PROGRAM, [
      `--config.file=${config}`,
      '--storage.path=data',
      `--web.listen-address=127.0.0.1:${stage.port}`,
      '--cluster.listen-address=',
    ]);
    const document = { file: folder.document(DOCUMENT) };
    return { headers: {}, document, ready: '/api/v2/silences' };
  },
  base: '/api/v2',
  counted: {
    silences: { path: '/api/v2/silences', itemsAt: '' },
    'active silences': {
      path: '/api/v2/silences',
      itemsAt: '',
      which: (item) => JSON.stringify(item).includes('"state":"active"'),
    },
    alerts: { path: '/api/v2/alerts', itemsAt: '' },
  },
  places: [
    {
      item: '/api/v2/silence/{id}',
      list: '/api/v2/silences',
      itemsAt: '',
      id: 'id',
      create: { method: 'POST', path: '/api/v2/silences', answers: 'silenceID' },
      has: ['read', 'remove'],
      removed: 'soft',
      requires: 'createdBy',
      narrowedBy: ['filter'],
      sample: () => ({
        matchers: [{ name: 'job', value: 'db', isRegex: false, isEqual: true }],
        startsAt: '2126-01-01T10:00:00Z',
        endsAt: '2126-01-01T12:00:00Z',
        createdBy: 'ada',
        comment: 'maintenance',
      }),
    },
  ],
  judged: [],
};

/** Where 200 expired silences may stay, so that laws that need more than three are tried. */
export const alertmanagerLeaving: Product = {
  ...alertmanager,
  name: 'alertmanager-leaving',
  options: ['--leave', '200'],
};
