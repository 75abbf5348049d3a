// The text of a seed file after changes: only rows that have changed differ from the text before, so
// that a diff shows them alone. Layout, order, and what no contract reads stay.

import { equal } from '../../base/equal.ts';
import { type Json, type JsonObject, jsonText, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Collection, State, StoredRecord } from '../../model/state/state.ts';
import {
  type EditedPart,
  editedObject,
  editedValue,
  indentAt,
  indented,
  type JsonNode,
  type JsonPart,
  likeValue,
  lineEnd,
  nodeIn,
  unitOf,
  withParts,
} from './json-edit.ts';
import { withoutMadeKey } from './seed-state.ts';
import { singlesOf } from './write-seed-file.ts';

export interface SeedEdit {
  /** The text of the file. */
  readonly text: string;
  /** The rows that the text has. */
  readonly before: State;
  /** Whether rows of the text are exactly those: the reader may have added ids, or made texts of them. */
  readonly isExact: boolean;
  readonly state: State;
  readonly contracts: readonly Contract[];
}

/** Returns the text with the rows of a state; `null` if the text does not have the rows before. */
export function editedSeed(edit: SeedEdit): string | null {
  const { text, state, contracts } = edit;
  const root = nodeIn(text, ROWS_DEPTH);
  if (text[root.start] !== '{') return null;
  const singles = singlesOf(contracts);
  const parts: EditedPart[] = [];
  for (const [from, part] of root.parts.entries()) {
    const { key, start, node } = part;
    const isServed = key !== null && state.resources().includes(key);
    const now = !isServed
      ? text.slice(node.start, node.end)
      : singles.has(key)
        ? editedSingle(edit, part, singles.get(key) as Contract)
        : editedList(edit, root, part);
    if (now === null) return null;
    parts.push({ text: text.slice(start, node.start) + now, from });
  }
  for (const resource of state.resources())
    if (!root.parts.some(({ key }) => key === resource)) {
      const rows = rowsOf(state.collection(resource), singles.get(resource));
      if (rows !== null) parts.push({ text: newMember(text, root, resource, rows), from: null });
    }
  return text.slice(0, root.start) + withParts(text, root, parts) + text.slice(root.end);
}

/** The file, its members, the lists, and the rows in them. */
const ROWS_DEPTH = 2;

function editedSingle(
  { text, before, state }: SeedEdit,
  { key, node }: JsonPart,
  contract: Contract,
): string | null {
  const [record] = state.collection(key ?? '').records();
  const [known] = before.collection(key ?? '').records();
  if (record === undefined) return null;
  return edited(text, node, withoutMadeKey(contract, record.value), known?.value);
}

function editedList(edit: SeedEdit, root: JsonNode, { key, node }: JsonPart): string | null {
  const { text, before, state, isExact } = edit;
  if (text[node.start] !== '[') return null;
  const known = before.collection(key ?? '').records();
  if (known.length !== node.parts.length) return null;
  const places = new Map(known.map((record, index) => [record.key, index]));
  const parts = state
    .collection(key ?? '')
    .records()
    .map((record): EditedPart => {
      const from = places.get(record.key) ?? null;
      const part = from === null ? undefined : node.parts[from];
      if (from === null || part === undefined)
        return { text: newRow(text, root, node, record), from: null };
      const slice = text.slice(part.node.start, part.node.end);
      const old = known[from];
      const isSame = isExact && old === record;
      return { text: isSame ? slice : edited(text, part.node, record.value, old?.value), from };
    });
  if (node.parts.length > 0 || parts.length === 0) return withParts(text, node, parts);
  return newList(
    text,
    node,
    parts.map((one) => one.text),
  );
}

/**
 * A row was read no deeper than its bounds: it is read whole now. A member that is as it was keeps
 * its text, also where the reader made another value of it, such as a text of an id.
 */
function edited(text: string, node: JsonNode, value: JsonObject, known: JsonObject = {}): string {
  return inWhole(text, node, (whole) => {
    if (text[whole.start] !== '{') return editedValue(text, whole, value);
    return editedObject(text, whole, value, (key) => {
      const [old, now] = [own(known, key), own(value, key)];
      return old !== undefined && now !== undefined && equal(old, now);
    });
  });
}

function inWhole(
  text: string,
  { start, end }: JsonNode,
  write: (node: JsonNode) => string,
): string {
  return write(moved(nodeIn(text.slice(start, end)), start));
}

function moved({ start, end, parts }: JsonNode, by: number): JsonNode {
  return {
    start: start + by,
    end: end + by,
    parts: parts.map((part) => ({ ...part, start: part.start + by, node: moved(part.node, by) })),
  };
}

/** A new row is laid out like the last one of its list, else like one of another list. */
function newRow(text: string, root: JsonNode, list: JsonNode, { value }: StoredRecord): string {
  const own = list.parts.at(-1)?.node;
  if (own !== undefined) return inWhole(text, own, (like) => likeValue(text, like, value));
  const other = root.parts.flatMap(({ node }) =>
    text[node.start] === '[' ? node.parts.slice(0, 1) : [],
  )[0]?.node;
  if (!text.includes('\n')) return jsonText(value);
  if (other === undefined || text.slice(other.start, other.end).includes('\n'))
    return indented(value, text, indentAt(text, list.start) + unitOf(text));
  return inWhole(text, other, (like) => likeValue(text, like, value));
}

function newList(text: string, { start }: JsonNode, rows: readonly string[]): string {
  if (!text.includes('\n')) return `[${rows.join(',')}]`;
  const [end, base] = [lineEnd(text), indentAt(text, start)];
  const inner = end + base + unitOf(text);
  return `[${inner}${rows.join(`,${inner}`)}${end}${base}]`;
}

function rowsOf(collection: Collection, single: Contract | undefined): Json | null {
  const rows = collection.records().map(({ value }) => value);
  if (single === undefined) return rows.length === 0 ? null : rows;
  const [row] = rows;
  return row === undefined ? null : withoutMadeKey(single, row);
}

/** A resource that the file did not have. */
function newMember(text: string, root: JsonNode, resource: string, rows: Json): string {
  const isBroken = text.includes('\n');
  const value = isBroken ? indented(rows, text, unitOf(text)) : jsonText(rows);
  return `${JSON.stringify(resource)}:${isBroken || root.parts.length === 0 ? ' ' : ''}${value}`;
}
