// A small reading of the filter, enough for the page to be tried: it knows where a term is not
// understood.

import type { ReportedFilterFlaw } from '../../src/inspector/wire.ts';
import type { Recorded } from '../../src/journal/interaction/recorded.ts';
import type { Row } from '../../src/journal/interaction/row.ts';

export type Test = (row: Row, recorded: () => Recorded) => boolean;

const states: Readonly<Record<string, (row: Row) => boolean>> = {
  violating: (row) => row.verdict === 'violates',
  conforming: (row) => row.verdict === 'conforms',
  'not-shown': (row) => row.verdict === 'not-shown',
  unjudged: (row) => row.verdict === 'unjudged',
  failed: (row) => row.status === null,
  noted: (row) => row.hasNote || row.tags.length > 0,
  altered: (row) => row.isAltered,
};

/** Reads a filter; gives the first flaw where there is one. */
export function readFilter(query: string): Test | ReportedFilterFlaw {
  const tests: Test[] = [];
  for (const match of query.matchAll(/(-?)(?:([a-z-]+):)?((?:[^\s"]|"[^"]*")+)/g)) {
    const [whole, minus, name, written = ''] = match;
    const value = written.replaceAll('"', '');
    const test = name === undefined ? textTest(value) : fieldTest(name, value);
    const from = match.index + (minus?.length ?? 0);
    if (typeof test === 'string')
      return {
        title: 'The filter is not understood',
        detail: test,
        from,
        to: match.index + whole.length,
      };
    tests.push(minus === '-' ? (row, recorded) => !test(row, recorded) : test);
  }
  return (row, recorded) => tests.every((test) => test(row, recorded));
}

function textTest(value: string): Test {
  const words = value.toLowerCase();
  return (row, recorded) =>
    `${row.method} ${row.target} ${row.problem}`.toLowerCase().includes(words) ||
    bodies(recorded()).includes(words);
}

function fieldTest(name: string, value: string): Test | string {
  const low = value.toLowerCase();
  switch (name) {
    case 'is': {
      const state = states[value];
      return state ?? `"${value}" is no state; there are ${Object.keys(states).join(', ')}`;
    }
    case 'status': {
      if (value === 'none') return (row) => row.status === null;
      if (!/^[1-5](xx|\d\d)$/.test(value)) return `"${value}" is no status: write 404, 4xx or none`;
      return (row) => String(row.status).startsWith(value.replace('xx', ''));
    }
    case 'method':
      return (row) => row.method.toLowerCase() === low;
    case 'op':
      return (row) => row.operation === value || `${row.resource}.${row.operation}` === value;
    case 'path':
      return (row) => row.target.toLowerCase().includes(low);
    case 'dur': {
      const wanted = /^([<>])(\d+)ms$/.exec(value);
      if (wanted === null) return `"${value}" is no duration: write >500ms`;
      return (row) =>
        wanted[1] === '>' ? row.elapsedMs > Number(wanted[2]) : row.elapsedMs < Number(wanted[2]);
    }
    case 'body':
      return (_row, recorded) => bodies(recorded()).includes(low);
    case 'source':
      return (row) => row.source === value;
    case 'replica':
      return (row) => row.replica === value;
    case 'world':
      return (row) => (row.world ?? 'main') === low;
    case 'tag':
      return (row) => row.tags.includes(value);
    case 'finding':
      return (row) => row.problem?.includes(low) === true;
    case 'law':
      return () => false;
    case 'seq': {
      const [from = 0, to = from] = value.split('-').map(Number);
      return (row) => row.seq >= from && row.seq <= to;
    }
    default:
      return `there is no field "${name}"`;
  }
}

function bodies({ request, reply }: Recorded): string {
  const text = (body: { readonly kind: string; readonly text?: string } | undefined) =>
    body?.text ?? '';
  return `${text(request.body)} ${text(reply?.body)}`.toLowerCase();
}
