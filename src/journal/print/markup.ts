// HTML and XML in which only this program's own text is markup: every inserted value is escaped.

import { printableLines } from '../../base/printable.ts';

export interface Markup {
  readonly kind: 'markup';
  readonly text: string;
}

export type Hole = Markup | string | number | readonly Hole[];

/** Joins a template. Texts are escaped with visible control characters, lists are joined. */
export function markup(strings: TemplateStringsArray, ...holes: readonly Hole[]): Markup {
  const text = strings.map((string, index) => string + fill(holes[index] ?? '')).join('');
  return { kind: 'markup', text };
}

/** Marks a text of this program as markup. Never use it for text of a service, file or person. */
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

/** References that HTML and XML share. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
