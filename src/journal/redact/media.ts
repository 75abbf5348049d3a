// Redacts pictures, sound, video and fonts: only what can be read in them, such as the text about a
// picture. What looks like a secret among their other bytes is chance, and they must stay as they are.

import type { RedactionContext } from './context.ts';
import { redactText } from './text.ts';

/** Whether a body of a media type is such bytes; `text` has one character a byte. */
export function isMedia(type: string, text: string): boolean {
  return MEDIA.test(type) && CONTROLS.test(text.slice(0, HEAD_BYTES));
}

const MEDIA = /^\s*(?:image|audio|video|font)\//i;
/** Bytes that decide whether a body is text, as an SVG is. */
const HEAD_BYTES = 1024;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\0-\x08\x0e-\x1a]/;

/** Redacts the readable parts; `text` has one character a byte. */
export function redactMedia(text: string, pass: RedactionContext): string {
  return text.replaceAll(READABLE, (run) => redactText(run, pass, 'broken'));
}

/** A picture of 160 KB has one such run by chance, and 400 of eight characters. */
const READABLE = /[\t\x20-\x7e]{12,}/g;
