// Signing in on the page: the token goes into a cookie, which also opens downloads and frames. The
// cookie is the token itself, so that every replica knows it.

import { own } from '../../base/json.ts';
import type { InternalCall, InternalReply } from '../../http/server/internal-routes.ts';
import { header } from '../../model/message/call.ts';
import { type AccessRules, admit, findForeignPage } from './access.ts';
import { type CommandForm, readCommand } from './read-command.ts';
import { done, notAllowed, problem } from './reply.ts';
import { SESSION_COOKIE } from './team-access.ts';

/** Answers api/session: POST signs in, DELETE signs out. Whoever asks need not be known. */
export function answerSession(call: InternalCall, access: AccessRules): InternalReply {
  const refusal = findForeignPage(call, access);
  if (refusal !== null) return refusal;
  if (call.method === 'DELETE') return withCookie(call, access, '; Max-Age=0');
  if (call.method !== 'POST') return notAllowed(call.method, 'POST, DELETE');
  const read = readCommand(call.body, SESSION);
  if ('refusal' in read) return read.refusal;
  const token = own(read.order, 'token');
  if (typeof token !== 'string' || token === '') return problem(400, SESSION.title, SESSION.remedy);
  const { host = '' } = call.headers;
  const headers = { host: String(host), 'standin-token': token };
  const admitted = admit({ ...call, method: 'GET', headers }, { ...access, reach: 'open' });
  if ('refusal' in admitted)
    return problem(401, 'This token is not known', 'Ask for the token again.');
  return withCookie(call, access, '', encodeURIComponent(token));
}

const SESSION: CommandForm = {
  title: 'You are not signed in',
  remedy: 'Send {"token": "<your token>"} as JSON.',
  members: ['token'],
};

/** Scripts cannot read the cookie, and other sites cannot make the browser send it. */
function withCookie(
  { headers }: InternalCall,
  { scheme }: AccessRules,
  more: string,
  value = '',
): InternalReply {
  const isSecure = scheme === 'https' || header(headers, 'x-forwarded-proto') === 'https';
  const cookie = `${SESSION_COOKIE}=${value}; Path=/__standin; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}${more}`;
  const reply = done();
  return { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } };
}
