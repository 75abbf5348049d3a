// Header fields as lines of a text that people edit: `accept: */*`.

import type { Field } from '../../journal/interaction/recorded.ts';

export function fieldLines(fields: readonly Field[]): string {
  return fields.map(([name, value]) => `${name}: ${value}`).join('\n');
}

/** Leaves out lines without a colon. */
export function readFieldLines(text: string): readonly Field[] {
  return text.split('\n').flatMap((line) => {
    const colon = line.indexOf(':', 1);
    return colon < 0
      ? []
      : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const];
  });
}

/** Returns the first line that is no header field; `null` if all are. */
export function findUnreadLine(text: string): string | null {
  const line = text.split('\n').find((one) => one.trim() !== '' && one.indexOf(':', 1) < 0);
  return line ?? null;
}
