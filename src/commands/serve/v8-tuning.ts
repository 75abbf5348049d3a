// Keeps V8 from two optimisations that slow down a server. Answers do not change. Only for a
// process that Standin owns: the programmatic API does not use it.

import { executionAsyncResource } from 'node:async_hooks';
import { nextTick } from 'node:process';

/** Never released, so that V8 keeps the shape of such objects. */
const held: object[] = [];

/**
 * Keeps one object of the kind that `process.nextTick` creates; Node creates several for each
 * request. V8 knows their shape while one exists. If a full collection finds none, as after loading
 * a large seed file, V8 forgets the shape, builds every later object member by member, and each
 * request costs a quarter more. Call it before anything is loaded.
 */
export function keepTickShape(): void {
  if (held.length > 0) return;
  nextTick(() => {
    held.push(executionAsyncResource());
  });
}

/**
 * Makes V8 allocate every object in the young generation. If the first hundred objects of an
 * allocation site survive a collection, V8 allocates all later ones in the old generation for good.
 * The journal keeps the first 200 calls, so a collection among them finds everything alive, and
 * later garbage stays until a full collection. Young garbage is collected on one thread: so little
 * survives that waking helper threads takes longer than copying. Call it once the first answer can
 * be given: `node:v8` takes milliseconds to load.
 */
export async function keepYoung(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--no-parallel-scavenge');
}
