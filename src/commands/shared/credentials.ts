// The credentials of a service: sent with every request, and hidden in every output.

import { StandinError } from '../../base/errors.ts';
import { HOP_BY_HOP } from '../../base/hop-by-hop.ts';
import { secretForms } from '../../base/secret-forms.ts';
import { readBaseUrl } from '../../http/client/base-url.ts';
import { CREDENTIAL_HEADERS } from '../../journal/interaction/describe.ts';
import type { Headers } from '../../model/message/call.ts';

export interface Credentials {
  /** Header fields to send with every request, by name in lower case. */
  readonly headers: Headers;
  /** Names of the fields with secrets, in lower case; `authorization` for one in the address. */
  readonly names: readonly string[];
  /** Those of them that were given on the command line, not in the environment. */
  readonly given: readonly string[];
  /** Replaces each secret in a text by `[redacted]`. */
  hide(text: string): string;
}

export interface CredentialSources {
  /** The values of `--header`, `Name: value` each. */
  readonly headers: readonly string[];
  /** The variable STANDIN_HEADER: one field per line. */
  readonly environment: string;
  /** May hold a user name and a password. */
  readonly baseUrl: string;
}

/** Reads the credentials. Throws a StandinError, without any of them, if a field is malformed. */
export function readCredentials({
  headers: given,
  environment,
  baseUrl,
}: CredentialSources): Credentials {
  const lines = environment.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const fromEnvironment = collect(
    lines.map((line, index) => readField(line, `line ${index + 1} of STANDIN_HEADER`)),
  );
  const fromOptions = collect(
    given.map((text, index) => readField(text, given.length === 1 ? '--header' : ordinal(index))),
  );
  const headers: Headers = Object.fromEntries([...fromEnvironment, ...fromOptions]);
  const { authorization } = readBaseUrl(baseUrl);
  const inAddress = authorization === null ? [] : ['authorization'];
  const secrets = [
    ...Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().flatMap((one) => secretsIn(name, one)),
    ),
    ...(authorization === null
      ? []
      : [...secretsIn('authorization', authorization), ...secretsOf(baseUrl)]),
  ];
  return {
    headers,
    names: [...new Set([...Object.keys(headers), ...inAddress])],
    given: [...new Set([...fromOptions.keys(), ...inAddress])],
    hide: hider(secrets),
  };
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

/** Names of fields whose value is a secret, whatever it looks like. */
const TELLING = /auth|token|key|secret|cookie|session|passw|signature|credential/;

/**
 * Minimum number of characters of a value that is hidden in texts: a short value, as `en` or `v2`,
 * is part of many words.
 */
const [SECRET_CHARS_MIN, OTHER_CHARS_MIN] = [4, 12];

/**
 * The whole value, and the parts that a service may repeat alone: the token after `Bearer`, the
 * value of a cookie.
 */
function secretsIn(name: string, value: string): readonly string[] {
  const charsMin =
    CREDENTIAL_HEADERS.includes(name) || TELLING.test(name) ? SECRET_CHARS_MIN : OTHER_CHARS_MIN;
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
  return [new URL(baseUrl).password].filter((secret) => secret.length >= SECRET_CHARS_MIN);
}

function hider(secrets: readonly string[]): (text: string) => string {
  const longestFirst = [...new Set(secrets.flatMap(secretForms))].sort(
    (a, b) => b.length - a.length,
  );
  return (text) =>
    longestFirst.reduce((shown, secret) => shown.replaceAll(secret, '[redacted]'), text);
}
