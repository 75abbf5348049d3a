// Recorded interactions, for the page: which match a filter, their rows, one of them whole, its
// bodies, and its tags and note.

import { StandinError } from '../base/errors.ts';
import { type JsonObject, own } from '../base/json.ts';
import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import type { Archive } from '../journal/archive.ts';
import type { Filter } from '../journal/filter/filter.ts';
import { parseFilter } from '../journal/filter/parse-filter.ts';
import {
  type Annotation,
  NOTE_CHARS_MAX,
  type Recorded,
  type RecordedBody,
  TAG_CHARS_MAX,
  TAGS_MAX,
} from '../journal/interaction/recorded.ts';
import { readWhole } from '../journal/read-whole.ts';
import { type CommandForm, readCommand } from './request/read-command.ts';
import { bytes, done, download, json, missing, problem } from './request/reply.ts';
import { ROWS_MAX } from './wire.ts';

/** Writes the interactions that match a filter in another format. */
export interface Exporter {
  readonly forms: readonly string[];
  write(form: string, what: ExportOrder): Promise<Exported>;
}

export interface ExportOrder {
  readonly archive: Archive;
  readonly seqs: readonly number[];
  readonly consumer: string;
}

export interface Exported {
  readonly name: string;
  readonly type: string;
  readonly body: string | AsyncIterable<string>;
}

/** Maximum number of interactions in one download. */
export const EXPORTED_MAX = 100_000;
/** How many interactions are listed by default. */
const LISTED = 100;

/** Answers a question about all interactions that match `q`. */
export async function answerSearch(
  call: InternalCall,
  archive: Archive,
  what: 'matches' | 'rows' | 'latency' | Exporter,
): Promise<InternalReply> {
  const parameters = new URLSearchParams(call.query);
  if (what === 'rows') return rows(parameters.get('seqs') ?? '', archive);
  const parsed = parseFilter(parameters.get('q') ?? '');
  if (parsed.kind === 'flawed') {
    const { detail, from, to } = parsed.flaw;
    return problem(400, 'The filter cannot be understood', detail, { from, to });
  }
  const { filter } = parsed;
  if (what === 'matches') return matches(parameters, filter, archive);
  if (what === 'latency') return json({ latency: await archive.latency(filter) });
  const form = parameters.get('form') ?? '';
  if (!what.forms.includes(form))
    return problem(400, 'There is no such format', `The formats are ${what.forms.join(', ')}.`);
  const { seqs } = await archive.search(filter, { limit: EXPORTED_MAX });
  const consumer = parameters.get('consumer') ?? 'recorded';
  try {
    const { name, type, body } = await what.write(form, { archive, seqs: [...seqs], consumer });
    return download(name, type, body);
  } catch (error) {
    if (!(error instanceof StandinError)) throw error;
    const why = `${error.message}. ${error.remedy}`;
    return problem(422, 'The interactions cannot be exported', why);
  }
}

async function matches(
  parameters: URLSearchParams,
  filter: Filter,
  archive: Archive,
): Promise<InternalReply> {
  const after = wholeOf(parameters.get('after') ?? '0');
  const limit = wholeOf(parameters.get('limit') ?? '1000000');
  if (after === null || limit === null)
    return problem(400, 'The search cannot be run', '"after" and "limit" must be whole numbers.');
  const { seqs, isCut } = await archive.search(filter, { after, limit });
  const totals = await archive.totals();
  return bytes(new Uint8Array(seqs.buffer, seqs.byteOffset, seqs.byteLength), {
    'standin-total': String(totals.total),
    'standin-newest': String(totals.newest),
    'standin-cut': isCut ? '1' : '0',
  });
}

async function rows(list: string, archive: Archive): Promise<InternalReply> {
  const seqs = list === '' ? [] : list.split(',').map(wholeOf);
  const known = seqs.filter((seq) => seq !== null);
  if (known.length !== seqs.length || seqs.length > ROWS_MAX) {
    const remedy = `"seqs" must be up to ${ROWS_MAX} whole numbers, separated by commas.`;
    return problem(400, 'The rows cannot be returned', remedy);
  }
  return json({ rows: await archive.rows(known) });
}

/** Answers api/interactions: one interaction, or the newest ones. */
export async function answerInteractions(
  call: InternalCall,
  steps: readonly string[],
  archive: Archive,
): Promise<InternalReply> {
  const [name, part, ...more] = steps;
  if (name === undefined) return newest(call, archive);
  const seq = wholeOf(name);
  const found = seq === null || more.length > 0 ? null : await archive.find(seq);
  if (found === null || seq === null)
    return missing('interaction', 'It was never recorded, or newer ones have replaced it.');
  if (part === 'annotation')
    return call.method === 'PUT' ? annotate(call, seq, archive) : json(found.annotation);
  if (call.method === 'PUT') {
    const remedy = 'PUT works only on .../annotation.';
    return problem(405, 'Recorded interactions cannot be changed', remedy);
  }
  if (part === undefined) return json(found);
  if (part !== 'body') return missing('part', 'The parts are annotation and body.');
  const { recorded } = found;
  const side = new URLSearchParams(call.query).get('side') ?? 'reply';
  const message = side === 'request' || side === 'mock' || side === 'reply' ? recorded[side] : null;
  if (message === null) {
    const remedy = 'The sides are request, reply and, if the mock would have answered, mock.';
    return missing('side', remedy);
  }
  return download(`${seq}-${side}`, 'application/octet-stream', bytesOf(message.body));
}

async function newest(call: InternalCall, archive: Archive): Promise<InternalReply> {
  const limit = wholeOf(new URLSearchParams(call.query).get('limit') ?? String(LISTED));
  if (limit === null || limit < 1 || limit > ROWS_MAX) {
    const remedy = `limit must be a whole number from 1 to ${ROWS_MAX}.`;
    return problem(400, 'The limit is out of range', remedy);
  }
  const { seqs } = await archive.search({ terms: [] }, { limit });
  const interactions: Recorded[] = [];
  for await (const recorded of readWhole(archive, [...seqs].reverse(), () => undefined))
    interactions.push(recorded);
  const { total } = await archive.totals();
  return json({ total, interactions });
}

async function annotate(call: InternalCall, seq: number, archive: Archive): Promise<InternalReply> {
  const sent = readCommand(call.body, ANNOTATION);
  if ('refusal' in sent) return sent.refusal;
  const read = readAnnotation(sent.order);
  if (typeof read === 'string') return problem(400, ANNOTATION.title, read);
  return (await archive.annotate(seq, read))
    ? done()
    : missing('interaction', 'Newer ones have replaced it.');
}

const ANNOTATION: CommandForm = {
  title: 'The tags and the note cannot be saved',
  remedy: 'Send {"tags": [<strings>], "note": <string>}.',
  members: ['tags', 'note'],
};

/** Reads tags and a note. Returns a text if something is wrong with them. */
function readAnnotation(order: JsonObject): Annotation | string {
  const [tags, note] = [own(order, 'tags'), own(order, 'note')];
  if (!Array.isArray(tags) || typeof note !== 'string') return ANNOTATION.remedy;
  const isTag = (tag: unknown): tag is string =>
    typeof tag === 'string' && /^[^\s"]+$/.test(tag) && tag.length <= TAG_CHARS_MAX;
  if (!tags.every(isTag)) return `A tag must be one word of at most ${TAG_CHARS_MAX} characters.`;
  if (tags.length > TAGS_MAX) return `The maximum is ${TAGS_MAX} tags.`;
  if (note.length > NOTE_CHARS_MAX)
    return `The maximum for a note is ${NOTE_CHARS_MAX} characters.`;
  return { tags: [...new Set(tags.map((tag) => tag.toLowerCase()))], note };
}

function bytesOf(body: RecordedBody): Uint8Array | string {
  switch (body.kind) {
    case 'text':
      return body.text;
    case 'bytes':
      return Uint8Array.from(atob(body.base64), (char) => char.charCodeAt(0));
    case 'none':
    case 'unkept':
      return '';
  }
}

function wholeOf(text: string): number | null {
  return /^\d{1,10}$/.test(text) ? Number(text) : null;
}
