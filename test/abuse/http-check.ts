// What must hold for every case: it ends; every answer is whole and belongs to its own request;
// nothing got through that a strict reader would not have seen; and a good client at the same time
// notices nothing.

import { setTimeout as sleep } from 'node:timers/promises';
import { openWire } from '../support/wire.ts';
import type { WireCase } from './http-cases.ts';
import { type Answer, type Conversation, converse } from './http-client.ts';
import { BESIDE, FOR, type Seen, type Side } from './http-sides.ts';
import { readStrictly, type StrictReading } from './http-strict.ts';

/** How a case ended: every request of it answered, the front refused something, or it was cut. */
export type Outcome = 'answered' | 'refused' | 'closed';

/**
 * Sends a case to a side, with a good request at the same time. Throws an Error that says what does
 * not hold.
 */
export async function checkCase(side: Side, wireCase: WireCase): Promise<Outcome> {
  if (wireCase.resetMs !== undefined) return checkReset(side, wireCase.bytes, wireCase.resetMs);
  const strict = readStrictly(wireCase.bytes, { as: 'read', upgrades: side.upgrades });
  const methods = strict.requests.map(({ method }) => method);
  const enough = methods.length + (strict.rest === 'malformed' ? 1 : 0);
  const [talk] = await Promise.all([
    converse(side.port, wireCase, methods, enough),
    askBeside(side),
  ]);
  const flaw = flawOf(talk, strict, side.take()) ?? side.faults()[0] ?? null;
  if (flaw !== null) throw new Error(`${side.name}: ${flaw}\n${told(talk, strict)}`);
  const own = talk.finals.filter(({ headers }) => !headers.has(FOR));
  if (own.length > 0) return 'refused';
  return talk.finals.length === strict.requests.length && strict.rest === 'nothing'
    ? 'answered'
    : 'closed';
}

/**
 * Whatever a client had asked for when it reset its connection: others are served, and nothing
 * fails inside.
 */
async function checkReset(side: Side, bytes: string, resetMs: number): Promise<Outcome> {
  const wire = await openWire(side.port);
  wire.write(Buffer.from(bytes, 'latin1'));
  await sleep(resetMs);
  wire.reset();
  for (let turn = 0; turn < 2; turn++) await askBeside(side);
  side.take();
  const [fault] = side.faults();
  if (fault !== undefined) throw new Error(`${side.name}: ${fault}\nafter a reset`);
  return 'closed';
}

let asked = 0;

/** A client that does nothing wrong gets its own answer, whoever else is connected. */
async function askBeside(side: Side): Promise<void> {
  const target = `/users/1?${BESIDE}${asked++}`;
  const response = await fetch(`http://127.0.0.1:${side.port}${target}`);
  await response.arrayBuffer();
  if (response.headers.get(FOR) !== `GET ${target}`)
    throw new Error(
      `${side.name}: ${target} beside it was answered for ${response.headers.get(FOR)}`,
    );
}

function flawOf(
  { ending, finals, left }: Conversation,
  strict: StrictReading,
  seen: readonly Seen[],
): string | null {
  if (ending === 'hung') return 'the connection neither ended nor was answered';
  if (left !== '') return `this came, and is no answer: ${JSON.stringify(left.slice(0, 300))}`;
  const strange = seen.findIndex((one, index) => !isSame(one, strict.requests[index]));
  if (strange >= 0)
    return `request ${strange + 1} was understood as ${JSON.stringify(seen[strange])}`;
  const own = finals.findIndex(({ headers }) => !headers.has(FOR));
  const answered = own < 0 ? finals : finals.slice(0, own);
  const wrong = answered.findIndex(
    (answer, index) => answer.headers.get(FOR) !== lineOf(seen[index]),
  );
  if (wrong >= 0)
    return `answer ${wrong + 1} is for ${answered[wrong]?.headers.get(FOR)}, and was to be for ${lineOf(seen[wrong])}`;
  if (answered.length < seen.length)
    return `${seen.length} requests got through, and ${answered.length} were answered`;
  if (own >= 0 && own < finals.length - 1)
    return 'something was answered after the front had refused';
  const refusal = finals[own];
  if (refusal === undefined) {
    const isAll = seen.length === strict.requests.length || endsBefore(answered);
    return isAll || strict.rest !== 'nothing'
      ? null
      : `${strict.requests.length} valid requests were sent, and ${seen.length} got through`;
  }
  return refusal.status >= 400 && refusal.headers.get('connection') === 'close'
    ? discretionOf(refusal)
    : 'a refusal does not close the connection';
}

/** A client that is told that the connection closes sends the rest again. */
function endsBefore(answered: readonly Answer[]): boolean {
  return answered.at(-1)?.headers.get('connection') === 'close';
}

function discretionOf({ body }: Answer): string | null {
  return /\n\s+at |node:internal|node_modules|file:\/\/|\.[jt]s:\d/.test(body) ||
    body.includes(process.cwd())
    ? `an answer tells too much: ${body}`
    : null;
}

function lineOf(seen: Seen | undefined): string | undefined {
  return seen === undefined ? undefined : `${seen.method} ${seen.target}`;
}

function isSame(seen: Seen, request: StrictReading['requests'][number] | undefined): boolean {
  if (request === undefined || seen.method !== request.method) return false;
  return (
    seen.target.replace(/\?$/, '') === originForm(request.target).replace(/\?$/, '') &&
    (seen.body === null || seen.body === request.body)
  );
}

function originForm(target: string): string {
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function told({ finals, ending }: Conversation, { requests, rest }: StrictReading): string {
  const strict = requests
    .map(({ method, target }) => `${method} ${target.slice(0, 60)}`)
    .join(', ');
  const answers = finals
    .map(({ status, headers }) => `${status} for ${headers.get(FOR)?.slice(0, 60) ?? 'nobody'}`)
    .join(', ');
  return `A strict reader sees: ${strict || 'no request'}, then ${rest}. Answers: ${answers || 'none'}, then ${ending}.`;
}
