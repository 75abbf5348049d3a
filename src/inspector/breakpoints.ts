// Breakpoints over the API: list, add and remove them; look at the calls that wait, and let them go,
// change or drop them. Secret header fields are shown masked, and keep their value.

import type { HeldAnswer, HeldRequest, MessageFields } from '../base/hold.ts';
import { type JsonObject, own } from '../base/json.ts';
import { headerNamingOf } from '../base/secrets/secret-names.ts';
import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import {
  type Breakpoints,
  HELD_MS,
  type HeldCall,
  type HeldOutcome,
} from '../journal/breakpoints/breakpoints.ts';
import { findEditFlaw, findFieldsFlaw } from './request/edited-message.ts';
import { type CommandForm, readCommand } from './request/read-command.ts';
import { done, json, missing, problem } from './request/reply.ts';
import type { BreakpointsView, HeldView } from './wire.ts';

/** What stands in place of a secret. A field that comes back with it keeps its value. */
export const MASK = '[redacted]';

/** Answers api/breakpoints. */
export function answerBreakpoints(
  call: InternalCall,
  [id, ...more]: readonly string[],
  breakpoints: Breakpoints | null,
): InternalReply {
  if (breakpoints === null) return noServer();
  breakpoints.look();
  if (more.length > 0 || (id !== undefined && numberOf(id) === null))
    return missing('breakpoint', 'The address of a breakpoint is api/breakpoints/<id>.');
  if (id === undefined) return answerAll(call, breakpoints);
  const found = breakpoints.list().find((one) => one.id === Number(id));
  if (found === undefined) return missing('breakpoint', 'It never existed, or was removed.');
  if (call.method === 'GET' || call.method === 'HEAD') return json(found);
  if (call.method !== 'DELETE')
    return problem(405, 'The method is not allowed', 'Send breakpoints to api/breakpoints.');
  breakpoints.remove(found.id);
  return done();
}

function answerAll(call: InternalCall, breakpoints: Breakpoints): InternalReply {
  if (call.method === 'GET' || call.method === 'HEAD') return json(viewOf(breakpoints));
  if (call.method === 'DELETE') {
    breakpoints.remove('all');
    return done();
  }
  const read = readCommand(call.body, BREAKPOINT);
  if ('refusal' in read) return read.refusal;
  const [on, filter = ''] = [own(read.order, 'on'), own(read.order, 'filter')];
  if ((on !== 'request' && on !== 'answer') || typeof filter !== 'string')
    return problem(400, BREAKPOINT.title, BREAKPOINT.remedy);
  const added = breakpoints.add(on, filter);
  if ('message' in added) return problem(422, 'No breakpoint was added', added.message);
  const { headers, ...created } = json(added, 201);
  return {
    ...created,
    headers: { ...headers, location: `/__standin/api/breakpoints/${added.id}` },
  };
}

function viewOf(breakpoints: Breakpoints): BreakpointsView {
  return {
    breakpoints: breakpoints.list(),
    held: breakpoints.held().map(({ id, breakpoint, since, until, request, answer }) => ({
      id,
      on: breakpoint.on,
      since,
      until,
      method: request.method,
      target: request.target,
      status: answer?.status ?? null,
    })),
    passed: breakpoints.passed,
    heldMs: HELD_MS,
  };
}

const BREAKPOINT: CommandForm = {
  title: 'This is not a breakpoint',
  remedy: 'Send {"on": "request", "filter": "method:post"} as JSON; "on" is "request" or "answer".',
  members: ['on', 'filter'],
};

/** Answers api/held/<id>: a call that waits. */
export function answerHeld(
  call: InternalCall,
  [id = '', ...more]: readonly string[],
  breakpoints: Breakpoints | null,
): InternalReply {
  if (breakpoints === null) return noServer();
  breakpoints.look();
  const held = more.length > 0 ? null : breakpoints.find(numberOf(id) ?? 0);
  if (held === null)
    return missing(
      'held call',
      'It went on, or its client left. GET api/breakpoints lists those that wait.',
    );
  if (call.method !== 'POST') return json(heldView(held));
  const read = readCommand(call.body, held.answer === null ? REQUEST : ANSWER);
  if ('refusal' in read) return read.refusal;
  const outcome = readOutcome(read.order, held);
  if (typeof outcome === 'string') return problem(400, REQUEST.title, outcome);
  breakpoints.decide(held.id, outcome);
  return done();
}

const REQUEST: CommandForm = {
  title: 'The call cannot go on like this',
  remedy: 'Send {"do": "pass"}, {"do": "drop"}, or {"do": "change"} with "request".',
  members: ['do', 'request'],
  within: { request: ['method', 'target', 'headers', 'body'] },
};

const ANSWER: CommandForm = {
  title: REQUEST.title,
  remedy: 'Send {"do": "pass"}, {"do": "drop"}, or {"do": "change"} with "answer".',
  members: ['do', 'answer'],
  within: { answer: ['status', 'headers', 'body'] },
};

function heldView({ id, breakpoint, since, until, request, answer }: HeldCall): HeldView {
  const { method, target, fields, body } = request;
  return {
    id,
    on: breakpoint.on,
    since,
    until,
    request: { method, target, headers: masked(fields), body: textOf(body), bytes: body.length },
    answer:
      answer === null
        ? null
        : {
            status: answer.status,
            headers: masked(answer.fields),
            body: textOf(answer.body),
            bytes: answer.body.length,
          },
  };
}

/** `null` for bytes that are no text. */
function textOf(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

function masked(fields: MessageFields): MessageFields {
  return fields.map(([name, value]) => [
    name,
    headerNamingOf(name.toLowerCase()) === 'secret' ? MASK : value,
  ]);
}

/** Returns a sentence if something is wrong. */
function readOutcome(order: JsonObject, held: HeldCall): HeldOutcome | string {
  const form = held.answer === null ? REQUEST : ANSWER;
  const what = own(order, 'do');
  if (what === 'pass' || what === 'drop') return { kind: what };
  if (what !== 'change') return form.remedy;
  return held.answer === null
    ? readRequest(own(order, 'request'), held.request)
    : readAnswer(own(order, 'answer'), held.answer);
}

function readRequest(value: unknown, was: HeldRequest): HeldOutcome | string {
  const edited = { ...shownRequest(was), ...(value as object) };
  const flaw = typeof value === 'object' && value !== null ? findEditFlaw(edited) : REQUEST.remedy;
  if (flaw !== null) return flaw;
  const { method, target, headers, body } = edited;
  return {
    kind: 'change',
    message: { method, target, ...changed(was, headers, body) },
  };
}

function readAnswer(value: unknown, was: HeldAnswer): HeldOutcome | string {
  if (typeof value !== 'object' || value === null) return ANSWER.remedy;
  const edited = {
    status: was.status,
    headers: masked(was.fields),
    body: textOf(was.body) ?? '',
    ...value,
  };
  const { status, headers, body } = edited;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    return 'The status must be a whole number from 200 to 599.';
  const flaw = findFieldsFlaw(headers, body);
  return flaw ?? { kind: 'change', message: { status, ...changed(was, headers, body) } };
}

function shownRequest({ method, target, fields, body }: HeldRequest) {
  return { method, target, headers: masked(fields), body: textOf(body) ?? '' };
}

/** The fields and the body of a message as they were edited. What was not changed stays as it was. */
function changed(
  was: Pick<HeldRequest, 'fields' | 'body'>,
  headers: MessageFields,
  body: string,
): Pick<HeldRequest, 'fields' | 'body'> {
  const secrets = was.fields.filter(([name]) => headerNamingOf(name.toLowerCase()) === 'secret');
  const fields = headers.map(([name, value]) => {
    if (value !== MASK) return [name, value] as const;
    const at = secrets.findIndex(([one]) => one.toLowerCase() === name.toLowerCase());
    return [name, at < 0 ? value : (secrets.splice(at, 1)[0]?.[1] ?? value)] as const;
  });
  return {
    fields,
    body: body === (textOf(was.body) ?? '') ? was.body : new TextEncoder().encode(body),
  };
}

function numberOf(id: string): number | null {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

function noServer(): InternalReply {
  const remedy =
    'No server is running here. "standin serve" starts a mock, "standin record <base_url>" a proxy.';
  return problem(409, 'Nothing can be held', remedy);
}
