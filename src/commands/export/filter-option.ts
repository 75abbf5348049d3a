// The option `--filter` of commands that read a recording.

import { StandinError } from '../../base/errors.ts';
import type { Filter } from '../../journal/filter/filter.ts';
import type { Parsed } from '../../journal/filter/parse-filter.ts';

/** Reads the filter of an option. Throws a StandinError that says where it is wrong. */
export function readFilterOption(text: string, readFilter: (text: string) => Parsed): Filter {
  const read = readFilter(text);
  if (read.kind === 'filter') return read.filter;
  const { detail, from, to } = read.flaw;
  const at = text.slice(from, to);
  const message = `--filter at character ${from + 1}${at === '' ? '' : `, ${JSON.stringify(at)}`}: ${detail}`;
  const remedy = 'Write it like this: "status:5xx op:create", or leave it out for all.';
  throw new StandinError('option-invalid', message, remedy);
}
