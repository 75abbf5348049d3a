// Annotations as they are stored: bounded, without duplicates.

import { type Annotation, NOTE_CHARS_MAX, TAG_CHARS_MAX, TAGS_MAX } from './recorded.ts';

export const noAnnotation: Annotation = { tags: [], note: '' };

/** Normalizes tags: in lower case, unique, without spaces. Cuts what exceeds the limits. */
export function tidy({ tags, note }: Annotation): Annotation {
  const kept = tags
    .map((tag) => cut(tag.trim().toLowerCase().replaceAll(/\s+/g, '-'), TAG_CHARS_MAX))
    .filter((tag) => tag !== '');
  return { tags: [...new Set(kept)].slice(0, TAGS_MAX), note: cut(note, NOTE_CHARS_MAX) };
}

function cut(text: string, charsMax: number): string {
  return text.slice(0, charsMax).toWellFormed();
}
