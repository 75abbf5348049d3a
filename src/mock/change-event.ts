// A change as an event of CloudEvents 1.0 in JSON. Pure: others decide who receives it, and how.

import { jsonText } from '../base/json.ts';
import type { Interaction } from '../journal/interaction/interaction.ts';
import type { Ruling } from '../model/ruling/ruling.ts';

/** The name of each kind of change in the type of its event: `users.created`. */
const CHANGES = {
  create: 'created',
  replace: 'replaced',
  update: 'updated',
  remove: 'removed',
} as const;

/** An event that is written when its id is known. Until then it holds this many characters. */
export interface ChangeEvent {
  readonly write: (id: string) => string;
  readonly chars: number;
}

/**
 * Returns a writer for the event of an interaction; `null` if nothing changed. `source` is the
 * address of the collection. The data is the current record; a removal has none, and its subject
 * names the record.
 */
export function changeEventOf(
  { ruling, at }: Pick<Interaction, 'ruling' | 'at'>,
  source: string,
): ChangeEvent | null {
  const { effect, resource } = ruling;
  if (effect.kind === 'none' || resource === null) return null;
  const subject = effect.kind === 'put' ? effect.record.key : effect.key;
  const head = {
    specversion: '1.0',
    source,
    type: `${resource}.${changeOf(ruling)}`,
    subject,
    time: new Date(at).toISOString(),
  };
  if (effect.kind === 'remove')
    return { write: (id) => jsonText({ id, ...head }), chars: subject.length };
  const { record } = effect;
  const write = (id: string): string => {
    const text = jsonText({ id, ...head, datacontenttype: 'application/json' });
    return `${text.slice(0, -1)},"data":${record.textOnce()}}`;
  };
  return { write, chars: record.textOnce().length };
}

/** PUT to an id that was not there creates: only a creation names its address. */
function changeOf({ operation, situation, headers }: Ruling): string {
  const isCreation =
    situation.by === 'replace.missing' || headers.some(({ name }) => name === 'location');
  return operation === null || isCreation
    ? 'created'
    : ((CHANGES as Readonly<Record<string, string>>)[operation] ?? 'changed');
}
