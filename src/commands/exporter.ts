// Writes recorded interactions in other forms, one after the other, however many there are.

import type { Exported, Exporter } from '../inspector/interactions.ts';
import type { Archive } from '../journal/archive.ts';
import { toCurl } from '../journal/export/curl.ts';
import { toFetch } from '../journal/export/fetch.ts';
import { toHar } from '../journal/export/har.ts';
import type { Recorded } from '../journal/recorded.ts';

/** Gives what the page downloads. */
export function createExporter(version: string): Exporter {
  return {
    forms: ['curl', 'fetch', 'har'],
    write: async (form, { archive, seqs }): Promise<Exported> => {
      const all = recordedIn(archive, seqs);
      if (form === 'curl') return { name: 'recorded.sh', type: 'text/plain; charset=utf-8', body: mapped(all, toCurl) };
      if (form === 'fetch') return { name: 'recorded.mjs', type: 'text/plain; charset=utf-8', body: mapped(all, toFetch) };
      return { name: 'recorded.har', type: 'application/json', body: toHar(all, { version }) };
    },
  };
}

/** Gives interactions by their numbers; those that made room meanwhile are left out. */
export async function* recordedIn(archive: Archive, seqs: readonly number[]): AsyncGenerator<Recorded> {
  for (const seq of seqs) {
    const found = await archive.find(seq);
    if (found !== null) yield found.recorded;
  }
}

async function* mapped(all: AsyncIterable<Recorded>, write: (recorded: Recorded) => string): AsyncGenerator<string> {
  for await (const recorded of all) yield write(recorded);
}
