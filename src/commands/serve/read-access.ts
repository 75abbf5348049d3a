// Reads who may use the page and the API of a mock: lines of a file, or of the environment.

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { StandinError } from '../../base/errors.ts';
import type { Role, TeamAccess } from '../../inspector/request/team-access.ts';
import { readText, reasonOf } from '../../project/files/read-file.ts';
import type { AccessSource } from './flags.ts';

/**
 * Reads who may do what, and again when the file has changed: who is no longer in it loses access
 * with the next request. While it cannot be read, the last valid version counts, and `onTrouble` is
 * told. Throws a StandinError if the first one cannot be read.
 */
export function followAccess(
  source: AccessSource,
  onTrouble: (error: StandinError) => void,
): TeamAccess {
  let signature = signatureOf(source);
  let current = readAccess(source);
  const renewed = (): TeamAccess => {
    const now = signatureOf(source);
    if (now === signature) return current;
    signature = now;
    try {
      current = readAccess(source);
    } catch (error) {
      if (!(error instanceof StandinError)) throw error;
      const { code, message, remedy } = error;
      const going = `${remedy} The last valid version stays in use: who was removed still has access.`;
      onTrouble(new StandinError(code, `--access was not read again: ${message}`, going));
    }
    return current;
  };
  return {
    get tokens() {
      return renewed().tokens;
    },
    get people() {
      return renewed().people;
    },
    digestOf,
  };
}

/** Changes whenever the file does. */
function signatureOf(source: AccessSource): string {
  if (source.kind !== 'file') return '';
  const stats = statSync(source.file, { throwIfNoEntry: false });
  return stats === undefined
    ? 'none'
    : [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino].join(' ');
}

/**
 * Reads lines `<role> <name> [<token>]`, with the roles viewer, editor and proxy. A token is
 * `token:<text>` or the digest of one, `sha256:<hex>`; without one a proxy names the person, and the
 * name may have a `*`. Throws a StandinError.
 */
export function readAccess(source: AccessSource): TeamAccess {
  const place = source.kind === 'file' ? source.file : 'STANDIN_ACCESS';
  const lines = (source.kind === 'file' ? textOf(source.file) : source.text).split(/\r?\n/);
  const tokens: TeamAccess['tokens'][number][] = [];
  const people: TeamAccess['people'][number][] = [];
  for (const [index, line] of lines.entries()) {
    const words = line.trim().split(/\s+/);
    if (words[0] === '' || words[0]?.startsWith('#') === true) continue;
    const refuse = (why: string): never => {
      throw new StandinError('option-invalid', `${place}, line ${index + 1}: ${why}`, FORM);
    };
    const [role = '', who = '', secret, ...more] = words;
    if (role !== 'viewer' && role !== 'editor' && role !== 'proxy')
      return refuse('the role must be viewer, editor or proxy');
    if (who === '' || more.length > 0) return refuse('a line has a role, a name and a token');
    if (secret !== undefined) {
      if (who.includes('*')) return refuse('a name with a token cannot contain *');
      const digest = readDigest(secret);
      if (digest === null) return refuse(TOKEN_RULE);
      if (tokens.some((one) => one.digest === digest))
        return refuse('another line has the same token');
      tokens.push({ who, role, digest });
    } else if (role === 'proxy') return refuse('a proxy has a token');
    else people.push({ who: checkPattern(who, refuse), role: role satisfies Role });
  }
  if (tokens.length === 0)
    throw new StandinError('option-invalid', `${place} names no one with a token`, FORM);
  if (people.length > 0 && !tokens.some(({ role }) => role === 'proxy'))
    throw new StandinError(
      'option-invalid',
      `${place} names ${people[0]?.who} without a token, and no proxy that could name them`,
      FORM,
    );
  return { tokens, people, digestOf };
}

const FORM =
  'Write lines such as "editor ann token:<16 characters or more>", "viewer *" or "proxy sso sha256:<digest>".';
const TOKEN_CHARS_MIN = 16;
const TOKEN_RULE = `a token is token:<at least ${TOKEN_CHARS_MIN} characters> or sha256:<64 hexadecimal digits>`;

function readDigest(text: string): string | null {
  const [, form, value = ''] = /^(token|sha256):([\x21-\x7e]+)$/.exec(text) ?? [];
  if (form === 'sha256') return /^[0-9a-f]{64}$/i.test(value) ? value.toLowerCase() : null;
  return value.length >= TOKEN_CHARS_MIN ? digestOf(value) : null;
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function checkPattern(who: string, refuse: (why: string) => never): string {
  return who.split('*').length > 2 ? refuse('a name has at most one *') : who;
}

function textOf(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    const message = `${file} cannot be read: ${reasonOf(error)}`;
    throw new StandinError('file-unreadable', message, 'Check --access.');
  }
}
