// A service that lies about one cell of what a contract specifies is found, by the code of its lie.

import { describe, expect, it } from 'vitest';
import { lies } from './lies.ts';
import { tryLie } from './try.ts';

describe('a service that lies about what the contract specifies', () => {
  it.concurrent.each(lies)('$name: is found', { timeout: 60_000 }, async ({ face, lie, code }) => {
    const { findings, isUnharmed } = await tryLie(face, lie);
    expect(findings.map((finding) => finding.code)).toContain(code);
    expect(isUnharmed).toBe(true);
  });
});
