// Shares the services of the bed out to threads, so that a run uses each core.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  allServices,
  type BedService,
  type TriedService,
  type TryOptions,
} from './all-services.ts';

/** What a thread is asked. `index` is a place in `allServices`. */
export interface Asked {
  readonly id: number;
  readonly index: number;
  readonly options: TryOptions;
}

/** What a thread answers. */
export interface Told {
  readonly id: number;
  readonly tried: TriedService;
}

export interface Threads {
  readonly count: number;
  /** How many services are best tried at once. */
  readonly atOnce: number;
  /** Tries a service in the thread that has least to do. Fails if a thread does. */
  try(service: BedService, options: TryOptions): Promise<TriedService>;
  close(): Promise<void>;
}

/** Services of which each waits most of its time: as many as this are tried at once in a thread. */
const AT_ONCE = 3;

export function openThreads(count: number = availableParallelism()): Threads {
  const places = new Map(allServices.map((service, index) => [service, index]));
  const threads = Array.from({ length: count }, () => openThread());
  let id = 0;
  return {
    count,
    atOnce: count * AT_ONCE,
    try(service, options) {
      const index = places.get(service);
      if (index === undefined) throw new Error(`${service.name} is no service of the bed`);
      const [idlest] = threads.toSorted((one, other) => one.waiting.size - other.waiting.size);
      if (idlest === undefined) throw new Error('there is no thread');
      id += 1;
      return idlest.ask({ id, index, options });
    },
    close: async () => {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: ReadonlyMap<number, PromiseWithResolvers<TriedService>>;
  ask(asked: Asked): Promise<TriedService>;
}

function openThread(): Thread {
  const worker = new Worker(new URL('thread.ts', import.meta.url));
  const waiting = new Map<number, PromiseWithResolvers<TriedService>>();
  worker.on('message', ({ id, tried }: Told) => {
    waiting.get(id)?.resolve(tried);
    waiting.delete(id);
  });
  worker.on('error', (error) => {
    for (const one of waiting.values()) one.reject(error);
  });
  return {
    worker,
    waiting,
    ask(asked) {
      const answer = Promise.withResolvers<TriedService>();
      waiting.set(asked.id, answer);
      worker.postMessage(asked);
      return answer.promise;
    },
  };
}
