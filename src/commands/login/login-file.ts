// The file of `--login`: how users of a service get their credentials, in the form of Web Fuzzing
// Commons (WebFuzzing/Commons, auth.yaml), as it is and as it was before `extractFrom`.

import { StandinError } from '../../base/errors.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { parsePointer } from '../../base/pointer.ts';
import { suggest } from '../../base/suggest.ts';
import { readText } from '../../project/files/read-file.ts';
import { unreadable } from '../../project/source/json-file.ts';
import { parseYaml } from '../../project/source/yaml.ts';

/** How one user gets credentials. */
export interface Login {
  /** The name that the file gives the user. */
  readonly name: string;
  /** Header fields that every request has. */
  readonly fields: readonly NamedText[];
  /** The request that makes the user; `null` if it exists. */
  readonly creation: LoginRequest | null;
  readonly generators: readonly Generator[];
  /** The request that logs the user in; `null` if the fields are enough. */
  readonly request: LoginRequest | null;
  /** Where the token is in its answer; `null` if cookies are. */
  readonly token: TokenRule | null;
  /** What came from the environment: no output may show it. */
  readonly secrets: readonly string[];
}

export interface NamedText {
  readonly name: string;
  readonly value: string;
}

export interface LoginRequest {
  readonly method: string;
  /** A whole address, or a path of the service. */
  readonly place: string;
  readonly fields: readonly NamedText[];
  readonly contentType: string | null;
  /** Empty for no body. */
  readonly body: string;
}

export interface TokenRule {
  /** The steps to the token in a JSON body, or the name of a header field. */
  readonly from: { readonly body: readonly string[] } | { readonly header: string };
  readonly sendIn: 'header' | 'query';
  readonly sendName: string;
  /** `Bearer {token}`. */
  readonly template: string;
}

/** What a placeholder in the bodies stands for: a text that no other user has. */
export interface Generator {
  readonly placeholder: string;
  readonly prefix: string;
  readonly postfix: string;
  readonly charsMin: number;
  readonly charsMax: number;
}

/**
 * Reads how a user logs in: the one with this name, or the first. `${NAME}` in a text of the file is
 * the variable NAME of the environment, in a raw payload as its form writes it. Rejects with a StandinError that names the place and what is
 * wrong there, and quotes no value.
 */
export async function readLogin(
  file: string,
  name: string | null,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Login> {
  const parsed = await parseYaml(textOf(file));
  if (parsed.kind === 'broken')
    throw new StandinError(
      'option-invalid',
      `${file}${parsed.at === '' ? '' : `, ${parsed.at}`}: ${parsed.message}`,
      'Write it as YAML or JSON.',
    );
  const whole = new Part(parsed.value, file, '');
  whole.only('schemaVersion', 'auth', 'authTemplate', 'configs');
  const template = whole.json('authTemplate') ?? {};
  const users = whole
    .list('auth')
    .map((one) => new Part(merged(template, one.value), file, one.at));
  const [first] = users;
  if (first === undefined) throw whole.wrong('auth', 'names no user');
  const chosen = name === null ? first : users.find((one) => one.text('name') === name);
  // What other users need of the environment may be missing.
  if (chosen !== undefined) {
    const secrets = new Set<string>();
    const read = (variable: string): string => {
      const found = environment[variable];
      if (found === undefined) throw notSet(file, variable);
      secrets.add(found);
      return found;
    };
    const login = loginOf(new Part(filled(chosen.value, read), file, chosen.at));
    return { ...login, secrets: [...secrets] };
  }
  const names = users.map((one) => one.text('name') ?? '');
  throw new StandinError(
    'option-invalid',
    `${file} has no user with the name of --login-as`,
    `It has ${names.join(', ')}.`,
  );
}

function textOf(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function notSet(file: string, variable: string): StandinError {
  return new StandinError(
    'option-invalid',
    `${file} needs the variable ${variable} of the environment, which is not set`,
    `Set it: ${variable}=... standin ...`,
  );
}

/** Writes a value as a part of a body. */
type Write = (value: string) => string;

/** Replaces `${NAME}` in all texts by what `read` returns. */
function filled(value: Json, read: (name: string) => string, write: Write = (text) => text): Json {
  if (typeof value === 'string')
    return value.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (_, name: string) => write(read(name)));
  if (Array.isArray(value)) return value.map((one: Json) => filled(one, read));
  if (!isObject(value)) return value;
  const members = Object.entries(value) as [string, Json][];
  return Object.fromEntries(
    members.map(([key, one]) => [
      key,
      key === 'payloadRaw' ? filled(one, read, writerOf(value)) : filled(one, read),
    ]),
  );
}

/** How the raw payload of a request writes a value: a password may have quotes, or `&`. */
function writerOf(request: JsonObject): Write {
  const [type, raw] = [own(request, 'contentType'), own(request, 'payloadRaw')];
  const form = typeof type === 'string' ? type : guessedType(typeof raw === 'string' ? raw : '');
  if (/json/i.test(form)) return (text) => JSON.stringify(text).slice(1, -1);
  return /form-urlencoded/i.test(form) ? encodeURIComponent : (text) => text;
}

function guessedType(body: string): string {
  return /^\s*[{[]/.test(body) ? 'application/json' : 'application/x-www-form-urlencoded';
}

/** What an entry does not say, the template says. */
function merged(template: Json, entry: Json): Json {
  if (!isObject(template) || !isObject(entry)) return entry;
  const result: Record<string, Json> = { ...template } as Record<string, Json>;
  for (const [key, value] of Object.entries(entry) as [string, Json][])
    result[key] = merged(own(template, key) ?? null, value);
  return result;
}

function loginOf(user: Part): Omit<Login, 'secrets'> {
  user.only('name', 'requireMockHandling', 'fixedHeaders', 'loginEndpointAuth', 'createUsers');
  const name = user.text('name');
  if (name === null) throw user.wrong('name', 'is missing');
  const creation = user.part('createUsers');
  const endpoint = user.part('loginEndpointAuth');
  const fields = user.list('fixedHeaders').map(fieldOf);
  if (endpoint === null && fields.length === 0)
    throw user.wrong('', 'has neither fixedHeaders nor loginEndpointAuth');
  creation?.only(
    ...['endpoint', 'externalEndpointURL', 'payloadRaw', 'verb', 'contentType', 'generators'],
  );
  endpoint?.only(
    ...['endpoint', 'externalEndpointURL', 'payloadRaw', 'payloadUserPwd', 'headers', 'verb'],
    ...['contentType', 'token', 'expectCookies'],
  );
  const token = endpoint?.part('token') ?? null;
  if (endpoint !== null && token === null && own(endpoint.value, 'expectCookies') !== true)
    throw endpoint.wrong('', 'has neither a token nor expectCookies: true');
  return {
    name,
    fields,
    creation: creation === null ? null : requestOf(creation),
    generators: creation === null ? [] : creation.list('generators').map(generatorOf),
    request: endpoint === null ? null : requestOf(endpoint),
    token: token === null ? null : tokenOf(token),
  };
}

function fieldOf(part: Part): NamedText {
  part.only('name', 'value');
  const [name, value] = [part.text('name'), part.text('value')];
  if (name === null || value === null) throw part.wrong('', 'needs a name and a value');
  return { name: name.toLowerCase(), value: value.trim() };
}

function requestOf(part: Part): LoginRequest {
  const method = part.text('verb') ?? 'POST';
  const [path, url] = [part.text('endpoint'), part.text('externalEndpointURL')];
  const place = url ?? path;
  if (place === null || (url !== null && path !== null))
    throw part.wrong('', 'needs either an endpoint or an externalEndpointURL');
  if (url !== null && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    throw part.wrong('externalEndpointURL', 'is no address');
  const pair = part.part('payloadUserPwd');
  const raw = part.text('payloadRaw');
  const contentType = part.text('contentType');
  const isForm = /form-urlencoded/i.test(contentType ?? '');
  const body = pair === null ? (raw ?? '') : pairBody(pair, isForm);
  return {
    method: method.toUpperCase(),
    place: url ?? (place.startsWith('/') ? place : `/${place}`),
    fields: part.list('headers').map(fieldOf),
    contentType: body === '' ? null : (contentType ?? guessedType(body)),
    body,
  };
}

function pairBody(part: Part, isForm: boolean): string {
  part.only('username', 'password', 'usernameField', 'passwordField');
  const [user, password] = [part.text('username'), part.text('password')];
  const [userField, passwordField] = [part.text('usernameField'), part.text('passwordField')];
  if (user === null || password === null || userField === null || passwordField === null)
    throw part.wrong('', 'needs username, password, usernameField and passwordField');
  const members = { [userField]: user, [passwordField]: password };
  return isForm ? new URLSearchParams(members).toString() : JSON.stringify(members);
}

function tokenOf(part: Part): TokenRule {
  part.only(
    ...['extractFrom', 'extractSelector', 'sendIn', 'sendName', 'sendTemplate'],
    ...['extractFromField', 'extractFromHeader', 'httpHeaderName', 'headerPrefix', 'headerPostfix'],
  );
  const field = part.text('extractFromField');
  const header = part.text('extractFromHeader');
  const isOfHeader = part.text('extractFrom') === 'header' || (field === null && header !== null);
  const selector = part.text('extractSelector') ?? (isOfHeader ? header : field);
  if (selector === null)
    throw part.wrong('extractSelector', 'is missing: where in the answer is the token');
  const steps = parsePointer(selector.startsWith('/') ? selector : `/${selector}`);
  if (!isOfHeader && steps === null)
    throw part.wrong('extractSelector', 'is no JSON Pointer, such as /token');
  const [before, behind] = [part.text('headerPrefix') ?? '', part.text('headerPostfix') ?? ''];
  const template = part.text('sendTemplate') ?? `${before}{token}${behind}`;
  if (!template.includes('{token}')) throw part.wrong('sendTemplate', 'does not contain {token}');
  return {
    from: isOfHeader ? { header: selector.toLowerCase() } : { body: steps ?? [] },
    sendIn: part.text('sendIn') === 'query' ? 'query' : 'header',
    sendName: part.text('sendName') ?? part.text('httpHeaderName') ?? 'Authorization',
    template,
  };
}

/** The length of a generated text without one in the file, in characters. */
const [CHARS_MIN, CHARS_MAX] = [8, 12];

function generatorOf(part: Part): Generator {
  part.only('placeHolder', 'minLength', 'maxLength', 'prefix', 'postfix');
  const placeholder = part.text('placeHolder');
  if (placeholder === null) throw part.wrong('placeHolder', 'is missing');
  const charsMin = part.number('minLength');
  const charsMax = part.number('maxLength');
  return {
    placeholder,
    prefix: part.text('prefix') ?? '',
    postfix: part.text('postfix') ?? '',
    charsMin: charsMin ?? Math.min(CHARS_MIN, charsMax ?? CHARS_MIN),
    charsMax: charsMax ?? Math.max(CHARS_MAX, charsMin ?? CHARS_MAX),
  };
}

/** A part of the file, and where it is. Each reader throws a StandinError that names the place. */
class Part {
  readonly value: JsonObject;
  private readonly file: string;
  readonly at: string;

  constructor(value: Json, file: string, at: string) {
    this.file = file;
    this.at = at;
    this.value = isObject(value) ? value : {};
    if (!isObject(value)) throw this.wrong('', 'is no object');
  }

  wrong(key: string, what: string): StandinError {
    const at = key === '' ? this.at : `${this.at}/${key}`;
    return new StandinError(
      'option-invalid',
      `${this.file}${at === '' ? '' : ` at ${at}`} ${what}`,
      'The form is that of Web Fuzzing Commons: docs/pipeline.md, "Log in".',
    );
  }

  /** Refuses a key that is not one of these. */
  only(...keys: readonly string[]): void {
    for (const key of Object.keys(this.value)) {
      if (keys.includes(key)) continue;
      const near = suggest(key, keys);
      throw this.wrong(key, `is unknown${near === null ? '' : `: did you mean "${near}"?`}`);
    }
  }

  json(key: string): Json | null {
    return own(this.value, key) ?? null;
  }

  text(key: string): string | null {
    const value = this.json(key);
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (value !== null && typeof value !== 'string') throw this.wrong(key, 'is no text');
    return value;
  }

  number(key: string): number | null {
    const value = this.json(key);
    if (value !== null && typeof value !== 'number') throw this.wrong(key, 'is no number');
    return value;
  }

  part(key: string): Part | null {
    const value = this.json(key);
    return value === null ? null : new Part(value, this.file, `${this.at}/${key}`);
  }

  list(key: string): readonly Part[] {
    const value = this.json(key) ?? [];
    if (!Array.isArray(value)) throw this.wrong(key, 'is no list');
    return value.map((one: Json, index) => new Part(one, this.file, `${this.at}/${key}/${index}`));
  }
}
