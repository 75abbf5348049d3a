// The Inspector of `record`: the traffic with a real service, and the contracts for it.

import type { HoldSlot } from '../../base/hold.ts';
import { HOP_BY_HOP } from '../../base/hop-by-hop.ts';
import type { Profile } from '../../contract/choices.ts';
import { createClient } from '../../http/client/client.ts';
import type { InternalRoutes } from '../../http/server/internal-routes.ts';
import type { StreamsBackend } from '../../inspector/backend.ts';
import { createInspector } from '../../inspector/inspector.ts';
import type { Archive } from '../../journal/archive.ts';
import type { Project } from '../../project/load/project.ts';
import type { Checker } from '../../schema/check.ts';
import { createExporter } from './exporter.ts';
import { harOpener } from './har-file.ts';
import { breakpointsOf, callOf, rulesView } from './inspect-mock.ts';
import { isLoopback } from './lazy-inspector.ts';
import { pageFiles } from './page-files.ts';

export interface InspectedService {
  readonly archive: Archive;
  readonly project: Project;
  readonly checker: Checker;
  /** The address of the service, without credentials. */
  readonly target: string;
  /** The address of the recorder. */
  readonly url: string;
  readonly host: string;
  /** The host names that are accepted, in lower case. */
  readonly names: ReadonlySet<string>;
  readonly token: string;
  readonly version: string;
  readonly pins: Partial<Profile>;
  /** `null` without contracts. */
  readonly contract: string | null;
  /** Where the recorder looks for breakpoints. */
  readonly hold: HoldSlot;
  /** The streams that have not ended. */
  readonly streams: StreamsBackend;
  /** Resolves when every finished exchange is recorded. */
  readonly drained: () => Promise<void>;
}

/** Creates the Inspector of the recorder, through which it sends requests again. */
export function inspectService(inspected: InspectedService): InternalRoutes {
  const { archive, project, target, url, host, names, token, version } = inspected;
  const client = createClient({ baseUrl: new URL('/', url).href });
  return createInspector({
    version,
    mode: 'record',
    subject: target,
    archive,
    data: null,
    access: { token, hosts: [...names], reach: isLoopback(host) ? 'loopback' : 'open' },
    rules: async () => rulesView(project, inspected.pins, inspected.contract),
    breakpoints: breakpointsOf(inspected.hold, () => project.contracts, url),
    streams: inspected.streams,
    replay: {
      target,
      async send(recorded, edited) {
        const { headers, ...call } = callOf(recorded, edited);
        await client.send({ ...call, headers: withoutConnection(headers) });
        await inspected.drained();
        return (await archive.totals()).newest;
      },
    },
    exporter: createExporter(version, {
      rules: () => project,
      checker: async () => inspected.checker,
    }),
    openHar: harOpener(() => project),
    assets: pageFiles(),
  });
}

/** Leaves out the fields that the client sets: the length may have changed. */
function withoutConnection(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const left = Object.entries(headers).filter(
    ([name, value]) => !WRITTEN_BY_THE_CLIENT.has(name) && typeof value === 'string',
  );
  return Object.fromEntries(left) as Record<string, string>;
}

const WRITTEN_BY_THE_CLIENT: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'host',
  'content-length',
  'expect',
  'accept-encoding',
]);
