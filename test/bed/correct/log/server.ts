// The fourth of the servers of the bed: a table of routes over an event log, strict in what rules
// it is given.

import { createServer, type RequestListener } from 'node:http';
import type { Start, StoredUser } from '../../service.ts';
import { listen } from '../listen.ts';
import { Log, type Member, type Told } from './log.ts';
import { type Fault, fieldNames, needs, type Rule, types } from './rules.ts';

/** What is demanded of users, and what happens to them. */
export interface Terms {
  /** Beyond the types of the fields, and the name and the e-mail of a new user. */
  readonly rules: readonly Rule[];
  /** Of a body of another type, or without a name or an e-mail. */
  readonly wrongStatus: number;
  /** The fields that a user gets if they are not sent. */
  readonly defaults: Told;
  /** What a rewriting PUT makes of fields that are not sent; the defaults if absent. */
  readonly blanks?: Told;
  /** The fields that are stored; others that no rule refuses are dropped. */
  readonly stored: readonly string[];
  readonly put: 'changes' | 'rewrites';
  readonly putAnswers: 'user' | 'nothing' | 'sent';
  /** How many can be there at once. */
  readonly membersMax: number;
}

export const usualTerms: Terms = {
  rules: [],
  wrongStatus: 400,
  defaults: {},
  stored: fieldNames,
  put: 'changes',
  putAnswers: 'user',
  membersMax: Number.POSITIVE_INFINITY,
};

type Outcome = readonly [status: number, body?: unknown];

interface Ask {
  readonly log: Log;
  readonly terms: Terms;
  readonly body: string;
  readonly member: Member | undefined;
}

const notFound: Outcome = [404, { errors: [{ code: 'not_found' }] }];

const routes: readonly [method: string, path: RegExp, answer: (ask: Ask) => Outcome][] = [
  [
    'GET',
    /^\/users$/,
    ({ log, terms }) => [200, log.members().map((member) => shown(terms, member))],
  ],
  ['POST', /^\/users$/, join],
  [
    'GET',
    /^\/users\/([^/]+)$/,
    ({ member, terms }) => (member === undefined ? notFound : [200, shown(terms, member)]),
  ],
  ['PUT', /^\/users\/([^/]+)$/, change],
  ['DELETE', /^\/users\/([^/]+)$/, leave],
];

/** Starts of a server with terms that differ from the usual ones. */
export function logged(changed: Partial<Terms>): Start {
  const terms: Terms = { ...usualTerms, ...changed };
  return async (users) => {
    const log = new Log(users);
    let answered = 0;
    const server = createServer(
      listener(log, terms, () => {
        answered += 1;
      }),
    );
    const { origin, close } = await listen(server);
    const stored = (): readonly StoredUser[] =>
      log.members().map(({ id, told }) => ({ ...told, id, name: String(told['name']) }));
    return { baseUrl: `${origin}/rest`, stored, answered: () => answered, close };
  };
}

function listener(log: Log, terms: Terms, onAnswer: () => void): RequestListener {
  return (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const path = (request.url ?? '').replace(/\?.*/s, '').replace(/^\/rest(?=\/)/, '');
      const [status, content] = outcome(
        request.method === 'HEAD' ? 'GET' : (request.method ?? ''),
        path,
        { log, terms, body },
      );
      response.statusCode = status;
      if (content === undefined) response.end();
      else
        response
          .setHeader('content-type', 'application/json; charset=UTF-8')
          .end(JSON.stringify(content));
      onAnswer();
    });
  };
}

function outcome(method: string, path: string, ask: Omit<Ask, 'member'>): Outcome {
  const known = routes.filter(([, pattern]) => pattern.test(path));
  if (known.length === 0) return notFound;
  const route = known.find(([wanted]) => wanted === method);
  if (route === undefined) return [405, { errors: [{ code: 'method' }] }];
  const key = route[1].exec(path)?.[1];
  return route[2]({ ...ask, member: ask.log.members().find(({ id }) => `${id}` === key) });
}

function join({ log, terms, body }: Ask): Outcome {
  const told = check(body, undefined, terms);
  if (isFault(told)) return refused(told);
  if (log.members().length >= terms.membersMax) return [507, { errors: [{ code: 'full' }] }];
  const id = log.freshId();
  const member = { id, told: { ...terms.defaults, ...told } };
  log.write({ kind: 'joined', ...member });
  return [201, { user: shown(terms, member) }];
}

function change({ log, terms, body, member }: Ask): Outcome {
  if (member === undefined) return notFound;
  const told = check(body, member, terms);
  if (isFault(told)) return refused(told);
  const isRewritten = terms.put === 'rewrites';
  const next = isRewritten
    ? { ...(terms.blanks ?? terms.defaults), ...told }
    : { ...member.told, ...told };
  log.write({
    kind: isRewritten ? 'rewritten' : 'changed',
    id: member.id,
    told: isRewritten ? next : told,
  });
  if (terms.putAnswers === 'nothing') return [204];
  return [200, terms.putAnswers === 'sent' ? told : shown(terms, { id: member.id, told: next })];
}

function leave({ log, member }: Ask): Outcome {
  if (member === undefined) return notFound;
  log.write({ kind: 'left', id: member.id });
  return [200, { left: member.id }];
}

function shown({ stored }: Terms, { id, told }: Member): Told {
  return {
    ...Object.fromEntries(Object.entries(told).filter(([field]) => stored.includes(field))),
    id,
  };
}

function refused({ status, fault }: Fault): Outcome {
  return [status, { errors: [{ code: fault }] }];
}

function isFault(value: Fault | Told): value is Fault {
  return typeof value['status'] === 'number' && 'fault' in value;
}

/** The fields of a body that are stored, or the first fault of the body. */
function check(body: string, target: Member | undefined, terms: Terms): Told | Fault {
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    sent = undefined;
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return { status: terms.wrongStatus, fault: 'body' };
  const all: Told = { ...sent };
  const needed = terms.put === 'rewrites' ? 'both' : 'POST';
  for (const rule of [
    types(terms.wrongStatus),
    needs(['name', 'email'], needed, terms.wrongStatus),
    ...terms.rules,
  ]) {
    const fault = rule({ told: all, target });
    if (fault !== undefined) return fault;
  }
  return Object.fromEntries(Object.entries(all).filter(([field]) => terms.stored.includes(field)));
}
