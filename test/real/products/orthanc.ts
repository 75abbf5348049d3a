// Orthanc, a store for medical images, from Debian. Its program writes the document. Clients name
// modalities and peers by PUT; what was stored is read at another path.

import { join } from 'node:path';
import type { Product } from '../product.ts';
import { missingProgram } from '../products-folder.ts';

// Its program asks a server on the internet for each example of its document, and leaves out an operation
// without one. Without a network that takes as long as its name server does, up to minutes.
const NO_NETWORK = 'https_proxy=http://127.0.0.1:9';

export const orthanc: Product = {
  name: 'orthanc',
  title: 'Orthanc 1.10 (Debian)',
  missing: () => missingProgram('Orthanc', 'orthanc'),
  async start(stage) {
    stage.run('env', [NO_NETWORK, 'Orthanc', '--openapi=openapi.json', '/dev/null']);
    const config = stage.write(
      'orthanc.json',
      JSON.stringify({
        StorageDirectory: stage.folder,
        IndexDirectory: stage.folder,
        HttpPort: stage.port,
        HttpBindAddresses: ['127.0.0.1'],
        RemoteAccessAllowed: false,
        DicomServerEnabled: false,
        DicomModalitiesInDatabase: true,
        OrthancPeersInDatabase: true,
        AuthenticationEnabled: true,
        RegisteredUsers: { qa: 'secret' },
      }),
    );
    stage.spawn('Orthanc', [config]);
    const headers = { Authorization: `Basic ${Buffer.from('qa:secret').toString('base64')}` };
    const document = { file: join(stage.folder, 'openapi.json') };
    return { headers, document, ready: '/system' };
  },
  base: '',
  counted: {
    modalities: { path: '/modalities', itemsAt: '' },
    peers: { path: '/peers', itemsAt: '' },
    patients: { path: '/patients', itemsAt: '' },
  },
  places: [
    {
      item: '/modalities/{id}',
      shows: '/modalities/{id}/configuration',
      list: '/modalities',
      itemsAt: '',
      id: '',
      create: { method: 'PUT', path: '/modalities/{id}' },
      has: ['read', 'remove'],
      removed: { status: 200 },
      sample: () => ({ AET: 'ADA', Host: '127.0.0.1', Port: 104, Manufacturer: 'Generic' }),
      change: () => ({ AET: 'BOB', Host: '127.0.0.1', Port: 105, Manufacturer: 'GE' }),
    },
    {
      item: '/peers/{id}',
      shows: '/peers/{id}/configuration',
      list: '/peers',
      itemsAt: '',
      id: '',
      create: { method: 'PUT', path: '/peers/{id}' },
      has: ['read', 'remove'],
      removed: { status: 200 },
      sample: () => ({ URL: 'http://127.0.0.1:9/', Username: 'ada' }),
      change: () => ({ URL: 'http://127.0.0.1:9/', Username: 'bob' }),
    },
  ],
  judged: [
    {
      finding: 'GET /peers/{id}/configuration member-type /HttpHeaders',
      is: 'true',
      because: 'no header fields are shown as [], where an object is sent and is in the example',
    },
    {
      finding: 'GET /peers/{id}/system failed',
      is: 'true',
      because: 'a peer that cannot be reached is answered with 500; the document says 200 alone',
    },
  ],
};
