// What changed, as an event of CloudEvents 1.0 in its JSON form. Pure: who is told, and how, is
// decided elsewhere.

import type { Interaction } from '../journal/interaction/interaction.ts';
import type { Ruling } from '../model/ruling/ruling.ts';

/** What a kind of change is called in the type of its event: `users.created`. */
const CHANGES = {
  create: 'created',
  replace: 'replaced',
  update: 'updated',
  remove: 'removed',
} as const;

/**
 * An event that is written when its id is known; until then it holds so many characters of text.
 */
export interface ChangeEvent {
  readonly write: (id: string) => string;
  readonly chars: number;
}

/**
 * Gives what writes the event of an interaction for an id of the event; `null` where nothing
 * changed. `source` is the address of the collection. The data is the record as it is now; a
 * removal has none, its subject says what is gone.
 */
export function changeEventOf({ ruling, at }: Interaction, source: string): ChangeEvent | null {
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
    return { write: (id) => JSON.stringify({ id, ...head }), chars: subject.length };
  const { record } = effect;
  const write = (id: string): string => {
    const text = JSON.stringify({ id, ...head, datacontenttype: 'application/json' });
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
