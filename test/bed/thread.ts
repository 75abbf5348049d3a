// A thread of `npm run bed`: tries the services that it is told, several at once.

import { parentPort } from 'node:worker_threads';
import { StandinError } from '../../src/base/errors.ts';
import {
  allServices,
  type BedService,
  type TriedService,
  type TryOptions,
} from './all-services.ts';
import type { Asked, Told } from './threads.ts';

parentPort?.on('message', async ({ id, index, options }: Asked) => {
  const service = allServices[index];
  if (service === undefined) throw new Error(`there is no service ${index}`);
  // A fault holds functions, which cannot be sent.
  const tried = { ...(await tryOrTell(service, options)), fault: undefined };
  parentPort?.postMessage({ id, tried } satisfies Told);
});

/** A run that ends with an error finds nothing in a faulty service, and fails a correct one. */
async function tryOrTell(service: BedService, options: TryOptions): Promise<TriedService> {
  try {
    return await service.try(options);
  } catch (error) {
    if (!(error instanceof StandinError)) throw error;
    const result = service.row.startsWith('correct') ? 'accused' : 'missed';
    const told = [`the run ended: ${error.message}`];
    return { result, told, requests: 0, laws: [], spent: new Map() };
  }
}
