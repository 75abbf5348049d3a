// Formats recorded text, numbers and times. Text is shown as text alone, with invisible characters,
// and those that change its direction, made visible.

import { HIDDEN } from '../../base/printable.ts';

/** Makes hidden characters visible (NUL as `␀`, others as `⟨202e⟩`) but tabs and line feeds. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => {
    if (character === '\t' || character === '\n') return character;
    const code = character.codePointAt(0) ?? 0;
    return code < 0x20
      ? String.fromCharCode(0x2400 + code)
      : `⟨${code.toString(16).padStart(4, '0')}⟩`;
  });
}

/** Shortens a text to `charsMax` characters and says how many are missing. */
export function shorten(text: string, charsMax: number): string {
  return text.length <= charsMax
    ? text
    : `${text.slice(0, charsMax)}… (${formatCount(text.length - charsMax)} more characters)`;
}

/** `1,234`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `840 B`, `1.2 KB`, `100 MB`; `?` if the size is unknown. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return '?';
  if (bytes < 1000) return `${bytes} B`;
  const [unit, size] =
    bytes < 999_500
      ? ['KB', bytes / 1e3]
      : bytes < 999_500_000
        ? ['MB', bytes / 1e6]
        : ['GB', bytes / 1e9];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

/** `0.4 ms`, `12 ms`, `1.25 s`. */
export function formatMs(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** `14:03:59.123`, in the time zone of the reader. */
export function formatTime(at: number): string {
  const time = new Date(at);
  const two = (count: number) => String(count).padStart(2, '0');
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}
