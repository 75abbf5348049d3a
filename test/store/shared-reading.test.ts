// Which calls a reading of the log covers, and which it waits for.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SharedReading } from '../../src/store/shared-reading.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Log {
  readonly reading: SharedReading;
  /** The worlds of each reading that has begun. */
  readonly begun: string[];
  /** Ends the one that is under way. */
  end(error?: Error): void;
}

function open(): Log {
  const begun: string[] = [];
  let end: (error?: Error) => void = () => undefined;
  const reading = new SharedReading((worlds) => {
    begun.push([...worlds].join(' '));
    return new Promise((resolve, reject) => {
      end = (error) => (error === undefined ? resolve() : reject(error));
    });
  });
  return { reading, begun, end: (error) => end(error) };
}

/** Waits until all that is due in this turn of the event loop and the next one has happened. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets the time pass that a reading waits for others at most. */
async function waited(): Promise<void> {
  await turns();
  vi.advanceTimersByTime(1);
  await turns();
}

/** Has some calls answered by the first reading while others come for the next one. */
async function answered(log: Log, calls: number, later: number): Promise<Promise<void>[]> {
  const first = Array.from({ length: calls }, () => log.reading.join('a', 'patient'));
  await turns();
  const next = Array.from({ length: later }, () => log.reading.join('b', 'patient'));
  log.end();
  await Promise.all(first);
  return next;
}

describe('a shared reading', () => {
  it('covers the calls of a turn, and none that comes after it began', async () => {
    const log = open();
    const first = log.reading.join('a', 'patient');
    const second = log.reading.join('b', 'patient');
    await turns();
    expect(log.begun).toEqual(['a b']);
    let isLateCovered = false;
    const late = log.reading.join('c', 'patient').then(() => {
      isLateCovered = true;
    });
    log.end();
    await Promise.all([first, second]);
    expect(isLateCovered).toBe(false);
    await waited();
    expect(log.begun).toEqual(['a b', 'c']);
    log.end();
    await late;
  });

  it('begins once those are back that the last one answered', async () => {
    const log = open();
    const waiting = await answered(log, 2, 1);
    waiting.push(log.reading.join('c', 'patient'));
    await turns();
    waiting.push(log.reading.join('d', 'patient'));
    await turns();
    expect(log.begun).toEqual(['a', 'b c d']);
    log.end();
    await Promise.all(waiting);
  });

  it('does not wait for those who stay away', async () => {
    const log = open();
    const waiting = await answered(log, 2, 1);
    await turns();
    expect(log.begun).toEqual(['a']);
    await waited();
    expect(log.begun).toEqual(['a', 'b']);
    log.end();
    await Promise.all(waiting);
    // Nor does the one after it.
    const alone = log.reading.join('c', 'patient');
    await turns();
    expect(log.begun).toEqual(['a', 'b', 'c']);
    log.end();
    await alone;
  });

  it('waits for none if a call is urgent', async () => {
    const log = open();
    const waiting = await answered(log, 2, 1);
    waiting.push(log.reading.join('c', 'urgent'));
    await turns();
    expect(log.begun).toEqual(['a', 'b c']);
    log.end();
    await Promise.all(waiting);
  });

  it('fails for those it covers, and not for others', async () => {
    const log = open();
    const first = log.reading.join('a', 'patient');
    await turns();
    const next = log.reading.join('b', 'patient');
    log.end(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await waited();
    log.end();
    await next;
  });
});
