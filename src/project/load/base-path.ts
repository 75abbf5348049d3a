// The prefix of all paths of a mock, as people write it: `/api/v1`, with or without a slash at its end.

/**
 * Returns a base path without a slash at its end; empty for none. Else the reason why it cannot be
 * one.
 */
export function readBasePath(given: string): { readonly value: string } | { readonly why: string } {
  const path = given.replace(/\/$/, '');
  if (/^\/__standin(?:\/|$)/.test(path))
    return { why: 'Paths below /__standin are reserved for Standin.' };
  const isAbove = path.split('/').some((step) => step === '.' || step === '..');
  if (!isAbove && /^(?:\/[\w.~-]+)*$/.test(path)) return { value: path };
  return { why: 'A base path begins with a slash, for example /api/v1.' };
}
