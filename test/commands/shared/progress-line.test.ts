// The line of progress: one line of a terminal, and nothing where there is none.

import { describe, expect, it } from 'vitest';
import {
  columnsOf,
  createProgressLine,
  type Screen,
} from '../../../src/commands/shared/progress-line.ts';

function screenOf(facts: Partial<Screen>): Screen & { text(): string } {
  let text = '';
  return {
    write: (more) => {
      text += more;
    },
    text: () => text,
    ...facts,
  };
}

const STAGE = { kind: 'stage', stage: 'laws', what: '35 laws' } as const;

describe('createProgressLine', () => {
  it('replaces what it wrote, and clears it at the end', () => {
    const screen = screenOf({ isTTY: true, hasColors: () => false, columns: 40 });
    const line = createProgressLine(screen, 'full');
    line.show(STAGE);
    line.clear();
    line.clear();
    expect(screen.text()).toBe('\r\u001b[2K▸ laws: 35 laws\r\u001b[2K');
  });

  it.each([
    ['there is no terminal', {}, 'full'],
    ['it is to be quiet', { isTTY: true }, 'quiet'],
  ] as const)('writes nothing if %s', (_where, facts, form) => {
    const screen = screenOf(facts);
    const line = createProgressLine(screen, form);
    line.show(STAGE);
    line.clear();
    expect(screen.text()).toBe('');
  });
});

describe('columnsOf', () => {
  it.each([
    [80, 80],
    [0, 100],
    [undefined, 100],
  ])('reads %s as %i', (columns, expected) => {
    expect(columnsOf(screenOf(columns === undefined ? {} : { columns }))).toBe(expected);
  });
});
