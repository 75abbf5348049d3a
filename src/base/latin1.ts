// Bytes as text with one byte in each character, and back.

/** Returns a text with one byte in each character. */
export function latin1Of(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return pieces.join('');
}

const PIECE = 8_192;

/** Returns the bytes of a text: one for each character if there are as many, else UTF-8. */
export function bytesOfText(text: string, bytes: number): Uint8Array<ArrayBuffer> {
  if (bytes !== text.length) return encoder.encode(text);
  return Uint8Array.from(text, (one) => one.charCodeAt(0));
}

const encoder = new TextEncoder();
