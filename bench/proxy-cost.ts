// What recording costs a proxy that forwards anyhow: processor time of its main thread for each
// interaction, and latency.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mainThreadNs } from './cpu.ts';
import { percentileOf, type Spread, spreadOf } from './figures.ts';
import { sendPaced } from './paced.ts';
import { type Running, startServer, withRunning } from './running.ts';
import type { Server } from './servers.ts';

export interface ProxyCost {
  readonly perSecond: number;
  /** The service alone. */
  readonly direct: ProxyFigures;
  readonly plain: ProxyFigures;
  readonly recorded: ProxyFigures;
}

export interface ProxyFigures {
  /**
   * Processor time of the main thread per interaction, in microseconds; `null` if it is not
   * measured.
   */
  readonly cpuUs: Spread | null;
  readonly p50Ms: Spread | null;
  readonly p99Ms: Spread | null;
}

const PER_SECOND = 1_000;
const root = fileURLToPath(new URL('..', import.meta.url));

/** Measures the service, a proxy that only forwards and a recorder in turn, some seconds each. */
export async function measureProxy(
  folder: string,
  rounds: number,
  secondsPerRound: number,
): Promise<ProxyCost> {
  const places = { folder: root, db: 'db.json', openapi: '' };
  return withRunning([() => startServer(SERVICE, places)], async ([service]) => {
    const target = service?.port ?? 0;
    const proxies = (['plain', 'recorded'] as const).map(
      (mode) => () => startServer(proxyOf(mode, target, folder), places),
    );
    return withRunning(proxies, async ([plain, recorded]) => {
      const all = [service, plain, recorded].flatMap((one) =>
        one === undefined ? [] : [{ running: one, samples: [] as Sample[] }],
      );
      for (const { running } of all) await run(running, 2);
      for (let round = 0; round < rounds; round++) {
        for (const { running, samples } of all) samples.push(await run(running, secondsPerRound));
      }
      const [ofService = NONE, ofPlain = NONE, ofRecorded = NONE] = all.map(({ samples }) =>
        figuresOf(samples),
      );
      return { perSecond: PER_SECOND, direct: ofService, plain: ofPlain, recorded: ofRecorded };
    });
  });
}

const COMMON = { answers: 'stored', bodies: 'checked', speed: 'fast' } as const;

const SERVICE: Server = {
  ...COMMON,
  name: 'standin',
  about: 'the service behind the proxy',
  start: (port) => [join(root, 'src/cli.ts'), 'serve', '--quiet', '--port', String(port)],
};

function proxyOf(mode: 'plain' | 'recorded', target: number, folder: string): Server {
  const script = join(root, 'bench/servers/proxy.ts');
  return {
    ...COMMON,
    name: 'standin',
    about: mode,
    start: (port) => [script, mode, String(port), String(target), join(folder, 'proxy.db')],
  };
}

interface Sample {
  readonly cpuUs: number | null;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

async function run({ pid, port }: Running, seconds: number): Promise<Sample> {
  const before = mainThreadNs(pid);
  const { requests, latenciesMs } = await sendPaced(port, PER_SECOND, seconds);
  const after = mainThreadNs(pid);
  return {
    cpuUs: before === null || after === null ? null : (after - before) / requests / 1_000,
    p50Ms: percentileOf(latenciesMs, 0.5),
    p99Ms: percentileOf(latenciesMs, 0.99),
  };
}

const NONE: ProxyFigures = { cpuUs: null, p50Ms: null, p99Ms: null };

function figuresOf(samples: readonly Sample[]): ProxyFigures {
  return {
    cpuUs: spreadOf(samples.map(({ cpuUs }) => cpuUs)),
    p50Ms: spreadOf(samples.map(({ p50Ms }) => p50Ms)),
    p99Ms: spreadOf(samples.map(({ p99Ms }) => p99Ms)),
  };
}
