// Keeps V8 from two optimisations that slow down a server, and lets it do more of another. Answers do
// not change. Only for a process that Standin owns: the programmatic API does not use it.

import { executionAsyncResource } from 'node:async_hooks';
import { statSync } from 'node:fs';
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
  setFlagsFromString(`--semi-space-growth-factor=${FAST_GROWTH_FACTOR}`);
}

/**
 * The young generation begins with a megabyte, again when memory was freed, and a collection costs
 * much the same whatever its size: it grows to what the load needs in one step instead of four.
 */
const FAST_GROWTH_FACTOR = 8;

/**
 * Lets V8 put more functions into one that calls them when it optimises. The rule book is hundreds of
 * small functions, a call runs through most of them once, and the kernel and Node have emptied the
 * caches in between: fetching code from many places costs more than running it. Call it once the
 * first answer can be given.
 */
export async function inlineMore(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString(`--max-inlined-bytecode-size=${INLINED_BYTES_MAX}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED_BYTES_IN_ALL_MAX}`);
}

/** Bytecode of a function that is put into another, and of all that are; V8 has 460 and 920. */
const INLINED_BYTES_MAX = 1_200;
const INLINED_BYTES_IN_ALL_MAX = 3_000;

/**
 * Lets a large heap grow by a third before V8 collects the whole. V8 would collect it after a hundredth,
 * for a server allocates little that stays: with a million users 0.7 s each 9,000 calls. Call it once
 * the rows are there, before the memory is freed that they left.
 */
export async function growLargeHeap(): Promise<void> {
  const { getHeapStatistics, setFlagsFromString } = await import('node:v8');
  if (getHeapStatistics().used_heap_size < LARGE_HEAP_BYTES) return;
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/** Below, V8 lets a heap grow by as much or more. */
const LARGE_HEAP_BYTES = 134_217_728;
const GROWTH_PERCENT = 30;

/** Bytes of a source above which reading it fills the memory. */
const LARGE_BYTES = 1_000_000;

/**
 * Keeps the young generation small while a large document is read: what is read stays, so a larger
 * one only holds more of it twice. Call it before the source is read, and the result once it is. A
 * document of 4 MB takes 185 MB instead of 313, and 6 % more CPU.
 */
export async function keepSmallFor(source: string): Promise<() => void> {
  const { size } = statSync(source, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size < LARGE_BYTES) return () => undefined;
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
  return () => setFlagsFromString(`--semi-space-growth-factor=${GROWTH_FACTOR}`);
}

/** The factor that V8 has without the flag. */
const GROWTH_FACTOR = 2;

/** Milliseconds without a call after which memory is freed. */
const QUIET_MS = 1_000;

/**
 * Frees once what the start has left, when there was no call for a second: the text of a large seed
 * file takes as much as its rows, and V8 would keep it until memory is short. Returns a function
 * that stops waiting. `calls` counts the calls so far.
 */
export function freeWhenQuiet(calls: () => number): () => void {
  let before = calls();
  const timer = setInterval(() => {
    const now = calls();
    if (now === before) {
      clearInterval(timer);
      void freeMemory();
    }
    before = now;
  }, QUIET_MS).unref();
  return () => clearInterval(timer);
}

async function freeMemory(): Promise<void> {
  const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([
    import('node:v8'),
    import('node:vm'),
  ]);
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function')
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
