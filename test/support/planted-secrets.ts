// Requests with one secret each: every name of the table in turn, at every place that a message has.

import { secretNames } from './secret-names.ts';

export interface Planted {
  readonly place: string;
  readonly name: string;
  readonly secret: string;
  readonly target: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

type Shape = Partial<Pick<Planted, 'target' | 'headers' | 'body'>>;

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PARTS = { 'content-type': 'multipart/form-data; boundary=xYz' };

const json = (value: unknown): Shape => ({ headers: JSON_TYPE, body: JSON.stringify(value) });
const url = encodeURIComponent;

/** Where a secret may stand; `name` is that of a member, or of a header field. */
const places: Readonly<Record<string, (name: string, secret: string) => Shape>> = {
  'a parameter': (name, secret) => ({ target: `/users?page=1&${url(name)}=${secret}` }),
  'a parameter with brackets': (name, secret) => ({
    target: `/users?login[${url(name)}][first]=${secret}`,
  }),
  'encoded brackets': (name, secret) => ({
    target: `/users?${url(`login[${name}][]`)}=${secret}`,
  }),
  'a parameter with dots': (name, secret) => ({
    target: `/users?user.${url(name)}.value=${secret}`,
  }),
  'a name and its value in parameters': (name, secret) => ({
    target: `/users?field=${url(name)}&value=${secret}`,
  }),
  'a matrix parameter': (name, secret) => ({ target: `/session;${url(name)}=${secret}/items` }),
  'a segment after its name': (name, secret) => ({ target: `/logins/${url(name)}/${secret}` }),
  'a URL in a header field': (name, secret) => ({
    headers: { referer: `https://a.test/x?login[${url(name)}][first]=${secret}` },
  }),
  'a cookie': (name, secret) => ({ headers: { cookie: `theme=dark; ${url(name)}=${secret}` } }),
  'a form': (name, secret) => ({ headers: FORM, body: `a=1&${url(name)}=${secret}` }),
  'a form with lists of name and value': (name, secret) => ({
    headers: FORM,
    body: `f[0][name]=${url(name)}&f[0][value]=${secret}&f[1][name]=city&f[1][value]=Bern`,
  }),
  'a form of parts': (name, secret) => ({
    headers: PARTS,
    body: `--xYz\r\nContent-Disposition: form-data; name="login[${name}]"\r\n\r\n${secret}\r\n--xYz--\r\n`,
  }),
  'a member': (name, secret) => json({ id: 1, [name]: secret }),
  'all below a member': (name, secret) => json({ a: [{ [name]: { deep: [secret] } }] }),
  'a member in JSON in JSON': (name, secret) => json({ log: JSON.stringify({ [name]: secret }) }),
  'a name and its value': (name, secret) => json([{ name, value: secret }]),
  'a value and its name': (name, secret) => json({ items: [{ value: secret, key: name }] }),
  'a patch': (name, secret) => json([{ op: 'add', path: `/user/${name}`, value: secret }]),
  pairs: (name, secret) =>
    json({
      headers: [
        ['accept', '*/*'],
        [name, secret],
      ],
    }),
  'raw header fields': (name, secret) => json({ rawHeaders: ['Accept', '*/*', name, secret] }),
  'an attribute': (name, secret) => ({
    headers: { 'content-type': 'application/xml' },
    body: `<settings><add key="${name}" value="${secret}"/></settings>`,
  }),
  'a table': (name, secret) => ({
    headers: { 'content-type': 'text/csv' },
    body: `id,${name}\n1,${secret}\n`,
  }),
};

const HEADERS = [
  ...['Authorization', 'X-Api-Key', 'X-Jwt', 'X-Pwd', 'X-Otp', 'X-Card-Number', 'X-Auth-Token'],
  ...['X-Session-Id', 'X-Access-Key', 'X-Client-Secret', 'X-Pin', 'X-Iban', 'X-Csrf-Token', 'DPoP'],
  ...['X-Signature', 'X-User-Password', 'PRIVATE-TOKEN', 'Ocp-Apim-Subscription-Key', 'X-Cvv'],
];

/** 20 names at each place, and each header field: more than 400 secrets, all different. */
export function plantedSecrets(): readonly Planted[] {
  let count = 0;
  const made = (place: string, name: string, shape: (secret: string) => Shape): Planted => {
    const secret = `pL${count.toString(36)}nt${(count * 7_919 + 101).toString(36)}Zq`;
    count++;
    const { target = '/users', headers = {}, body = null } = shape(secret);
    return {
      place,
      name,
      secret,
      target,
      method: body === null ? 'GET' : 'POST',
      headers,
      body,
    };
  };
  return [
    ...Object.entries(places).flatMap(([place, shape], at) =>
      Array.from({ length: 20 }, (_, n) => {
        const name = secretNames[(at * 20 + n * 3) % secretNames.length] ?? 'password';
        return made(place, name, (secret) => shape(name, secret));
      }),
    ),
    ...HEADERS.map((name) =>
      made('a header field', name, (secret) => ({ headers: { [name]: secret } })),
    ),
  ];
}
