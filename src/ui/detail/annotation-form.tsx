// The tags and the note of an interaction.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import {
  type Annotation,
  NOTE_CHARS_MAX,
  TAG_CHARS_MAX,
  TAGS_MAX,
} from '../../journal/interaction/recorded.ts';
import { annotate } from '../shared/api.ts';
import { usePageServices } from '../shared/page-services.ts';

export interface AnnotationFormProps {
  readonly seq: number;
  readonly annotation: Annotation;
  readonly onSaved: () => void;
}

export function AnnotationForm({ seq, annotation, onSaved }: AnnotationFormProps): JSX.Element {
  const { overview, attempt } = usePageServices();
  const [tags, setTags] = useState(annotation.tags.join(' '));
  const [note, setNote] = useState(annotation.note);
  useEffect(() => {
    setTags(annotation.tags.join(' '));
    setNote(annotation.note);
  }, [annotation]);
  if (!overview.can.annotate)
    return <p class="quiet pad">{overview.why['annotate'] ?? 'Notes cannot be saved here.'}</p>;
  const isChanged = tags.trim() !== annotation.tags.join(' ') || note !== annotation.note;
  const save = async (event: Event) => {
    event.preventDefault();
    const all = tags
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((tag) => tag.slice(0, TAG_CHARS_MAX));
    const fresh = { tags: [...new Set(all)].slice(0, TAGS_MAX), note };
    if (await attempt(() => annotate(seq, fresh), 'Saved')) onSaved();
  };
  return (
    <form class="annotation" onSubmit={(event) => void save(event)}>
      <h3>Tags and note</h3>
      <label>
        Tags, separated by spaces
        <input
          type="text"
          value={tags}
          onInput={(event) => setTags(event.currentTarget.value)}
          spellcheck={false}
        />
      </label>
      <label>
        Note
        <textarea
          rows={2}
          maxLength={NOTE_CHARS_MAX}
          value={note}
          onInput={(event) => setNote(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={!isChanged}>
        Save
      </button>
    </form>
  );
}
