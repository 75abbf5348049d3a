// Opens the port of `serve`, and prints the address at the start.

import type { HoldSlot } from '../../base/hold.ts';
import { ownersOf } from '../../contract/rows.ts';
import type { InternalRoutes } from '../../http/server/internal-routes.ts';
import { type Listener, listen } from '../../http/server/listener.ts';
import type { ProtocolErrorFacts } from '../../http/server/protocol-errors.ts';
import type { Mock } from '../../mock/mock.ts';
import type { Project } from '../../project/load/project.ts';
import { isLoopback } from '../inspect/lazy-inspector.ts';
import { openPort } from '../shared/listen-address.ts';
import { isColoured, type Log, type LogTarget } from '../shared/log.ts';
import { banner } from './banner.ts';
import type { Certificate } from './certificate.ts';
import type { ServeOptions } from './flags.ts';

export const DEFAULT_PORT = 3000;

interface Served {
  readonly mock: Mock;
  /** What a call waits for. */
  readonly prepare: Mock['prepare'];
  readonly side: InternalRoutes;
  readonly certificate: Certificate | null;
  readonly ready: () => Promise<void> | null;
  readonly hold: HoldSlot;
}

/** Listens on the port of `--port`, or on the first free one. */
export function listenSomewhere(
  options: ServeOptions,
  { mock, prepare, side, certificate, ready, hold }: Served,
  errors: LogTarget,
  onTrouble: (facts: ProtocolErrorFacts) => void,
): Promise<Listener> {
  return openPort(options.port, DEFAULT_PORT, (port) =>
    listen({
      host: options.host,
      port,
      answer: mock.answer,
      prepare,
      ready,
      side,
      hold,
      ...(certificate === null ? {} : { tls: certificate.tls }),
      bodyBytesMax: () => mock.profile['limit.body'],
      decodes: () => mock.profile['content.coding'] === 'decode',
      requestMs: mock.profile['limit.time'],
      shape: () => ({ error: mock.profile['error.shape'], code: mock.profile['error.code'] }),
      onTrouble,
      onFate: mock.settle,
      onFailure: (error, call) => {
        const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
        errors.write(
          `Standin failed on ${call.method} ${JSON.stringify(call.path)}; the answer was 500. Please report this:\n${trace}\n`,
        );
      },
    }),
  );
}

interface Announced {
  readonly project: Project;
  readonly mock: Mock;
  readonly url: string;
  readonly token: () => string;
  readonly certificate: Certificate | null;
}

/** Prints the address of the mock, and what to try. */
export function announce(
  options: ServeOptions,
  { project, mock, url, token, certificate }: Announced,
  output: LogTarget,
  errors: LogTarget,
  log: Log,
): void {
  if (options.form === 'json') {
    const resources = Object.fromEntries(
      ownersOf(project.contracts).map(({ resource }) => [
        resource,
        mock.state.collection(resource).size,
      ]),
    );
    const { file = null, sha256 } = certificate ?? {};
    const tls = certificate === null ? {} : { certificate: { file, sha256 } };
    output.write(
      `${JSON.stringify({ event: 'listening', url, resources, seed: mock.settings.seed, ...tls })}\n`,
    );
  } else if (options.form === 'lines') {
    const { credentials = [], saving, store = null } = options;
    const facts = { url, project, mock, certificate, saving, credentials, store };
    output.write(banner({ ...facts, db: project.files.db.file, colour: isColoured(output) }));
  }
  if (!isLoopback(options.host)) {
    const page = new URL('/__standin/', url).href;
    const shown =
      (options.access ?? null) === null
        ? `The recording is shown only with the token: ${page}#token=${token()}\n`
        : `The page and the API are open to those of --access: ${page}\n`;
    errors.write(
      `Warning: ${options.host} is not a loopback address; everyone on the network can read and change this mock.\n${shown}`,
    );
  }
  log.flush();
}
