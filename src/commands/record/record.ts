// `standin record`: sits between clients and a service, forwards everything unchanged, and reports
// what breaks the contract.

import { StandinError } from '../../base/errors.ts';
import type { HoldSlot } from '../../base/hold.ts';
import { type BaseUrl, readBaseUrl } from '../../http/client/base-url.ts';
import type { Headers } from '../../model/message/call.ts';
import { loadProject, type Project, withoutContracts } from '../../project/load/project.ts';
import { createProxy, type ProxyOptions, type RunningProxy } from '../../record/proxy/proxy.ts';
import { acceptedHostNames } from '../../record/proxy/unsafe-message.ts';
import { createLazyChecker } from '../../schema/lazy-checker.ts';
import { isLoopback, lazyInspector } from '../inspect/lazy-inspector.ts';
import { readRecordingPlace } from '../recording/store-address.ts';
import { type Credentials, readCredentials } from '../shared/credentials.ts';
import { openPort } from '../shared/listen-address.ts';
import { createLog, isColoured, type LogTarget } from '../shared/log.ts';
import type { RecordServiceOptions } from './flags.ts';
import { toSummaryText } from './log.ts';
import type { RecordJob } from './record-worker.ts';
import { startRecorder } from './start-recorder.ts';

export interface RecordCommand {
  readonly url: string;
  /** Ends the recording, and tells whether everything is in the file. */
  close(): Promise<'kept' | 'lost'>;
}

export const RECORD_PORT = 4_000;
/**
 * How long the unjudged exchanges may take at the end, in milliseconds: 2,000 wait at most, which
 * take half a second on an idle machine. What stops a container waits for ten seconds.
 */
const DRAIN_MS = 5_000;

/** Records a service until `close` is called. Rejects with a StandinError if it cannot begin. */
export async function recordService(
  options: RecordServiceOptions,
  output: LogTarget,
  errors: LogTarget,
): Promise<RecordCommand> {
  const base = readBaseUrl(options.baseUrl);
  const names = acceptedHostNames(options.host, base, options.allowedHosts);
  const credentials = readCredentials(options);
  const { contract, profile } = options;
  const project =
    contract === null
      ? withoutContracts()
      : await loadProject({ contract, db: null, profile, certainty: 'sure' }, options.pins);
  const log = createLog(output, options.form === 'quiet' ? 'quiet' : 'lines');
  const recorder = await startRecorder(
    jobOf(options, project, base, isColoured(output) ? 'coloured' : 'plain'),
    output,
    errors,
  );
  const token = crypto.randomUUID();
  const hold: HoldSlot = { current: null };
  let url = '';
  const side = lazyInspector(async () => {
    const { inspectService } = await import('../inspect/inspect-service.ts');
    const checker = createLazyChecker(project.schemas);
    await checker.load();
    const { archive, streams, drained } = recorder;
    return inspectService({
      ...options,
      archive,
      project,
      checker,
      token,
      url,
      names,
      target: base.shown,
      drained,
      streams,
      hold,
    });
  });
  let proxy: RunningProxy;
  try {
    const parts = {
      host: options.host,
      base,
      names,
      added: addedOf(credentials, base.authorization),
      query: credentials.query,
      begin: recorder.begin,
      side,
      hold,
      answerMs: options.timeoutSeconds * 1_000,
      onFailure: (error) =>
        errors.write(
          `The page failed. Please report this:\n${error instanceof Error ? error.stack : String(error)}\n`,
        ),
      onTrouble: ({ status, detail }) => {
        if (options.form === 'json')
          log.line(
            JSON.stringify({ event: 'trouble', at: new Date().toISOString(), status, detail }),
          );
        else log.line(`refused with ${status}: ${detail}`);
      },
    } satisfies Omit<ProxyOptions, 'port'>;
    proxy = await openPort(options.port, RECORD_PORT, (port) => createProxy({ ...parts, port }));
    await lookAt(proxy, base.shown, errors);
  } catch (error) {
    await recorder.finish(0);
    throw error;
  }
  url = `http://${proxy.host.includes(':') ? `[${proxy.host}]` : proxy.host}:${proxy.port}${base.basePath}`;
  announce(options, { target: base.shown, url, token }, output, errors);
  return {
    url,
    async close() {
      await proxy.close();
      log.flush();
      const end = await recorder.finish(DRAIN_MS);
      if (end === null) return 'lost';
      if (options.form === 'json')
        output.write(`${JSON.stringify({ event: 'summary', ...end.summary })}\n`);
      else output.write(toSummaryText(end.summary));
      return end.kept;
    },
  };
}

function jobOf(
  options: RecordServiceOptions,
  { contracts, schemas, profile }: Project,
  { basePath, origin }: BaseUrl,
  colour: RecordJob['colour'],
): RecordJob {
  const { headers, environment, baseUrl, query, redact, keep, file, form } = options;
  const credentials = { headers, environment, baseUrl, ...(query === undefined ? {} : { query }) };
  const rules = { contracts, schemas: schemas.all(), profile, basePath, service: origin };
  return { ...rules, redact, keep, file, form, colour, credentials };
}

async function lookAt(proxy: RunningProxy, target: string, errors: LogTarget): Promise<void> {
  const found = await proxy.probe();
  if (found === 'loop') {
    await proxy.close();
    const remedy = 'Give the address of the service, or another port of the recorder with --port.';
    throw new StandinError('option-invalid', `${target} is the address of this recorder`, remedy);
  }
  if (found === 'unreachable') {
    errors.write(
      `Warning: ${target} cannot be reached; until it can, every request is answered with 502.\n`,
    );
  }
}

function addedOf({ headers }: Credentials, authorization: string | null): readonly string[] {
  const all: Headers = authorization === null ? headers : { ...headers, authorization };
  return Object.entries(all).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [name, one]),
  );
}

const NO_RULES =
  'none here, so nothing is judged; "standin serve <recording>" makes a mock of what was seen';

interface Announced {
  readonly target: string;
  readonly url: string;
  readonly token: string;
}

function announce(
  options: RecordServiceOptions,
  { target, url, token }: Announced,
  output: LogTarget,
  errors: LogTarget,
): void {
  if (options.form === 'json')
    output.write(`${JSON.stringify({ event: 'listening', url, target })}\n`);
  else if (options.form === 'lines') {
    const place = options.file === null ? null : readRecordingPlace(options.file);
    const stored = place === null ? null : `${place.recording} in ${place.shown}`;
    const file = stored ?? options.file ?? 'in memory; --record <file> keeps it';
    const unjudged = options.contract === null ? `  rules      ${NO_RULES}\n` : '';
    output.write(
      `Standin records ${target}\n\n  proxy      ${url}\n${unjudged}  record     ${file}\n  inspector  ${new URL('/__standin/', url)}\n\nCtrl-C ends it.\n\n`,
    );
  }
  if (!isLoopback(options.host)) {
    errors.write(
      `Warning: ${options.host} is not a loopback address; everyone on the network can use ${target} through it, with the fields that --header adds.\n` +
        `The recording is shown only with the token: ${new URL(`/__standin/#token=${token}`, url)}\n`,
    );
  }
}
