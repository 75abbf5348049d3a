// Percent-encoding (RFC 3986 section 2.1), read and written without throwing.

/** Returns the decoded text; `null` if it is not valid UTF-8 in percent-encoding. */
export function tryPercentDecode(text: string): string | null {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Returns the decoded text, or the text unchanged if it cannot be decoded. */
export function percentDecode(text: string): string {
  return tryPercentDecode(text) ?? text;
}

/** Decodes a name or a value of application/x-www-form-urlencoded, in which `+` is a space. */
export function formDecode(text: string): string {
  return percentDecode(text.replaceAll('+', ' '));
}

/** Encodes a text. A half of a surrogate pair, which has no UTF-8, becomes U+FFFD. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
