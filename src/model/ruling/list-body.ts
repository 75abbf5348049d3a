// The text of a list: a short one is kept while nothing changes, a page while its records stay, and a
// long one is made in pieces.

import { digest, fingerprint } from '../../base/hash.ts';
import { type JsonObject, jsonText, objectOf, own } from '../../base/json.ts';
import type { ReplyBody } from '../message/call.ts';
import type { Collection, StoredRecord } from '../state/state.ts';
import { KeptPages, type Text } from './kept-pages.ts';
import type { ListContent, Selection } from './ruling.ts';
import { isPlain, shownRecord } from './shown-record.ts';

/** Longer lists, in records and in characters, are not kept. */
export const LIST_RECORDS_KEPT_MAX = 2_000;
export const LIST_CHARS_KEPT_MAX = 1_048_576;

/** Number of records in one piece of a long list. */
const PIECE_RECORDS = 256;

/** Returns the entity tag of a list, or `null` if the list is too long to have one. */
export function listTag(content: ListContent): string | null {
  const kept = keep(content);
  if (kept === null) return null;
  const beside = besideOf(content);
  return `"${beside === '' ? kept.fingerprint : fingerprint(kept.fingerprint + beside)}"`;
}

/** What an envelope tells of a part of a list: the same items with another total are no longer the same. */
function besideOf({ selection }: ListContent): string {
  const { total, told } = selection ?? {};
  return total === undefined ? '' : JSON.stringify([total, told ?? []]);
}

/** Returns a list as JSON text. A long one comes in pieces, as of the time of the first piece. */
export function listBody(content: ListContent): ReplyBody {
  const kept = keep(content);
  if (kept !== null) return { kind: 'text', text: kept.text, bytes: kept.bytes };
  if (content.selection !== undefined) return { kind: 'pieces', pieces: () => piecesOf(content) };
  const frozen = content.collection.fork();
  return { kind: 'pieces', pieces: () => piecesOf({ ...content, collection: frozen }) };
}

/** Returns all lists as one JSON object, in pieces. Shows the state at the time of the request. */
export function stateBody(lists: readonly (readonly [string, ListContent])[]): ReplyBody {
  const frozen = lists.map(
    ([resource, list]) => [resource, { ...list, collection: list.collection.fork() }] as const,
  );
  return { kind: 'pieces', pieces: () => statePieces(frozen) };
}

function* statePieces(lists: readonly (readonly [string, ListContent])[]): Generator<string> {
  let before = '{';
  for (const [resource, list] of lists) {
    yield `${before}${JSON.stringify(resource)}:`;
    yield* piecesOf(list);
    before = ',';
  }
  yield lists.length === 0 ? '{}' : '}';
}

interface Kept extends Text {
  readonly version: number;
  readonly order: ListContent['order'];
  readonly fields: string | null;
}

const keptLists = new WeakMap<Collection, Kept>();
const tooLong = new WeakMap<Collection, string>();

function keep(content: ListContent): Text | null {
  if (content.selection !== undefined) return keepSelected(content, content.selection);
  const { collection, order } = content;
  const { version } = collection;
  const fields = formOf(content);
  const kept = keptLists.get(collection);
  if (
    kept !== undefined &&
    kept.version === version &&
    kept.order === order &&
    kept.fields === fields
  )
    return kept;
  const sign = `${version} ${order} ${fields ?? '*'}`;
  if (collection.size > LIST_RECORDS_KEPT_MAX || tooLong.get(collection) === sign) return null;
  const text = wholeText(content);
  if (text === null) {
    tooLong.set(collection, sign);
    return null;
  }
  const made: Kept = { version, order, fields, text, ...digest(text) };
  keptLists.set(collection, made);
  return made;
}

/** Names what a list shows of its records; `null` if it shows them just as they are. */
function formOf(content: ListContent): string | null {
  if (content.fields === null && isPlain(content) && content.keyed === undefined) return null;
  const {
    fields,
    unset = [],
    added = {},
    listed,
    hidden = [],
    hiddenBelow = [],
    form,
    sole = '',
    keyed = '',
  } = content;
  return `${fields?.join() ?? '*'} ${unset.join()} ${jsonText(added)} ${listed?.name ?? ''} ${hidden.join()} ${hiddenBelow.join('|')} ${form?.address ?? ''} ${sole} ${keyed}`;
}

const keptPages = new KeptPages();

/** The tag and the body of an answer ask for the same text. */
const longSelections = new WeakSet<Selection>();

function keepSelected(content: ListContent, selection: Selection): Text | null {
  const { records, envelope } = selection;
  if (records.length > LIST_RECORDS_KEPT_MAX || longSelections.has(selection)) return null;
  const form = `${formOf(content) ?? '*'} ${envelope === null ? '' : jsonText(envelope)}`;
  const known = keptPages.find(form, records);
  if (known !== undefined) return known;
  const text = wholeText(content);
  if (text === null) {
    longSelections.add(selection);
    return null;
  }
  const made: Text = { text, ...digest(text) };
  keptPages.keep(form, records, made);
  return made;
}

function wholeText(content: ListContent): string | null {
  let text = '';
  for (const piece of piecesOf(content)) {
    text += piece;
    if (text.length > LIST_CHARS_KEPT_MAX) return null;
  }
  return text;
}

function* piecesOf(content: ListContent): Generator<string> {
  const { collection, order, selection } = content;
  if (selection !== undefined) return yield* selectedPieces(selection, content);
  const [before, after] = bracketsOf(content);
  let piece = before;
  for (let offset = 0; offset < collection.size; offset += PIECE_RECORDS) {
    let separator = offset === 0 ? '' : ',';
    collection.visit({ offset, count: PIECE_RECORDS, order }, (record) => {
      piece += separator + elementText(record, content);
      separator = ',';
    });
    if (offset + PIECE_RECORDS < collection.size) {
      yield piece;
      piece = '';
    }
  }
  yield piece + after;
}

function* selectedPieces(
  { records, envelope }: Selection,
  content: ListContent,
): Generator<string> {
  const [before, after] =
    envelope === null ? bracketsOf(content) : [`${jsonText(envelope).slice(0, -1)},"data":[`, ']}'];
  let piece = before;
  // A page is likely to be read again.
  const text = records.length <= PIECE_RECORDS ? 'kept' : 'once';
  for (let at = 0; at < records.length; at++) {
    piece += (at === 0 ? '' : ',') + elementText(records[at] as StoredRecord, content, text);
    if (at % PIECE_RECORDS === PIECE_RECORDS - 1) {
      yield piece;
      piece = '';
    }
  }
  yield piece + after;
}

function bracketsOf({ keyed }: ListContent): readonly [string, string] {
  return keyed === undefined ? ['[', ']'] : ['{', '}'];
}

function elementText(
  record: StoredRecord,
  content: ListContent,
  text: 'kept' | 'once' = 'once',
): string {
  const { keyed, ...alone } = content;
  if (keyed !== undefined) {
    const id = own(record.value, keyed) ?? null;
    return `${JSON.stringify(String(id))}:${elementText(record, alone, text)}`;
  }
  const { fields, sole } = content;
  if (sole !== undefined) return jsonText(own(record.value, sole) ?? null);
  if (fields !== null) return briefText(shownRecord(record.value, content), fields);
  if (isPlain(content)) return text === 'kept' ? record.text() : record.textOnce();
  return jsonText(shownRecord(record.value, content));
}

function briefText(record: JsonObject, fields: readonly string[]): string {
  const members = fields.map((field) => [field, own(record, field)] as const);
  return jsonText(
    objectOf(
      members.filter((member) => member[1] !== undefined) as [
        string,
        NonNullable<(typeof members)[number][1]>,
      ][],
    ),
  );
}
