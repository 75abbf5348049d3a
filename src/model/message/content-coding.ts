// The content codings of request bodies that a mock can decode. Those who receive a request decode it:
// for the rule book a body has none.

/** As express reads them, and so json-server 0.17. */
export const DECODED: readonly string[] = ['gzip', 'deflate'];

/** Whether a body with a Content-Encoding, in lower case, can be decoded. */
export function isDecoded(coding: string): boolean {
  return DECODED.includes(coding);
}
