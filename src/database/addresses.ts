// The hosts of a database that is in several places: a primary and its standbys, any of which may
// become the primary. Written as PostgreSQL's own programs take them: `postgres://a,b:5433/name`, or
// `?host=/run/a,/run/b`.

/** The scheme and the user, the hosts, and what comes after them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#@]*)(.*)$/s;

/** Returns an address for each host, in the order given. */
export function addressesOf(connectionString: string): readonly string[] {
  const parts = PARTS.exec(connectionString);
  if (parts === null) return [connectionString];
  const [, user = '', hosts = '', rest = ''] = parts;
  if (hosts.includes(',')) return hosts.split(',').map((host) => `${user}${host}${rest}`);
  const [path = '', query = ''] = rest.split('?', 2);
  const given = new URLSearchParams(query);
  const [sockets = [], ports = []] = ['host', 'port'].map((name) => given.get(name)?.split(','));
  if (sockets.length < 2) return [connectionString];
  return sockets.map((socket, index) => {
    given.set('host', socket);
    const port = ports[index] ?? ports[0];
    if (port !== undefined) given.set('port', port);
    return `${user}${hosts}${path}?${given}`;
  });
}

/** Returns an address with one host in place of all, and what puts all of them back. */
export function withOneHost(text: string): readonly [string, (text: string) => string] {
  const [, user = '', hosts = ''] = PARTS.exec(text) ?? [];
  if (!hosts.includes(',')) return [text, (one) => one];
  const first = hosts.split(',')[0] ?? '';
  return [
    `${user}${first}${text.slice(user.length + hosts.length)}`,
    (one) =>
      one.replace(PARTS, (_all, before: string, _host, rest: string) => `${before}${hosts}${rest}`),
  ];
}
