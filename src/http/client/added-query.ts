// Query parameters that are added to every request, such as a key.

/** Adds parameters to a path with or without a query; they replace those of the same names. */
export function withQuery(target: string, added: string): string {
  if (added === '') return target;
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
  const names = new Set(new URLSearchParams(added).keys());
  const kept = query.split('&').filter((pair) => pair !== '' && !names.has(nameOf(pair)));
  return `${path}?${[...kept, added].join('&')}`;
}

function nameOf(pair: string): string {
  return [...new URLSearchParams(pair).keys()][0] ?? '';
}
