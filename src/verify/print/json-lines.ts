// JSON as indented lines with pointers, so that a report can mark a place in a body.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { type Pointer, toPointer } from '../../base/pointer.ts';

export interface JsonLine {
  readonly text: string;
  /** Points to the value on this line, or to the one that begins on it. */
  readonly pointer: Pointer | null;
}

/** Returns the lines of `JSON.stringify(value, null, 2)`. */
export function jsonLines(value: Json): readonly JsonLine[] {
  return linesOf(value, '', '', '');
}

function linesOf(
  value: Json,
  pointer: Pointer,
  before: string,
  indent: string,
): readonly JsonLine[] {
  const isArray = Array.isArray(value);
  const members: readonly [string, Json][] =
    isArray || isObject(value) ? Object.entries(value as JsonObject) : [];
  if (members.length === 0)
    return [{ text: `${indent}${before}${JSON.stringify(value)}`, pointer }];
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  const inner = members.flatMap(([step, member], index) => {
    const label = isArray ? '' : `${JSON.stringify(step)}: `;
    const lines = linesOf(member, pointer + toPointer([step]), label, `${indent}  `);
    return index === members.length - 1 ? lines : withComma(lines);
  });
  return [
    { text: `${indent}${before}${open}`, pointer },
    ...inner,
    { text: `${indent}${close}`, pointer: null },
  ];
}

function withComma(lines: readonly JsonLine[]): readonly JsonLine[] {
  return lines.map((line, index) =>
    index === lines.length - 1 ? { ...line, text: `${line.text},` } : line,
  );
}
