// Files as texts: data URLs in base64 (RFC 2397), so that JSON can hold them.

/** Begins a data URL. */
const START = /^data:([\w.+-]+\/[\w.+-]+);base64,/;

/** Returns a file as a text. `bytes` has one byte in each character. */
export function toDataUrl(mediaType: string, bytes: string): string {
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'application/octet-stream';
  return `data:${type};base64,${btoa(bytes)}`;
}

/** Returns the file in a text; `null` if it is no such URL. */
export function readDataUrl(
  text: string,
): { readonly mediaType: string; readonly bytes: Uint8Array<ArrayBuffer> } | null {
  const [start, mediaType] = START.exec(text) ?? [];
  if (start === undefined || mediaType === undefined) return null;
  try {
    const bytes = atob(text.slice(start.length));
    return { mediaType, bytes: Uint8Array.from(bytes, (one) => one.charCodeAt(0)) };
  } catch {
    return null;
  }
}
