// Edits JSON text: what stays keeps its bytes, and what is new is laid out like what is beside it.
// Knows no rows. The text must be JSON.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, jsonText, own, parseExact } from '../../base/json.ts';

/** A value in a text, and what it has inside as far as it was read. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly JsonPart[];
}

/** A member with its key, or an element. */
export interface JsonPart {
  /** `null` of an element. */
  readonly key: string | null;
  /** Where the key begins, or the element. */
  readonly start: number;
  readonly node: JsonNode;
}

/** A member or an element of the edited text. */
export interface EditedPart {
  readonly text: string;
  /** Its index in the old text; `null` if it is new. */
  readonly from: number | null;
}

/** Finds the values in a text, down to some level; those below are not told apart. */
export function nodeIn(text: string, depth: number = Number.POSITIVE_INFINITY): JsonNode {
  return readNode(text, afterSpace(text, text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0), depth);
}

const BYTE_ORDER_MARK = 0xfeff;

function readNode(text: string, start: number, depth: number): JsonNode {
  const opening = text[start];
  if (depth === 0 || (opening !== '{' && opening !== '['))
    return { start, end: endOf(text, start), parts: [] };
  const parts: JsonPart[] = [];
  let at = afterSpace(text, start + 1);
  while (text[at] !== '}' && text[at] !== ']') {
    const begin = at;
    let key: string | null = null;
    if (opening === '{') {
      const end = endOf(text, at);
      key = JSON.parse(text.slice(at, end)) as string;
      at = afterSpace(text, afterSpace(text, end) + 1);
    }
    const node = readNode(text, at, depth - 1);
    parts.push({ key, start: begin, node });
    at = afterSpace(text, node.end);
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return { start, end: at + 1, parts };
}

function afterSpace(text: string, at: number): number {
  while (text.charCodeAt(at) <= 32) at++;
  return at;
}

/** The end of the value that begins somewhere. */
function endOf(text: string, start: number): number {
  let level = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at);
      if (level === 0) return at + 1;
    } else if (char === '{' || char === '[') level++;
    else if (char === '}' || char === ']') {
      if (level === 0) return at;
      if (--level === 0) return at + 1;
    } else if (level === 0 && (char === ',' || text.charCodeAt(at) <= 32)) return at;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
}

/** Returns the text of a value that was at a node: what is equal keeps its text and its order. */
export function editedValue(text: string, node: JsonNode, value: Json): string {
  const slice = text.slice(node.start, node.end);
  if (equal(parseExact(slice), value)) return slice;
  if (isContainer(text, node, '{') && isObject(value)) return editedObject(text, node, value);
  if (isContainer(text, node, '[') && Array.isArray(value)) {
    const parts = (value as readonly Json[]).map((one, index): EditedPart => {
      const old = node.parts[index];
      return old === undefined
        ? { text: likeValue(text, node.parts.at(-1)?.node, one), from: null }
        : { text: editedValue(text, old.node, one), from: index };
    });
    return withParts(text, node, parts);
  }
  return likeValue(text, node, value);
}

/** Returns the text of an object that was at a node. Members that are as before keep their text. */
export function editedObject(
  text: string,
  node: JsonNode,
  value: Readonly<Record<string, Json>>,
  isAsBefore: (key: string) => boolean = () => false,
): string {
  const known = new Set(node.parts.map(({ key }) => key));
  const kept = node.parts.flatMap(({ key, start, node: old }, from): readonly EditedPart[] => {
    const now = key === null ? undefined : own(value, key);
    if (now === undefined) return [];
    const shown =
      key !== null && isAsBefore(key)
        ? text.slice(old.start, old.end)
        : editedValue(text, old, now);
    return [{ text: text.slice(start, old.start) + shown, from }];
  });
  const added = Object.entries(value)
    .filter(([key]) => !known.has(key))
    .map(([key, one]): EditedPart => ({ text: newMember(text, node, key, one), from: null }));
  return withParts(text, node, [...kept, ...added]);
}

/** Returns the text of a new value that is laid out like another one. */
export function likeValue(text: string, node: JsonNode | undefined, value: Json): string {
  if (node === undefined || value === null || typeof value !== 'object') return jsonText(value);
  if (isContainer(text, node, '[') && Array.isArray(value)) {
    const like = node.parts.at(-1)?.node;
    if (like === undefined) return laidOut(text, node, value);
    const parts = (value as readonly Json[]).map((one) => likeValue(text, like, one));
    return withParts(text, node, parts.map(asNew));
  }
  if (!isContainer(text, node, '{') || !isObject(value) || node.parts.length === 0)
    return laidOut(text, node, value);
  const members = Object.entries(value).map(([key, one]) => newMember(text, node, key, one));
  return withParts(text, node, members.map(asNew));
}

function asNew(text: string): EditedPart {
  return { text, from: null };
}

function isContainer(text: string, node: JsonNode, opening: '{' | '['): boolean {
  return text[node.start] === opening;
}

/** A member of an object, as the one with its key or the last one is written. */
function newMember(text: string, node: JsonNode, key: string, value: Json): string {
  const same = node.parts.find((part) => part.key === key);
  if (same !== undefined)
    return text.slice(same.start, same.node.start) + likeValue(text, same.node, value);
  const last = node.parts.at(-1);
  const between = last === undefined ? ': ' : text.slice(last.start, last.node.start);
  const colon = last === undefined ? between : between.slice(between.lastIndexOf(':'));
  const name = JSON.stringify(key);
  const isBroken = last !== undefined && text.slice(node.start, last.start).includes('\n');
  if (isBroken) return name + colon + indented(value, text, indentAt(text, last.start));
  return name + colon + inLine(value, colon.length > 1);
}

/** A value where another one was: over several lines only if that one was. */
function laidOut(text: string, node: JsonNode, value: Json): string {
  const slice = text.slice(node.start, node.end);
  if (slice.includes('\n')) return indented(value, text, indentAt(text, node.start));
  return inLine(value, /[:,] /.test(slice) || !/[:,]/.test(slice));
}

function inLine(value: Json, isSpaced: boolean): string {
  if (!isSpaced || value === null || typeof value !== 'object') return jsonText(value);
  if (Array.isArray(value))
    return `[${(value as readonly Json[]).map((one) => inLine(one, true)).join(', ')}]`;
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${inLine(one, true)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Returns a value over several lines, which begins in a line with an indentation. */
export function indented(value: Json, text: string, base: string): string {
  return jsonText(value, unitOf(text)).replaceAll('\n', lineEnd(text) + base);
}

/** The indentation of one level; two spaces if the text has no lines. */
export function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

export function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** The space at the beginning of the line of a place. */
export function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/**
 * Returns the text of an object or a list with other parts. Between old ones stays what was there;
 * an empty one has its new ones in its line.
 */
export function withParts(text: string, node: JsonNode, parts: readonly EditedPart[]): string {
  const [opening, closing] = [text[node.start] ?? '', text[node.end - 1] ?? ''];
  const [first] = node.parts;
  const last = node.parts.at(-1);
  if (parts.length === 0) return opening + closing;
  if (first === undefined || last === undefined)
    return opening + parts.map((one) => one.text).join(', ') + closing;
  const gap = (index: number): string =>
    text.slice(node.parts[index - 1]?.node.end, node.parts[index]?.start);
  const lead = text.slice(node.start + 1, first.start);
  const usual = node.parts.length > 1 ? gap(node.parts.length - 1) : gapAfter(text, node, lead);
  const body = parts.map(({ text: one, from }, index) => {
    const before = parts[index - 1];
    if (before === undefined) return one;
    // What stood after the part before stays, also if the next one is removed.
    const isOld = from !== null && before.from !== null && before.from < from;
    return (isOld ? gap(before.from + 1) : plainGap(usual)) + one;
  });
  return opening + lead + body.join('') + text.slice(last.node.end, node.end - 1) + closing;
}

/** What is between two parts, told by the beginning of a single one. */
function gapAfter(text: string, node: JsonNode, lead: string): string {
  if (lead.includes('\n')) return `,${lead}`;
  const [only] = node.parts;
  const isSpaced =
    lead !== '' || (only !== undefined && /[:,] /.test(text.slice(only.start, only.node.end)));
  return isSpaced ? ', ' : ',';
}

/** Without blank lines and columns. */
function plainGap(gap: string): string {
  if (gap.includes('\n')) return gap.replace(/(\r?\n)\s*\n/, '$1');
  return gap === ',' ? gap : ', ';
}
