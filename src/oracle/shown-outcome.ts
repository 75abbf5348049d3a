// Compares a reply with what the contract specifies for the situation of its call: the status, the
// header fields, and a body or none. What the contract leaves open is not compared. `verify`,
// `record`, `toConform` and pacts all ask here.

import type { Outcome } from '../contract/contract.ts';
import type { Answer } from '../contract/declared.ts';
import { namedReply } from '../contract/is-specified.ts';
import { refusals, type Situation, situationRow } from '../contract/situations.ts';
import { header } from '../model/message/call.ts';
import type { Checker } from '../schema/check.ts';
import { flawOfField } from '../schema/header-values.ts';
import { declaredAnswer, fieldFindings, mediaFindings, statusFindings } from './declared-answer.ts';
import type { Finding } from './finding.ts';
import {
  bodyFindings,
  bodyUnexpected,
  headerFinding,
  type OperationReply,
  statusFinding,
} from './reply-findings.ts';

/** Returns what the contract specifies for an operation in a situation. */
export function shownOutcome(
  { contract, kind }: Pick<OperationReply, 'contract' | 'kind'>,
  situation: Situation,
): Outcome | undefined {
  return contract.operations[kind]?.outcomes[situation];
}

/**
 * Returns each facet of a reply that differs from the outcome of one situation; if the contract
 * specifies none for a refusal, from what it says of refusals with the status that came.
 */
export function shownFindings(
  reply: OperationReply,
  situation: Situation,
  checker: Checker,
): readonly Finding[] {
  const named = situation === 'ok' ? undefined : namedOutcome(reply);
  return compared(reply, situation, shownOutcome(reply, situation) ?? named, checker);
}

/** Judges the header fields and the body of an answer that is declared for its status. */
function asDeclared(
  reply: OperationReply,
  answer: Answer,
  {
    situation,
    checker,
    outcome,
  }: {
    readonly situation: Situation;
    readonly checker: Checker;
    readonly outcome?: Outcome | undefined;
  },
): readonly Finding[] {
  const shown = outcome?.body;
  const options = { situation, checker, ...(typeof shown === 'string' ? { schema: shown } : {}) };
  const isBodiless = reply.received.status === 204 || reply.received.status === 205;
  // An item that is a file was read from the body; its media type is in the item.
  const isFile = reply.contract.operations[reply.kind]?.file !== undefined;
  const isOpen = answer.bodies.length === 0 || shown === null || isFile;
  return [
    ...fieldFindings(reply, answer, options),
    ...(!isOpen
      ? mediaFindings(reply, answer, options)
      : isBodiless && shown !== null && reply.received.body.kind === 'none'
        ? []
        : bodyOf(reply, situation, { shown, checker })),
  ];
}

/** What the contract says of refusals with the status that came. */
function namedOutcome({ contract, kind, received }: OperationReply): Outcome | undefined {
  return namedReply(contract.operations[kind], received.status);
}

function compared(
  reply: OperationReply,
  situation: Situation,
  outcome: Outcome | undefined,
  checker: Checker,
): readonly Finding[] {
  const { statuses = [reply.received.status] } = outcome ?? {};
  // Of several statuses, the rest of the outcome is about the first.
  const isOther = statuses[0] !== reply.received.status;
  const rest = isOther && outcome !== undefined ? { statuses, source: outcome.source } : outcome;
  const answer = declaredAnswer(reply);
  const head = rest === undefined ? [] : headFindings(reply, situation, rest, checker);
  const undeclared = statusFindings(reply, situation);
  const findings =
    answer !== null
      ? [...head, ...asDeclared(reply, answer, { situation, checker, outcome: rest })]
      : undeclared.length > 0
        ? undeclared
        : [...head, ...bodyOf(reply, situation, { shown: rest?.body, checker })];
  // A refusal has a clause of its own.
  return situation === 'ok' || outcome === undefined
    ? findings
    : findings.map((finding) => ({ ...finding, clause: outcome.source }));
}

/**
 * Returns the findings if a reply fits no situation. One that is open admits every refusal, with the
 * look that the contract gives to its status.
 */
export function shownFindingsOfAny(
  reply: OperationReply,
  situations: readonly Situation[],
  checker: Checker,
): readonly Finding[] {
  const isOpen = (one: Situation): boolean => shownOutcome(reply, one) === undefined;
  const open = situations.length === 0 ? meantBy(reply.received.status) : situations.find(isOpen);
  if (open !== undefined) return compared(reply, open, namedOutcome(reply), checker);
  const all = situations.map((situation) => shownFindings(reply, situation, checker));
  // If none fits, the situation whose status came is the likeliest.
  const likeliest = all.find((findings) => findings.every(({ code }) => code !== 'status'));
  return all.find((findings) => findings.length === 0) ?? likeliest ?? all[0] ?? [];
}

/** A situation that specifications mean by a status. */
function meantBy(status: number): Situation {
  return refusals.find((one) => situationRow(one).statuses?.includes(status)) ?? 'invalid';
}

/** Where a document declares 410 beside 404, a removed item may answer it (RFC 9110 section 15.5.11). */
function isDeclaredGone(
  { contract, kind, received }: OperationReply,
  situation: Situation,
): boolean {
  const declared = contract.operations[kind]?.answers;
  return situation === 'missing' && received.status === 410 && declared?.['410'] !== undefined;
}

function headFindings(
  reply: OperationReply,
  situation: Situation,
  outcome: Outcome,
  checker: Checker,
): readonly Finding[] {
  const { status, statuses = status === undefined ? [] : [status] } = outcome;
  const isOther = statuses.length > 0 && !statuses.includes(reply.received.status);
  return [
    ...(isOther && !isDeclaredGone(reply, situation)
      ? [statusFinding(reply, situation, statuses)]
      : []),
    ...differingFields(reply, outcome, checker).map((field) =>
      headerFinding(reply, situation, field),
    ),
  ];
}

/** Returns the header fields that differ from the outcome, each with the words that specify it. */
function differingFields(
  reply: OperationReply,
  { headers = {}, headerSchemas = {} }: Outcome,
  checker: Checker,
): readonly { readonly name: string; readonly value: string }[] {
  const { received } = reply;
  const hasBodies = (declaredAnswer(reply)?.bodies ?? []).length > 0;
  const receivedOf = (name: string): string | undefined =>
    header(received.headers, name.toLowerCase());
  // Where several media types are declared, they are judged as a whole.
  const named = Object.entries(headers).filter(
    ([name]) => !hasBodies || name.toLowerCase() !== 'content-type',
  );
  const others = named.flatMap(([name, value]) =>
    sameField(name, value, receivedOf(name)) ? [] : [{ name, value }],
  );
  const unfit = Object.entries(headerSchemas).flatMap(([name, schema]) => {
    const text = receivedOf(name);
    const flaw =
      text === undefined ? 'any value of its schema' : flawOfField(checker, schema, text);
    return flaw === null ? [] : [{ name, value: flaw }];
  });
  return [...others, ...unfit];
}

/** A media type without parameters admits any; blanks around separators never count. */
function sameField(name: string, shown: string, received: string | undefined): boolean {
  if (received === undefined) return false;
  const [one, other] = [compact(shown), compact(received)];
  if (name.toLowerCase() !== 'content-type') return one === other;
  const isPlain = !one.includes(';');
  return one.toLowerCase() === (isPlain ? (other.split(';')[0] ?? '') : other).toLowerCase();
}

function compact(value: string): string {
  return value.trim().replaceAll(/\s*([,;])\s*/g, '$1');
}

function bodyOf(
  reply: OperationReply,
  situation: Situation,
  { shown, checker }: { readonly shown: Outcome['body']; readonly checker: Checker },
): readonly Finding[] {
  if (shown === null)
    return reply.received.body.kind === 'none' ? [] : [bodyUnexpected(reply, situation)];
  return situation === 'ok' || shown !== undefined
    ? bodyFindings(reply, { situation, schema: shown ?? null, checker })
    : [];
}
