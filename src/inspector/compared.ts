// Two recordings side by side: the older one that the page compares with, and what differs. Without
// an older one, two parts of the same recording are compared.

import { StandinError } from '../base/errors.ts';
import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import type { Archive } from '../journal/archive.ts';
import type { Filter } from '../journal/filter/filter.ts';
import { parseFilter } from '../journal/filter/parse-filter.ts';
import { compareRecordings } from './compare/compare-recordings.ts';
import type { Comparison } from './compare/comparison.ts';
import { done, json, missing, problem } from './request/reply.ts';

/** A recording with its name. */
export interface NamedArchive {
  readonly name: string;
  readonly archive: Archive;
}

export interface ComparedPair {
  /** The older recording; `null` if there is none. */
  older(): NamedArchive | null;
  /** Answers GET api/compare. */
  compare(call: Pick<InternalCall, 'query'>): Promise<InternalReply>;
  /** Answers PUT and DELETE api/older. */
  change(call: InternalCall): Promise<InternalReply>;
}

/** Opens the text of a HAR file. Throws a StandinError if it is broken. */
export type OpenHar = (text: string, name: string) => Archive | Promise<Archive>;

export interface ComparedOptions {
  readonly newer: NamedArchive;
  /** The older recording of the start; `null` if there is none. */
  readonly older: NamedArchive | null;
  readonly openHar: OpenHar;
}

/** Keeps the older recording; a HAR file that a reader chooses takes its place. */
export function createComparedPair({ newer, older, openHar }: ComparedOptions): ComparedPair {
  let chosen = older;
  /** The last comparison: readers go back and forth. */
  let last: { readonly key: string; readonly comparison: Promise<Comparison> } | null = null;
  return {
    older: () => chosen,
    async compare({ query }) {
      const parameters = new URLSearchParams(query);
      const filters: Filter[] = [];
      for (const name of ['older', 'q']) {
        const parsed = parseFilter(parameters.get(name) ?? '');
        if (parsed.kind === 'flawed') {
          const { detail, from, to } = parsed.flaw;
          const title = `The filter of the ${name === 'q' ? 'newer' : 'older'} recording is wrong`;
          return problem(400, title, detail, { from, to });
        }
        filters.push(parsed.filter);
      }
      const [before = NONE, after = NONE] = filters;
      const { total } = await newer.archive.totals();
      const key = JSON.stringify([parameters.get('older'), parameters.get('q'), total]);
      if (last?.key !== key) {
        const comparison = compareRecordings(
          { ...(chosen ?? newer), filter: before },
          { ...newer, filter: after },
        );
        last = { key, comparison };
        comparison.catch(() => {
          last = null;
        });
      }
      return json(await last.comparison);
    },
    async change({ method, query, body }) {
      last = null;
      if (method === 'DELETE') {
        chosen = null;
        return done();
      }
      const name = new URLSearchParams(query).get('name') ?? 'older.har';
      if (name.length > NAME_CHARS_MAX)
        return problem(400, TITLE, `The maximum for a name is ${NAME_CHARS_MAX} characters.`);
      try {
        chosen = { name, archive: await openHar(body ?? '', name) };
        return done();
      } catch (error) {
        if (!(error instanceof StandinError)) throw error;
        return problem(422, TITLE, `${error.message}. ${error.remedy}`);
      }
    },
  };
}

const TITLE = 'The file cannot be compared with';
const NAME_CHARS_MAX = 200;
const NONE: Filter = { terms: [] };

/** Returns the archive that `?of=` names. */
export function archiveNamed(
  { query }: Pick<InternalCall, 'query'>,
  newer: Archive,
  older: NamedArchive | null,
): Archive | InternalReply {
  const of = new URLSearchParams(query).get('of');
  if (of === null) return newer;
  if (of !== 'older')
    return problem(400, 'There is no such recording', 'Use of=older, or nothing.');
  return older?.archive ?? missing('older recording', 'Start "standin inspect" with two files.');
}
