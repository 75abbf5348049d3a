// One project behind each door: served, in Vite, in Mock Service Worker, and in a program. Each door
// has its own mock with the same seed, so that all answer the same calls alike.

import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createServer, type Plugin } from 'vite';
import { toServeOptions } from '../../src/commands/serve/flags.ts';
import { serve } from '../../src/commands/serve/serve.ts';
import { standin } from '../../src/commands/vite/vite-plugin.ts';
import type { Profile } from '../../src/contract/choices.ts';
import { loadMock } from '../../src/embed/load-mock.ts';
import { handler } from '../../src/embed/msw.ts';
import { basePathOf } from '../../src/project/load/validate-options.ts';

/** What every door is told. */
export interface DoorOptions {
  readonly contract?: string;
  readonly basePath?: string;
  readonly pins?: Partial<Profile>;
}

export interface Door {
  readonly name: string;
  /** Sends a request; `null` if the door leaves it to others. */
  readonly ask: (path: string, init: RequestInit) => Promise<Response | null>;
  readonly close: () => Promise<unknown>;
}

const SEED = 7;
/** A service that no request reaches: the door answers in its place, or another handler does. */
const SERVICE = 'http://service.test';
const PASSED_ON = 299;

/** Opens the doors of the project in the working folder; `serve` is the first. */
export async function openDoors(options: DoorOptions): Promise<readonly Door[]> {
  return [
    await served(options),
    await inVite(options),
    await inMsw(options),
    ...(await inPrograms(options)),
  ];
}

const unlessPassedOn = (response: Response): Response | null =>
  response.status === PASSED_ON ? null : response;

async function served({ contract, basePath, pins = {} }: DoorOptions): Promise<Door> {
  const flags = {
    host: '127.0.0.1',
    port: 0,
    quiet: true,
    seed: SEED,
    undefined: 'profile',
    worldTtl: 60,
    reads: 'confirmed',
    pin: pins,
    ...(basePath === undefined ? {} : { basePath: basePathOf(basePath) }),
  } as const;
  const given = toServeOptions(
    flags as never,
    contract === undefined ? [] : [contract],
    {},
    '0.0.0',
  );
  const quiet = { write: () => true };
  const serving = await serve(given, quiet, quiet);
  const { origin } = new URL(serving.url);
  return {
    name: 'serve',
    ask: (path, init) => fetch(origin + path, init),
    close: () => serving.close(),
  };
}

async function inVite(options: DoorOptions): Promise<Door> {
  const rest: Plugin = {
    name: 'what-is-left',
    configureServer(server) {
      server.middlewares.use((_request, response) => {
        response.statusCode = PASSED_ON;
        response.end();
      });
    },
  };
  const server = await createServer({
    root: process.cwd(),
    configFile: false,
    logLevel: 'silent',
    plugins: [standin({ ...options, seed: SEED }), rest],
    server: { port: 0, host: '127.0.0.1', ws: false },
  });
  await server.listen();
  const origin = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  return {
    name: 'Vite',
    ask: async (path, init) => unlessPassedOn(await fetch(origin + path, init)),
    close: () => server.close(),
  };
}

async function inMsw(options: DoorOptions): Promise<Door> {
  const mock = await loadMock({ ...options, seed: SEED });
  const others = http.all('*', () => new HttpResponse(null, { status: PASSED_ON }));
  const server = setupServer(handler(mock), others);
  return {
    name: 'MSW',
    async ask(path, init) {
      server.listen();
      try {
        return unlessPassedOn(await fetch(SERVICE + path, init));
      } finally {
        server.close();
      }
    },
    close: () => Promise.resolve(),
  };
}

/** `fetch` answers for any path, as a server does; `respond` leaves some to others. */
async function inPrograms(options: DoorOptions): Promise<readonly Door[]> {
  const made = await loadMock({ ...options, seed: SEED });
  const [asked, forked] = [made, made.fork()];
  return [
    {
      name: 'fetch',
      ask: (path, init) => asked.fetch(SERVICE + path, init),
      close: () => Promise.resolve(),
    },
    {
      name: 'respond',
      async ask(path, init) {
        const response = await forked.respond(new Request(SERVICE + path, init));
        if ((response !== null) !== forked.handles(SERVICE + path))
          throw new Error(`handles and respond do not agree on ${path}`);
        return response;
      },
      close: () => Promise.resolve(),
    },
  ];
}
