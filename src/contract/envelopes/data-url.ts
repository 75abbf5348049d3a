// Files as texts: data URLs in base64 (RFC 2397), so that JSON can hold them.

import { tryPercentDecode } from '../../base/percent.ts';

/** Begins a data URL; its file may have a name. */
const START = /^data:([\w.+-]+\/[\w.+-]+)(?:;name=([^;,]*))?;base64,/;

/** A file, and the name that it was sent with; `null` if it has none. */
export interface DataFile {
  readonly mediaType: string;
  readonly name: string | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Returns a file as a text. `bytes` has one byte in each character. */
export function toDataUrl(mediaType: string, bytes: string, name: string | null = null): string {
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'application/octet-stream';
  const named = name === null ? '' : `;name=${encodeURIComponent(name.toWellFormed())}`;
  return `data:${type}${named};base64,${btoa(bytes)}`;
}

/** Returns the file in a text; `null` if it is no such URL. */
export function readDataUrl(text: string): DataFile | null {
  const [start, mediaType, named] = START.exec(text) ?? [];
  if (start === undefined || mediaType === undefined) return null;
  try {
    const bytes = atob(text.slice(start.length));
    const name = named === undefined ? null : tryPercentDecode(named);
    return { mediaType, name, bytes: Uint8Array.from(bytes, (one) => one.charCodeAt(0)) };
  } catch {
    return null;
  }
}
