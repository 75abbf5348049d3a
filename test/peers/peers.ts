// The peers: servers that strangers wrote, and the expected verdict on each. Data alone.

import { type Server, servers } from '../../bench/servers.ts';

export interface Peer {
  readonly server: Server;
  /** The verdict that it must get, and why. */
  readonly expected: 'conforms' | 'violates';
  readonly because: string;
  /** Variables for its environment. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The peers, in the order of the report. */
export const peers = {
  'json-server-0': {
    server: servers['json-server-0'],
    expected: 'conforms',
    because: 'it keeps what it is sent, under ids that are numbers',
  },
  'json-server-1': {
    server: servers['json-server-1'],
    expected: 'violates',
    because: 'its ids are strings',
    // Otherwise it watches its own file. On a busy machine it then notices a write late, reads the
    // file over what it was sent meanwhile, and loses it.
    variables: { NODE_ENV: 'production' },
  },
  prism: {
    server: servers.prism,
    expected: 'violates',
    because: 'it answers with examples and keeps nothing',
  },
} satisfies Readonly<Record<string, Peer>>;

/** Names a peer with its version: `json-server 0.17.4`. */
export function titleOf({ server }: Peer): string {
  return server.about.split(/[,;]/)[0] ?? server.name;
}
