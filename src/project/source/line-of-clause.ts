// The line of a document that a clause names, for those who show findings beside it. Finds members that
// begin a line, as block YAML and indented JSON have them; of others it finds the nearest one above.

import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { parsePointer } from '../../base/pointer.ts';
import { readText } from '../files/read-file.ts';

/** A line of a file; the first one is 1. */
export interface SourceLine {
  /** Relative to the root, with `/` between its parts. */
  readonly file: string;
  readonly line: number;
}

/**
 * Returns what finds the line of a clause such as `GET /pets, openapi.yaml#/paths/~1pets/get`; `null`
 * for a clause that names no file below the root. Each file is read once.
 */
export function linesOfClauses(root: string): (clause: string) => SourceLine | null {
  const texts = new Map<string, string>();
  return (clause) => {
    const [, place = '', pointer = ''] = /(?:^|, )([^#,]+)#(\/.*)$/.exec(clause) ?? [];
    const file = relative(root, resolve(place)).replaceAll(sep, '/');
    if (place === '' || file.startsWith('../') || !existsSync(place)) return null;
    const text = texts.get(place) ?? readText(place);
    texts.set(place, text);
    return { file, line: lineOfPointer(text, parsePointer(pointer) ?? []) };
  };
}

/** Returns the line of a member, or of the nearest one above it that begins a line. */
export function lineOfPointer(text: string, steps: readonly string[]): number {
  const lines = text.split('\n');
  let found = { at: -1, indent: -1 };
  for (const step of steps) {
    const next = memberAmong(lines, step, found);
    if (next === null) break;
    found = next;
  }
  return Math.max(found.at, 0) + 1;
}

interface FoundLine {
  /** The index of the line. */
  readonly at: number;
  readonly indent: number;
}

/** Finds a member among those that are directly below another one. */
function memberAmong(lines: readonly string[], name: string, above: FoundLine): FoundLine | null {
  let level: number | null = null;
  for (let at = above.at + 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const indent = line.search(/[^\s]/);
    const key = keyOf(line);
    if (indent < 0 || line[indent] === '#') continue;
    if (indent <= above.indent) return null;
    if (key === null) continue;
    level ??= indent;
    if (indent === level && key === name) return { at, indent };
  }
  return null;
}

/** The name of the member that begins a line; `null` if none does. */
function keyOf(line: string): string | null {
  const [, quoted, single, plain] =
    /^\s*(?:("(?:[^"\\]|\\.)*")|'((?:[^']|'')*)'|([^\s"'#{[-].*?))\s*:(?:\s|$)/.exec(line) ?? [];
  if (quoted !== undefined) return unquoted(quoted);
  return single?.replaceAll("''", "'") ?? plain ?? null;
}

function unquoted(text: string): string | null {
  try {
    return String(JSON.parse(text));
  } catch {
    return null;
  }
}
