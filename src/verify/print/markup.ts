// Markup for HTML and XML in which nothing is markup but what the program wrote: everything that is
// put in is escaped.

import { printableLines } from '../../journal/print/printable.ts';

export interface Markup {
  readonly kind: 'markup';
  readonly text: string;
}

export type Hole = Markup | string | number | readonly Hole[];

/**
 * Joins a template: texts are escaped and shown by `printableLines`, markup stays, lists are
 * joined.
 */
export function markup(strings: TemplateStringsArray, ...holes: readonly Hole[]): Markup {
  const text = strings.map((string, index) => string + fill(holes[index] ?? '')).join('');
  return { kind: 'markup', text };
}

/** Takes a text of this program for markup. Never for what a service, a file or a person said. */
export function trusted(text: string): Markup {
  return { kind: 'markup', text };
}

function fill(hole: Hole): string {
  if (typeof hole === 'string') return escapeMarkup(hole);
  if (typeof hole === 'number') return String(hole);
  return 'kind' in hole ? hole.text : hole.map(fill).join('');
}

function escapeMarkup(text: string): string {
  return printableLines(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Written as numbers or by names that HTML and XML share. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
