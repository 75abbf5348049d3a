// The fences of a page of documentation: where each begins, its info string, its text.

export interface Fence {
  /** The line of the file on which it opens, from 1. */
  readonly line: number;
  /** The first word after the backticks; empty if there is none. */
  readonly language: string;
  /** The other words. */
  readonly words: readonly string[];
  readonly text: string;
}

/** Returns the fences of a page, those in lists too. Throws if one is never closed. */
export function fencesIn(markdown: string): readonly Fence[] {
  const lines = markdown.split('\n');
  const found: Fence[] = [];
  for (let at = 0; at < lines.length; at++) {
    const opening = /^( *)(`{3,}|~{3,})([^`]*)$/.exec(lines[at] ?? '');
    if (opening === null) continue;
    const [, indent = '', ticks = '', info = ''] = opening;
    const end = lines.findIndex(
      (line, index) => index > at && line.trim().startsWith(ticks) && /^[`~]+$/.test(line.trim()),
    );
    if (end < 0) throw new Error(`line ${at + 1}: this fence is never closed`);
    const [language = '', ...words] = info.trim().split(/\s+/);
    const held = lines
      .slice(at + 1, end)
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    found.push({ line: at + 1, language, words, text: held.join('\n') });
    at = end;
  }
  return found;
}
