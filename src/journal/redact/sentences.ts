// Redacts Standin's own sentences about an interaction: findings, history, trouble. They quote
// values of bodies, in JSON or without.

import { parsePointer } from '../../base/pointer.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { RecordedRuling } from '../interaction/recorded.ts';
import type { RedactionContext } from './context.ts';
import { createSentenceSearch } from './echoes.ts';
import { redactFields } from './header-fields.ts';
import type { IdRedactor } from './ids.ts';
import { redactJson, unescaped } from './json-text.ts';
import type { SchemaLocation } from './schema-locations.ts';
import { redactText } from './text.ts';

export interface Sentences {
  plain(text: string): string;
  finding(finding: Finding): Finding;
  ruled(ruled: RecordedRuling): RecordedRuling;
}

/** Creates a redactor of sentences. `answered` is the location of the body of findings. */
export function createSentences(
  pass: RedactionContext,
  ids: IdRedactor,
  answered: SchemaLocation | null,
): Sentences {
  let sweep: ((text: string) => string) | null = null;
  const plain = (text: string): string => {
    sweep ??= createSentenceSearch(pass.found);
    const quoted = text.includes('"') ? redactJson(text, null, pass, 'reply').text : text;
    return sweep(ids.inSentence(redactText(quoted, pass, 'prose'), pass));
  };
  return {
    plain,
    finding(finding) {
      // Such a finding quotes the name of the member alone, and no value.
      const hidden =
        finding.code === 'write-only-shown' ? null : hiddenAt(finding.at, answered, pass);
      const value = (text: string): string =>
        plain(hidden === null ? text : hideQuoted(text, hidden.place, pass));
      const { expected, actual, message, remedy } = finding;
      return {
        ...finding,
        expected: value(expected),
        actual: value(actual),
        message: value(message),
        remedy: plain(remedy),
      };
    },
    ruled(ruled) {
      const headers = ruled.headers.map((field) => {
        const [shown] = redactFields([[field.name, field.value]], pass, (text) =>
          ids.inAddress(text, pass),
        );
        return { ...field, value: plain(shown?.[1] ?? '') };
      });
      const detail = ruled.detail === null ? null : plain(ruled.detail);
      const { ignored } = ruled;
      return { ...ruled, headers, detail, ...(ignored && { ignored: ignored.map(plain) }) };
    },
  };
}

/** The location of a finding, if its value is secret. */
function hiddenAt(
  at: string | null,
  answered: SchemaLocation | null,
  pass: RedactionContext,
): { readonly place: SchemaLocation | null } | null {
  const steps = at === null ? null : parsePointer(at);
  if (steps === null) return null;
  let place = answered;
  let isSecret = false;
  for (const [index, step] of steps.entries()) {
    const isIndex = /^\d+$/.test(step);
    place =
      (isIndex ? place?.element() : null) ?? place?.member(step) ?? pass.tools.places.marked(step);
    const fate = isIndex
      ? 'searched'
      : pass.fateOf(step, place, 'reply', () => steps.slice(0, index + 1));
    if (fate === 'kept') return null;
    isSecret ||= fate !== 'searched';
  }
  return isSecret ? { place } : null;
}

/** Hides each text in quotes, also one that is cut, or a number that is all there is. */
function hideQuoted(text: string, place: SchemaLocation | null, pass: RedactionContext): string {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return String(pass.hideNumber(Number(text), place));
  return text.replaceAll(
    /"((?:[^"\\]|\\.)*)("?)/g,
    (_whole, inner: string, end: string) => `"${pass.hide(unescaped(inner), place)}${end}`,
  );
}
