// A registration and a log-in: what the run registers logs in with its password, and with no other one.
// Beside each correct service is one that lets everybody in.

import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { type ShelfAnswer, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const text = { type: 'string' };
const json = (schema: JsonObject): JsonObject => ({
  description: '',
  content: { 'application/json': { schema } },
});
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const none = { description: '' };

/** What the bodies are in; `null` if they are bare. */
type Around = 'member' | null;

function documentOf(around: Around): JsonObject {
  const within = (schema: JsonObject): JsonObject =>
    around === null ? schema : object({ member: schema });
  const document = shelfDocument();
  return {
    ...document,
    paths: {
      ...(document['paths'] as JsonObject),
      '/members': {
        post: {
          requestBody: json(within(object({ name: text, email: text, password: text }))),
          responses: { 201: json(within(object({ name: text }))), 422: none },
        },
      },
      '/members/login': {
        post: {
          requestBody: json(within(object({ email: text, password: text }))),
          responses: {
            200: json(within(object({ token: text }))),
            401: none,
            403: none,
            422: none,
          },
        },
      },
    },
  };
}

interface Seams {
  readonly around?: Around;
  /** Whether a password fits that of the account. */
  readonly fits?: (sent: string, kept: string) => boolean;
  /** Whether accounts have to be confirmed by mail. */
  readonly isConfirmed?: boolean;
}

async function verified({ around = null, fits = (a, b) => a === b, isConfirmed = true }: Seams) {
  folder.write('openapi.json', JSON.stringify(documentOf(around)));
  const accounts = new Map<string, string>();
  let tried = 0;
  const ofAccounts = (path: string, sent: JsonObject): ShelfAnswer => {
    const [name, email, password] = ['name', 'email', 'password'].map((one) => own(sent, one));
    if (typeof email !== 'string' || typeof password !== 'string') return { status: 422 };
    const shown = (value: JsonObject): Json => (around === null ? value : { [around]: value });
    if (path === '/members') {
      const isName = typeof name === 'string' && /^[a-z\d]+$/.test(name);
      if (!isName || !/^\S+@\S+\.\S+$/.test(email) || password.length < 8) return { status: 422 };
      accounts.set(email, password);
      return { status: 201, body: shown({ name }) };
    }
    tried++;
    const kept = accounts.get(email);
    if (kept === undefined || !fits(password, kept)) return { status: 401 };
    return isConfirmed ? { status: 200, body: shown({ token: `of ${email}` }) } : { status: 403 };
  };
  await using shelf = await startShelf({
    answer: ({ method, path, body }, right) => {
      if (!path.startsWith('/members') || method !== 'POST') return right();
      const whole = isObject(body ?? null) ? (body as JsonObject) : {};
      const sent = around === null ? whole : (own(whole, around) ?? null);
      return isObject(sent) ? ofAccounts(path, sent) : { status: 422 };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    actions: 'write',
    budget: 'quick',
    ledgerFolder: '.standin',
    laws: ['write-actions-fit'],
  });
  const found = [...stdout.matchAll(/^ +code +(\S+)$/gm)].map(([, one]) => one);
  return { code, stdout, found, tried };
}

/** What the evidence of the findings lists. */
function sentIn(stdout: string): readonly string[] {
  const [, sent = ''] = /^ +sent +((?:.+\n)+)/m.exec(stdout) ?? [];
  return sent
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

describe('a log-in', { timeout: 60_000 }, () => {
  it.each<Around>([null, 'member'])('takes the password alone: bodies in %s', async (around) => {
    const right = await verified({ around });
    expect(right.code, right.stdout).toBe(0);
    expect(right.tried).toBeGreaterThanOrEqual(2);
    expect(right.stdout).not.toContain('its success was not judged');
    const open = await verified({ around, fits: () => true });
    expect(open.found, open.stdout).toEqual(['accepted']);
    expect(open.stdout).toContain('POST /members/login accepted a wrong password');
    expect(sentIn(open.stdout)).toEqual([
      'POST /members 201',
      'POST /members/login 200',
      'POST /members/login 200',
    ]);
    const lines = open.stdout.split('\n').filter((line) => line.includes('curl -sSi'));
    const names = lines.map((line) => /[^"]*@example\.com/.exec(line)?.[0]);
    expect(names).toHaveLength(3);
    expect(new Set(names).size, lines.join('\n')).toBe(1);
  });

  it('compares the whole password', async () => {
    const { found, stdout } = await verified({ fits: (sent, kept) => sent.startsWith(kept) });
    expect(found, stdout).toEqual(['accepted']);
  });

  it('may refuse an account that nobody has confirmed', async () => {
    const { code, stdout } = await verified({ isConfirmed: false });
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('POST /members/login was refused with 403');
  });
});
