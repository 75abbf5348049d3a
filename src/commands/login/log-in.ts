// Logs a user in: makes the user if the file says so, asks for the credentials, and takes them out
// of the answer.

import { randomInt } from 'node:crypto';
import { StandinError } from '../../base/errors.ts';
import type { Json } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import { secretForms } from '../../base/secrets/secret-forms.ts';
import { namingOf } from '../../base/secrets/secret-names.ts';
import { truncate } from '../../base/truncate.ts';
import { readBaseUrl } from '../../http/client/base-url.ts';
import { createClient } from '../../http/client/client.ts';
import { type Body, type Headers, readBody, splitTarget } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { Login, LoginRequest, TokenRule } from './login-file.ts';

/** What requests need once a user is logged in. */
export interface LoggedIn {
  readonly headers: Headers;
  /** Query parameters, unencoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** What no output may show: the token and cookies, and what the file holds. */
  readonly secrets: readonly string[];
}

export interface LoginPlace {
  /** The service; may have a base path. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/** The texts that placeholders stand for, by placeholder. */
export type Filling = ReadonlyMap<string, string>;

/**
 * Makes the user, if the login says how, with texts that no other run has. Rejects with a
 * StandinError if the service refuses.
 */
export async function makeUser(
  { creation, generators, name }: Login,
  place: LoginPlace,
): Promise<Filling> {
  const filling = new Map(
    generators.map(({ placeholder, prefix, postfix, charsMin, charsMax }) => {
      const length = Math.max(charsMin, charsMax - prefix.length - postfix.length);
      const letters = Array.from({ length: Math.min(length, charsMax) }, () =>
        String.fromCharCode(97 + randomInt(26)),
      );
      return [placeholder, `${prefix}${letters.join('')}${postfix}`] as const;
    }),
  );
  if (creation !== null) {
    const { shown, received } = await send(withFilling(creation, filling), place);
    if (received.status >= 400)
      throw refused(`the creation of the user ${name}`, withFilling(creation, filling), {
        shown,
        received,
      });
  }
  return filling;
}

/** Logs the user in. Rejects with a StandinError if the service refuses or shows no token. */
export async function logIn(
  { request, token, fields, name, secrets: given }: Login,
  filling: Filling,
  place: LoginPlace,
): Promise<LoggedIn> {
  const fixed = Object.fromEntries(fields.map((one) => [one.name, one.value]));
  const known = [...given, ...fields.map(({ value }) => value)];
  if (request === null) return { headers: fixed, query: [], secrets: known };
  const filledIn = withFilling(request, filling);
  const { shown, received } = await send(filledIn, place);
  if (received.status >= 400) throw refused(`the login of ${name}`, filledIn, { shown, received });
  const secrets = [...known, ...secretsOf(filledIn)];
  if (token === null) {
    const cookies = cookiesOf(received);
    if (cookies.length === 0)
      throw nothingIn(`the login of ${name}: ${shown} set no cookie`, 'Check expectCookies.');
    const headers = { ...fixed, cookie: cookies.join('; ') };
    return { headers, query: [], secrets: [...secrets, ...cookies.map(valueOfCookie)] };
  }
  const found = tokenIn(received, token);
  if (found === null) {
    const where = 'header' in token.from ? `the field ${token.from.header}` : pointerOf(token.from);
    throw nothingIn(
      `the login of ${name}: the answer of ${shown} (${received.status}) has no token at ${where}`,
      'Check extractSelector.',
    );
  }
  const sent = token.template.replaceAll('{token}', () => found);
  const all = [...secrets, found];
  return token.sendIn === 'query'
    ? { headers: fixed, query: [[token.sendName, sent]], secrets: all }
    : { headers: { ...fixed, [token.sendName.toLowerCase()]: sent }, query: [], secrets: all };
}

function withFilling(request: LoginRequest, filling: Filling): LoginRequest {
  const fill = (text: string): string =>
    [...filling].reduce((done, [placeholder, value]) => done.replaceAll(placeholder, value), text);
  return { ...request, body: fill(request.body) };
}

interface Answered {
  /** The method and the path. */
  readonly shown: string;
  readonly received: Received;
}

/** Sends a request to the service, or to the whole address that it names. */
async function send(request: LoginRequest, { baseUrl, timeoutMs }: LoginPlace): Promise<Answered> {
  const { origin, basePath } = readBaseUrl(baseUrl);
  const whole = new URL(request.place, origin);
  const paths = whole.origin === origin && basePath !== '' ? ['', basePath] : [''];
  const client = createClient({ baseUrl: whole.origin, timeoutMs });
  try {
    for (const [index, prefix] of paths.entries()) {
      const target = splitTarget(`${prefix}${whole.pathname}${whole.search}`);
      const shown = `${request.method} ${target.path}`;
      const exchange = await client.send({
        method: request.method,
        ...target,
        headers: {
          accept: 'application/json, */*;q=0.5',
          ...(request.contentType === null ? {} : { 'content-type': request.contentType }),
          ...Object.fromEntries(request.fields.map(({ name, value }) => [name, value])),
        },
        body: readBody(request.body),
        // The answer that redirects has the cookies.
        sending: { varied: [], redirection: 'kept' },
      });
      if (exchange.kind === 'trouble')
        throw new StandinError(
          'target-unreachable',
          `${shown} of ${whole.origin}: ${exchange.message}`,
          'Start the service, or correct the address in the file of --login.',
        );
      const { received } = exchange;
      // A path of the service may be meant below its base path.
      const isNowhere = received.status === 404 || received.status === 405;
      if (!isNowhere || index === paths.length - 1) return { shown, received };
    }
  } finally {
    client.close();
  }
  throw new Error('no path was tried');
}

/** What the service says may repeat what was sent: none of that is shown. */
function refused(what: string, request: LoginRequest, { shown, received }: Answered): StandinError {
  const { status, body } = received;
  const text = 'text' in body ? body.text.replaceAll(/\s+/g, ' ').trim() : '';
  const sent = [request.body, ...valuesOf(request).map(([, value]) => value)]
    .filter((one) => one.length >= SECRET_CHARS_MIN)
    .flatMap(secretForms)
    .sort((a, b) => b.length - a.length);
  const hidden = sent.reduce((told, one) => told.replaceAll(one, '[redacted]'), text);
  const said = truncate(hidden, SAID_CHARS);
  return new StandinError(
    'target-unauthorized',
    `${what}: ${shown} was answered with ${status}${said === '' ? '' : `: ${said}`}`,
    'Check the user and the request in the file of --login.',
  );
}

/** Shorter values are parts of many words. */
const SECRET_CHARS_MIN = 3;

/** Maximum length of what a service said, in characters. */
const SAID_CHARS = 200;

function nothingIn(message: string, remedy: string): StandinError {
  return new StandinError('target-unauthorized', message, remedy);
}

function tokenIn({ headers, body }: Received, { from }: TokenRule): string | null {
  const value: Json | undefined =
    'header' in from
      ? [headers[from.header] ?? []].flat()[0]
      : valueAt(body.kind === 'json' ? body.value : null, from.body);
  if (typeof value === 'number') return String(value);
  // What is no JSON is the token itself, if the pointer is that of the whole.
  if (value === undefined && !('header' in from) && from.body.join('') === '') return textIn(body);
  return typeof value === 'string' && value !== '' ? value : null;
}

function textIn(body: Body): string | null {
  const text = 'text' in body ? body.text.trim() : '';
  return /^[!-~]+$/.test(text) ? text : null;
}

function pointerOf({ body }: { readonly body: readonly string[] }): string {
  return `/${body.join('/')}`;
}

function cookiesOf({ headers }: Received): readonly string[] {
  return [headers['set-cookie'] ?? []].flat().flatMap((one) => one.split(';', 1));
}

function valueOfCookie(cookie: string): string {
  return cookie.slice(cookie.indexOf('=') + 1);
}

/** The values of a body and of header fields whose names are those of secrets. */
function secretsOf(request: LoginRequest): readonly string[] {
  return valuesOf(request).flatMap(([name, value]) => (namingOf(name) === 'plain' ? [] : [value]));
}

/** The texts in a body, and the header fields, by name. */
function valuesOf({ body, fields }: LoginRequest): readonly (readonly [string, string])[] {
  const read = readBody(body);
  const pairs =
    read.kind === 'json'
      ? leaves('', read.value)
      : [...new URLSearchParams(body)].map(([name, value]) => [name, value] as const);
  return [...pairs, ...fields.map(({ name, value }) => [name, value] as const)];
}

function leaves(name: string, value: Json): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => leaves(key, one as Json));
}
