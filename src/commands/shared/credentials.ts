// The credentials of a service: sent with every request, and hidden in every output.

import { StandinError } from '../../base/errors.ts';
import { HOP_BY_HOP } from '../../base/hop-by-hop.ts';
import { secretForms } from '../../base/secrets/secret-forms.ts';
import { headerNamingOf } from '../../base/secrets/secret-names.ts';
import { readBaseUrl } from '../../http/client/base-url.ts';
import type { Headers } from '../../model/message/call.ts';
import { scopesOfToken } from '../../model/message/credentials.ts';
import type { Session } from '../login/session.ts';

export interface Credentials {
  /** Header fields to send with every request, by name in lower case. */
  readonly headers: Headers;
  /** Query parameters to send with every request, encoded. */
  readonly query: string;
  /**
   * Names of what holds secrets: fields in lower case, `authorization` for one in the address, and
   * `?key` for a query parameter.
   */
  readonly names: readonly string[];
  /** Those of them that were given on the command line, not in the environment. */
  readonly given: readonly string[];
  /** Those with a token that lacks scopes in place of another; `null` without one. */
  readonly restricted: Restricted | null;
  /** Those with the fields of a second user in place of others; `null` without one. */
  readonly second: Headers | null;
  /** Replaces each secret in a text by `[redacted]`. */
  hide(text: string): string;
}

/** Credentials of which some operations must refuse the token. */
export interface Restricted {
  readonly headers: Headers;
  /** The scopes that the token has. */
  readonly scopes: readonly string[];
}

export interface CredentialSources {
  /** The values of `--header`, `Name: value` each. */
  readonly headers: readonly string[];
  /** The variable STANDIN_HEADER: one field per line. */
  readonly environment: string;
  /** May hold a user name and a password. */
  readonly baseUrl: string;
  readonly restrictedToken?: string;
  readonly secondUser?: SecondUser;
  readonly query?: QuerySources;
  /** The login of the run; absent or `null` without one. */
  readonly session?: Pick<Session, 'now' | 'secrets'> | null;
}

/** Header fields, `Name: value` each or one per line, and what gave them. */
export interface SecondUser {
  readonly fields: readonly string[];
  readonly named: '--second-user' | 'STANDIN_SECOND_USER';
}

/** Query parameters, `name=value` each. */
export interface QuerySources {
  /** The values of `--query`. */
  readonly given: readonly string[];
  /** The variable STANDIN_QUERY: one parameter per line. */
  readonly environment: string;
}

/** Reads the credentials. Throws a StandinError, without any of them, if a field is malformed. */
export function readCredentials({
  headers: given,
  environment,
  baseUrl,
  restrictedToken,
  secondUser,
  query = { given: [], environment: '' },
  session = null,
}: CredentialSources): Credentials {
  const lines = linesOf(environment);
  const fromEnvironment = collect(
    lines.map((line, index) => readField(line, `line ${index + 1} of STANDIN_HEADER`)),
  );
  const fromOptions = collect(
    given.map((text, index) => readField(text, given.length === 1 ? '--header' : ordinal(index))),
  );
  const loggedIn = session?.now.headers ?? {};
  const fields: Headers = Object.fromEntries([...fromEnvironment, ...fromOptions]);
  for (const name of Object.keys(loggedIn)) if (fields[name] !== undefined) throw givenTwice(name);
  const headers: Headers = { ...fields, ...loggedIn };
  const second = secondUser === undefined ? null : fieldsOf(secondUser);
  const { authorization } = readBaseUrl(baseUrl);
  const inAddress = authorization === null ? [] : ['authorization'];
  const inEnvironment = linesOf(query.environment).map((line, index) =>
    readParameter(line, `line ${index + 1} of STANDIN_QUERY`),
  );
  const inOptions = query.given.map((text) => readParameter(text, '--query'));
  const parameters = new Map([...inEnvironment, ...inOptions, ...(session?.now.query ?? [])]);
  const secrets = [
    ...longEnough([...parameters.values()]),
    ...Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().flatMap((one) => secretsIn(name, one, !fromOptions.has(name))),
    ),
    ...(authorization === null
      ? []
      : [...secretsIn('authorization', authorization, false), ...secretsOf(baseUrl)]),
    ...Object.entries(second ?? {}).flatMap(([name, value]) =>
      [value ?? []].flat().flatMap((one) => secretsIn(name, one, true)),
    ),
    ...longEnough((restrictedToken ?? '').split(' ', 1)),
  ];
  return {
    headers,
    query: new URLSearchParams([...parameters]).toString(),
    names: [...new Set([...Object.keys(headers), ...inAddress, ...marked(parameters.keys())])],
    given: [
      ...new Set([...fromOptions.keys(), ...inAddress, ...marked(inOptions.map(([name]) => name))]),
    ],
    restricted: restrictedToken === undefined ? null : restrictedTo(restrictedToken, headers),
    second: second === null ? null : { ...headers, ...second },
    hide: hider(secrets, () => session?.secrets ?? NO_SECRETS),
  };
}

function givenTwice(name: string): StandinError {
  return new StandinError(
    'option-invalid',
    `the login gives the field ${name}, and so does --header, --token, or a variable for them`,
    'Leave out one of them.',
  );
}

function fieldsOf({ fields, named }: SecondUser): Headers {
  const lines = fields.flatMap(linesOf);
  return Object.fromEntries(collect(lines.map((line) => readField(line, named))));
}

function restrictedTo(text: string, headers: Headers): Restricted {
  const [token = ''] = text.split(' ', 1);
  const authorization = `Bearer ${token}`;
  const scopes = scopesOfToken(authorization, [text]) ?? [];
  return { headers: { ...headers, authorization }, scopes };
}

/** Returns a copy of the data; its texts hold no secret. */
export function hideIn<T>(value: T, { hide }: Pick<Credentials, 'hide'>): T {
  // The copy has the members of `value`, texts for texts.
  return hidden(value, hide) as T;
}

function hidden(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) return value.map((one) => hidden(one, hide));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, hidden(member, hide)]),
  );
}

interface Field {
  readonly name: string;
  readonly value: string;
}

/** No message quotes the field: it may be the secret. */
function readField(text: string, place: string): Field {
  const [, name = '', value = ''] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/s.exec(text) ?? [];
  if (name === '' || value === '') {
    const what = name === '' ? 'holds no header field' : 'holds a header field without a value';
    const remedy = 'Give it in quotes: --header "Authorization: Bearer <token>".';
    throw new StandinError('option-invalid', `${place} ${what}`, remedy);
  }
  if (WRITTEN_BY_THE_CLIENT.includes(name.toLowerCase())) {
    const message = `${place} holds ${name}, which Standin sets itself`;
    throw new StandinError('option-invalid', message, 'Leave it out.');
  }
  return { name: name.toLowerCase(), value };
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
}

function marked(names: Iterable<string>): readonly string[] {
  return [...names].map((name) => `?${name}`);
}

/** No message quotes the parameter: it may be the secret. */
function readParameter(text: string, place: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] = /^\s*([^=\s&?#]+)=(.*?)\s*$/s.exec(text) ?? [];
  if (name !== '' && value !== '') return [name, value];
  const remedy = 'Give it in quotes, unencoded: --query "api_key=<key>".';
  throw new StandinError('option-invalid', `${place} holds no query parameter`, remedy);
}

const WRITTEN_BY_THE_CLIENT: readonly string[] = [...HOP_BY_HOP, 'content-length', 'expect'];

function ordinal(index: number): string {
  return `--header number ${index + 1}`;
}

/** A field that is given several times has several values. */
function collect(fields: readonly Field[]): ReadonlyMap<string, string | readonly string[]> {
  const found = new Map<string, string | readonly string[]>();
  for (const { name, value } of fields) {
    const before = found.get(name);
    found.set(name, before === undefined ? value : [before, value].flat());
  }
  return found;
}

/**
 * Minimum number of characters of a value that is hidden in texts: a short value, as `en` or `v2`,
 * is part of many words.
 */
const [SECRET_CHARS_MIN, OTHER_CHARS_MIN] = [4, 12];

/**
 * Returns the secrets of a header field: the whole value, and the parts that a service may repeat
 * alone, such as the token after `Bearer` or the value of a cookie. Every field from the environment
 * is secret, whatever its name.
 */
function secretsIn(name: string, value: string, isOfEnvironment: boolean): readonly string[] {
  const charsMin =
    isOfEnvironment || headerNamingOf(name) === 'secret' ? SECRET_CHARS_MIN : OTHER_CHARS_MIN;
  const [scheme = '', ...rest] = value.split(/\s+/);
  const isOfScheme = rest.length > 0 && /^[A-Za-z][\w-]*$/.test(scheme);
  const behind = isOfScheme ? [rest.join(' '), ...inBasic(scheme, rest.join(''))] : [];
  const inCookies =
    name === 'cookie' ? value.split(/;\s*/).map((one) => one.slice(one.indexOf('=') + 1)) : [];
  return [value, ...behind, ...inCookies].filter((secret) => secret.length >= charsMin);
}

function inBasic(scheme: string, value: string): readonly string[] {
  if (scheme.toLowerCase() !== 'basic') return [];
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(value, 'base64').toString()) ?? [];
  return [password];
}

function secretsOf(baseUrl: string): readonly string[] {
  return longEnough([new URL(baseUrl).password]);
}

function longEnough(secrets: readonly string[]): readonly string[] {
  return secrets.filter((secret) => secret.length >= SECRET_CHARS_MIN);
}

const NO_SECRETS: readonly string[] = [];

/** `more` returns those of the login: another list after each new login. */
function hider(
  secrets: readonly string[],
  more: () => readonly string[],
): (text: string) => string {
  let added: readonly string[] | null = null;
  let longestFirst: readonly string[] = [];
  return (text) => {
    if (added !== more()) {
      added = more();
      const all = [...secrets, ...longEnough(added)];
      longestFirst = [...new Set(all.flatMap(secretForms))].sort((a, b) => b.length - a.length);
    }
    return longestFirst.reduce(
      (shown, secret) => withoutCut(shown.replaceAll(secret, HIDDEN), secret),
      text,
    );
  };
}

const HIDDEN = '[redacted]';

/** The beginning of a secret at which a text was cut, in characters. */
const CUT_CHARS_MIN = 6;

/** Hides the beginning of a secret before `…`, or at the end: what was too long was cut there. */
function withoutCut(text: string, secret: string): string {
  if (secret.length <= CUT_CHARS_MIN) return text;
  const beginning = secret.slice(0, CUT_CHARS_MIN);
  let result = text;
  for (let at = text.lastIndexOf(beginning); at >= 0; at = text.lastIndexOf(beginning, at - 1)) {
    let length = CUT_CHARS_MIN;
    while (length < secret.length && result[at + length] === secret[length]) length++;
    const end = at + length;
    if (end === result.length || result[end] === '…')
      result = result.slice(0, at) + HIDDEN + result.slice(end);
    if (at === 0) break;
  }
  return result;
}
