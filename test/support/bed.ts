// Services of the bed for tests of commands: with users that are not the run's, and some that can
// be made to wait.

import { createServer, request as httpRequest } from 'node:http';
import { faults, startFaulty } from '../bed/faults/index.ts';
import { plain } from '../bed/plain.ts';
import type { Service, StoredUser } from '../bed/service.ts';

/** The users that the service has before a run. */
export const USERS: readonly StoredUser[] = [
  {
    id: 1,
    name: 'Ann',
    email: 'ann@example.com',
    isPremium: true,
    skills: ['law'],
    address: { city: 'Łódź', district: 'Bałuty' },
  },
  { id: 2, name: 'Bob', email: 'bob@example.com', isPremium: false, skills: [] },
];

/** Starts the plain service with a fault planted in it. */
export function startFault(name: string): Promise<Service> {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`there is no fault ${name}`);
  return startFaulty(plain, fault, USERS);
}

/** A service that ends with the test. */
export async function started(service: Promise<Service>): Promise<Service & AsyncDisposable> {
  const running = await service;
  return { ...running, [Symbol.asyncDispose]: () => running.close() };
}

export interface Slow extends AsyncDisposable {
  readonly url: string;
  /** How long each request waits, in milliseconds. */
  delayMs: number;
  /** The methods that came, in order. */
  readonly methods: readonly string[];
  /** Resolves once this many more requests with a method have come. */
  until(method: string, count: number): Promise<void>;
}

/** Stands before a service and hands on each request some time later. */
export async function slowly(service: Pick<Service, 'baseUrl'>, ms: number): Promise<Slow> {
  const methods: string[] = [];
  const waiting = new Set<() => void>();
  const base = new URL(service.baseUrl);
  const timing = { delayMs: ms };
  const server = createServer((request, response) => {
    methods.push(request.method ?? '');
    for (const look of waiting) look();
    setTimeout(() => {
      const { method, headers, url: path } = request;
      const onward = httpRequest(
        { host: base.hostname, port: base.port, path, method, headers, agent: false },
        (answer) => {
          answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
        },
      );
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    }, timing.delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return Object.assign(timing, {
    url: `http://127.0.0.1:${port}`,
    methods,
    until: (method: string, count: number) =>
      new Promise<void>((found) => {
        const begun = methods.length;
        const look = (): void => {
          if (methods.slice(begun).filter((one) => one === method).length < count) return;
          waiting.delete(look);
          found();
        };
        waiting.add(look);
        look();
      }),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
