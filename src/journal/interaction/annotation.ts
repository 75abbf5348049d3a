// What people add to interactions, as it is kept: bounded, without doubles.

import { type Annotation, NOTE_CHARS_MAX, TAG_CHARS_MAX, TAGS_MAX } from './recorded.ts';

export const noAnnotation: Annotation = { tags: [], note: '' };

/**
 * Gives an annotation as it is kept: tags in lower case, each once and without spaces; what is
 * beyond the limits is cut.
 */
export function tidy({ tags, note }: Annotation): Annotation {
  const kept = tags
    .map((tag) => cut(tag.trim().toLowerCase().replaceAll(/\s+/g, '-'), TAG_CHARS_MAX))
    .filter((tag) => tag !== '');
  return { tags: [...new Set(kept)].slice(0, TAGS_MAX), note: cut(note, NOTE_CHARS_MAX) };
}

function cut(text: string, charsMax: number): string {
  return text.slice(0, charsMax).toWellFormed();
}
