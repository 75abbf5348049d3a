// Changes of rows as lines of JSON, which another process can make in its copy of the rows.

import { isObject, jsonText, own, parseExact } from '../../base/json.ts';
import { type KeptAnswer, keptAnswerJson, readKeptAnswer } from '../state/kept-answers.ts';
import { type CollectionImage, type State, type StateImage, StoredRecord } from '../state/state.ts';
import type { Effect } from './ruling.ts';

/** What a write leaves: the effect of a ruling, or all rows replaced. */
export type StateChange = Effect | { readonly kind: 'all'; readonly image: StateImage };

/** Returns a change as lines; empty if nothing changes. */
export function linesOf(change: StateChange): string {
  switch (change.kind) {
    case 'none':
      return '';
    case 'put':
      return [
        putLine(change.resource, change.record, change.answer),
        ...(change.also ?? []).map((one) => putLine(one.resource, one.record)),
      ].join('');
    case 'all':
      return `${jsonText({ all: change.image })}\n`;
    case 'remove': {
      const { memory, also = [], unset = [] } = change;
      const removed = [change, ...also].map(
        ({ resource, key }) => `${JSON.stringify({ remove: resource, key, memory })}\n`,
      );
      return [...removed, ...unset.map((one) => putLine(one.resource, one.record))].join('');
    }
  }
}

function putLine(resource: string, record: StoredRecord, answer?: KeptAnswer): string {
  const head = `{"put":${JSON.stringify(resource)},"key":${JSON.stringify(record.key)}`;
  const kept = answer === undefined ? '' : `,"answer":${jsonText(keptAnswerJson(answer))}`;
  return `${head},"row":${record.textOnce()}${kept}}\n`;
}

/** Makes the changes of some lines. A resource that the state lacks is left out. */
export function applyLines(state: State, lines: string): void {
  const resources = new Set(state.resources());
  for (const line of lines.split('\n')) {
    const value = line === '' ? null : parseExact(line);
    if (!isObject(value)) continue;
    const [put, remove, key, row, memory, all] = NAMES.map((name) => own(value, name));
    if (isObject(all)) state.become(all as unknown as Record<string, CollectionImage>);
    else if (typeof key !== 'string') continue;
    else if (typeof put === 'string' && isObject(row) && resources.has(put)) {
      state.collection(put).put(new StoredRecord(key, row));
      const answer = readKeptAnswer(own(value, 'answer'));
      if (answer !== null) state.answers.keep(answer);
    } else if (typeof remove === 'string' && resources.has(remove))
      state.collection(remove).remove(key, memory === 'remember' ? 'remember' : 'forget');
  }
}

const NAMES = ['put', 'remove', 'key', 'row', 'memory', 'all'] as const;
