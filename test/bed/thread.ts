// A thread of `npm run bed`: tries the services that it is told, several at once.

import { parentPort } from 'node:worker_threads';
import { allServices } from './all-services.ts';
import type { Asked, Told } from './threads.ts';

parentPort?.on('message', async ({ id, index, options }: Asked) => {
  const service = allServices[index];
  if (service === undefined) throw new Error(`there is no service ${index}`);
  // A fault holds functions, which cannot be sent.
  const tried = { ...(await service.try(options)), fault: undefined };
  parentPort?.postMessage({ id, tried } satisfies Told);
});
