// Compares what was printed with what a page says, line by line: `…` matches anything in a line,
// and any lines if it is alone.

const ANYTHING = '…';

/**
 * Returns the first line that differs, or `null` if none does. Blanks at ends of lines and empty
 * lines around do not count.
 */
export function findMismatch(
  expected: readonly string[],
  printed: string,
): { readonly expected: string; readonly got: string } | null {
  const wanted = trimmed(expected);
  const lines = trimmed(printed.split('\n'));
  let furthest = { expected: '', got: '', at: -1 };
  const note = (at: number, line: string | undefined): boolean => {
    if (at > furthest.at)
      furthest = { at, expected: wanted[at] ?? '(the end)', got: line ?? '(the end)' };
    return false;
  };
  const matches = (at: number, line: number): boolean => {
    if (at === wanted.length) return line === lines.length || note(at, lines[line]);
    const want = wanted[at] ?? '';
    if (want.trim() === ANYTHING) {
      for (let skipped = line; skipped <= lines.length; skipped++)
        if (matches(at + 1, skipped)) return true;
      return false;
    }
    const got = lines[line];
    return got !== undefined && isLine(want, got) ? matches(at + 1, line + 1) : note(at, got);
  };
  return matches(0, 0) ? null : { expected: furthest.expected, got: furthest.got };
}

function isLine(want: string, got: string): boolean {
  const parts = want.split(ANYTHING).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'u').test(got);
}

function trimmed(lines: readonly string[]): readonly string[] {
  const ended = lines.map((line) => line.trimEnd());
  const first = ended.findIndex((line) => line !== '');
  return first < 0 ? [] : ended.slice(first, ended.findLastIndex((line) => line !== '') + 1);
}
