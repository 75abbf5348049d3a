import { describe, expect, it } from 'vitest';
import { toPassageLine } from '../../../src/commands/record/log.ts';
import { numbered } from '../../support/recorded.ts';

describe('toPassageLine', () => {
  it('escapes hidden characters in errors', () => {
    const line = toPassageLine(numbered(1, { trouble: 'the service said \u009b31m' }), false);
    expect(line).toMatch(/the service said \\u009b31m$/);
  });
});
