// What can be wrong with a message that a reader edited.

/** Returns why an edited request cannot be sent; `null` if it can. */
export function findEditFlaw(edited: unknown): string | null {
  if (typeof edited !== 'object' || edited === null) return '"edited" must be an object.';
  const { method, target, headers, body } = edited as Readonly<Record<string, unknown>>;
  if (typeof method !== 'string' || !/^[A-Z]{1,20}$/.test(method))
    return 'The method must be one word in capitals.';
  if (method === 'CONNECT' || method === 'TRACE') return `${method} is not sent.`;
  if (typeof target !== 'string' || !/^\/[\x21-\x7e]*$/.test(target) || target.startsWith('//'))
    return 'The target must be a percent-encoded path with one leading slash, and its query.';
  return findFieldsFlaw(headers, body);
}

/** Returns what is wrong with the header fields and the body of a message; `null` if nothing is. */
export function findFieldsFlaw(headers: unknown, body: unknown): string | null {
  const isField = (one: unknown): boolean =>
    Array.isArray(one) &&
    one.length === 2 &&
    /^[\w!#$%&'*+.^`|~-]+$/.test(String(one[0])) &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(String(one[1]));
  if (!Array.isArray(headers) || !headers.every(isField))
    return 'Header fields must be pairs of a name and a value without line breaks.';
  return typeof body === 'string' ? null : 'The body must be a string.';
}
