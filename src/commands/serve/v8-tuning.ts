// What V8 would do to a serving process at a price, and how it is kept from it. Nothing here
// changes what is answered. Only a process of its own may do this: the door for programs does not.

import { executionAsyncResource } from 'node:async_hooks';
import { nextTick } from 'node:process';

/** Held for ever, so that what V8 knows of the shape of such objects is never collected. */
const held: object[] = [];

/**
 * Keeps one object of the kind that `process.nextTick` makes, and Node makes several for each
 * request. V8 knows their shape as long as there is one; a full collection that finds none, as
 * loading a large seed file brings it about, lets it forget, and from then on every such object is
 * built member by member, which costs each request a quarter more. To be called before anything is
 * loaded.
 */
export function keepTickShape(): void {
  if (held.length > 0) return;
  nextTick(() => {
    held.push(executionAsyncResource());
  });
}

/**
 * Lets V8 make every object where it can die young. Where the first hundred objects of one place in
 * the code outlive a collection, V8 makes all later ones among the old, and does not ask again. The
 * journal keeps the first 200 calls whole: a collection that falls among them finds everything
 * alive, and what each call leaves then lies among the old until a full collection. Young garbage
 * is collected on one thread: so little survives that helpers take longer to be woken and to look
 * for work than to copy it. To be called once the first answer can be given, for `node:v8` takes
 * milliseconds to load.
 */
export async function keepYoung(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--no-parallel-scavenge');
}
