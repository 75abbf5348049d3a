// What a filter can know of a call on its way: of a request before it is sent, and of an answer
// before the client has it. Pure.

import type { HoldSide } from '../../base/hold.ts';
import type { Filter, FilterCondition, FilterTerm } from '../filter/filter.ts';

/** From when a condition is known: from the head or the whole of a message, or only afterwards. */
type Known = 'head' | 'answer-head' | 'request' | 'answer' | 'afterwards';

function knownFrom(condition: FilterCondition): Known {
  switch (condition.kind) {
    case 'method':
    case 'operation':
    case 'path':
    case 'query':
    case 'header':
    case 'world':
      return 'head';
    case 'status':
    case 'type':
      return 'answer-head';
    case 'text':
    case 'regex':
      return 'request';
    case 'body':
      return condition.side === 'reply' ? 'answer' : 'request';
    case 'size':
      return 'answer';
    case 'any':
    case 'all':
      return latest(condition.of.map(knownFrom));
    case 'is':
    case 'duration':
    case 'source':
    case 'replica':
    case 'tag':
    case 'finding':
    case 'law':
    case 'seq':
    case 'time':
      return 'afterwards';
  }
}

const ORDER: readonly Known[] = ['head', 'answer-head', 'request', 'answer', 'afterwards'];

function latest(all: readonly Known[]): Known {
  return ORDER[Math.max(0, ...all.map((known) => ORDER.indexOf(known)))] ?? 'head';
}

/** Returns why a filter can hold nothing on this side; `null` if it can. */
export function findUnknownTerm(filter: Filter, on: HoldSide): string | null {
  for (const condition of leavesOf(filter.terms)) {
    const known = knownFrom(condition);
    if (known === 'afterwards')
      return `${NAMES[condition.kind] ?? condition.kind}: is known only when the call is over. Use method, op, path, query, header, world, status, type, size, body, regex, or words.`;
    if (on === 'request' && (known === 'answer-head' || known === 'answer'))
      return `${condition.kind === 'body' ? 'reply' : condition.kind}: is known only with the answer. Hold the answer instead.`;
  }
  return null;
}

/** The names of fields that differ from the kind of their condition. */
const NAMES: Readonly<Partial<Record<FilterCondition['kind'], string>>> = { duration: 'dur' };

function leavesOf(terms: readonly FilterTerm[]): readonly FilterTerm[] {
  return terms.flatMap((term) =>
    term.kind === 'any' || term.kind === 'all' ? leavesOf(term.of) : [term],
  );
}

/** Returns the part of a filter that the head of a message decides. */
export function headPart({ terms }: Filter): Filter {
  const known: readonly Known[] = ['head', 'answer-head'];
  return {
    terms: terms.filter((term) =>
      leavesOf([term]).every((condition) => known.includes(knownFrom(condition))),
    ),
  };
}
