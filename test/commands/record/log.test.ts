import { describe, expect, it } from 'vitest';
import { toPassageLine } from '../../../src/commands/record/log.ts';
import { numbered } from '../../support/recorded.ts';

describe('toPassageLine', () => {
  it('begins with the time and the number that findings name', () => {
    const [line, later] = [12, 123_456].map((seq) => toPassageLine(numbered(seq), false));
    expect(line).toMatch(/^\d\d:\d\d:\d\d #12 {3}GET {5}\/users/);
    expect(later).toMatch(/^\d\d:\d\d:\d\d #123456 GET {5}\/users/);
  });

  it('escapes hidden characters in errors', () => {
    const line = toPassageLine(numbered(1, { trouble: 'the service said \u009b31m' }), false);
    expect(line).toMatch(/the service said \\u009b31m$/);
  });
});
