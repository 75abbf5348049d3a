// What is read as a plain request is compared with node:http in fast-path.test.ts. This is about time.

import { describe, expect, it } from 'vitest';
import { readPlainRequest } from '../../../src/http/server/plain-request.ts';
import { request } from '../../support/requests.ts';

const LENGTH = 8_000;
const TIMES = 40;
/** Milliseconds of CPU for all times; it took 4 seconds when each number of blanks was tried. */
const CPU_MS_MAX = 500;

describe('reading a request', () => {
  it.each([
    ['blanks', ' '.repeat(LENGTH)],
    ['tabs', '\t'.repeat(LENGTH)],
    ['letters', 'a'.repeat(LENGTH)],
    ['letters and blanks', 'a '.repeat(LENGTH / 2)],
  ])('takes no longer for a long value of %s before a byte that is not ASCII', (_, value) => {
    const bytes = Buffer.from(request('GET /', `X-A: ${value}\xe9\r\n`), 'latin1');
    const began = process.cpuUsage();
    for (let time = 0; time < TIMES; time++) expect(readPlainRequest(bytes)).toBeNull();
    const { user } = process.cpuUsage(began);
    expect(user / 1_000).toBeLessThan(CPU_MS_MAX);
  });
});
