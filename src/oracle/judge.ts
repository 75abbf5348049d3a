// Judges one reply against every ruling that the contract admits for its call: is it an answer that
// the contract, or any choice, allows? What a record holds is judged elsewhere, for it takes more
// than one look.

import { describeType, isObject, type Json, own } from '../base/json.ts';
import { truncate } from '../base/truncate.ts';
import type { Contract } from '../contract/contract.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import { type Body, header } from '../model/message/call.ts';
import type { Received } from '../model/message/received.ts';
import type { By } from '../model/ruling/ruling.ts';
import type { Checker } from '../schema/check.ts';
import type { SchemaName } from '../schema/schema.ts';
import type { Violation } from '../schema/violation.ts';
import { type About, clauseOf } from './clause.ts';
import type { Finding } from './finding.ts';
import type { Admissible } from './rulings.ts';

export interface Case {
  readonly contract: Contract;
  readonly checker: Checker;
  readonly kind: Kind;
  readonly received: Received;
  readonly rulings: readonly Admissible[];
  /**
   * With `unusual`, the call holds values that a service may refuse: the specification sets no
   * format for them.
   */
  readonly values: 'plain' | 'unusual';
}

export interface Judgement {
  /** `not-shown`: the contract says nothing of such an answer. */
  readonly verdict: 'conforms' | 'violates' | 'not-shown';
  /** Whether the service says that it did what was asked. */
  readonly answer: 'granted' | 'refused';
  readonly findings: readonly Finding[];
  /** The rulings that the reply fits. */
  readonly fitting: readonly Admissible[];
}

/** Judges a reply. */
export function judge(one: Case): Judgement {
  const { received, rulings } = one;
  const isElsewhere = received.status === 303 && one.kind !== 'list' && one.kind !== 'read';
  const answer = isElsewhere ? 'granted' : answerOf(received.status);
  const granted = rulings.filter(({ ruling }) => ruling.situation.value === 'ok');
  const refused = rulings.filter(({ ruling }) => ruling.situation.value !== 'ok');
  if (answer === 'granted') {
    // What a service does with what it cannot make sense of is not shown; what came of it is seen
    // when it is looked at.
    if (granted.length === 0)
      return { verdict: 'not-shown', answer, findings: [], fitting: refused };
    // The answer to a write that was done may stand elsewhere (303, RFC 9110 section 15.4.4); what
    // is with it is a note for people.
    const findings = isElsewhere ? [] : flawsOfBody(one);
    return {
      verdict: findings.length > 0 ? 'violates' : 'conforms',
      answer,
      findings,
      fitting: granted,
    };
  }
  const isFailure = answer === 'failed';
  const isOpen = refused.length > 0 && (!isFailure || granted.length === 0);
  if (isOpen || (one.values === 'unusual' && !isFailure)) {
    return { verdict: 'not-shown', answer: 'refused', findings: [], fitting: refused };
  }
  return {
    verdict: 'violates',
    answer: 'refused',
    findings: [refusal(one, isFailure)],
    fitting: [],
  };
}

/**
 * 2xx is success, 4xx a refusal, and so is 507, "insufficient storage" (RFC 4918 section 11.5); the
 * rest is failure.
 */
function answerOf(status: number): 'granted' | 'refused' | 'failed' {
  if (status >= 200 && status < 300) return 'granted';
  return (status >= 400 && status < 500) || status === 507 ? 'refused' : 'failed';
}

function refusal(one: Case, isFailure: boolean): Finding {
  const { status } = one.received;
  return findingOf(one, {
    code: isFailure ? 'failed' : 'refused',
    message: isFailure
      ? `${one.kind} failed`
      : `${one.kind} was refused, though nothing is wrong with it`,
    expected: 'a success, 2xx',
    actual: `status ${status}${reasonOf(one.received.body)}`,
    remedy: isFailure
      ? 'Look into the log of the service at this request.'
      : 'Answer what the specification shows with a success.',
  });
}

/** What the service itself says of it. */
function reasonOf(body: Body): string {
  const text = body.kind === 'json' || body.kind === 'broken' ? body.text.trim() : '';
  return text === '' ? '' : `: ${truncate(text, REASON_CHARS_SHOWN)}`;
}

const REASON_CHARS_SHOWN = 200;

/**
 * Finds what is wrong with the body of a success: it is JSON, and of the schema that the contract
 * shows.
 */
function flawsOfBody(one: Case): readonly Finding[] {
  const { contract, kind, received } = one;
  const { body } = received;
  const schema = contract.operations[kind]?.outcomes.ok?.body;
  const isNeeded = kind === 'list' || kind === 'read';
  if (body.kind === 'none') return isNeeded ? [bodyMissing(one)] : [];
  if (body.kind === 'oversized') return [tooLarge(one, body.bytesMax)];
  if (body.kind === 'broken') return [notJson(one, body.message, body.text)];
  const type = header(received.headers, 'content-type');
  if (type !== undefined && !isJsonType(type)) return [mediaType(one, type)];
  if (typeof schema !== 'string') return [];
  const flaws = one.checker.check(schema, body.value).filter((flaw) => isShown(flaw, kind));
  return flaws.slice(0, FLAWS_TOLD).map((flaw) => shapeFlaw(one, schema, flaw, body.value));
}

/** How many flaws of one body are told. */
const FLAWS_TOLD = 3;

/**
 * Formats and bounds are left open; that members are required is shown only of the elements of the
 * list.
 */
function isShown(flaw: Violation, kind: Kind): boolean {
  return flaw.facet === 'shape' || (flaw.facet === 'required' && kind === 'list');
}

/**
 * `application/json`, or any type with the suffix of those that are based on JSON (RFC 6839 section
 * 3.1); parameters are free.
 */
export function isJsonType(type: string): boolean {
  return /^\s*(?:(?:application|text)\/json|[\w!#$&^.+-]+\/[\w!#$&^.+-]+\+json)\s*(?:;|$)/i.test(
    type,
  );
}

function bodyMissing(one: Case): Finding {
  return findingOf(one, {
    code: 'body-missing',
    message: `${one.kind} succeeded without a body`,
    expected: one.kind === 'list' ? 'a JSON array' : 'a JSON object',
    actual: `status ${one.received.status} and no body`,
    remedy: 'Answer with what was asked for.',
  });
}

function tooLarge(one: Case, bytesMax: number): Finding {
  return findingOf(one, {
    code: 'body-too-large',
    message: `the answer to ${one.kind} has no end in sight`,
    expected: `at most ${bytesMax} bytes`,
    actual: 'more, and the rest was not read',
    remedy: 'Answer with what was asked for alone.',
  });
}

function notJson(one: Case, message: string, text: string): Finding {
  const isPage = /^\s*<(?:!doctype|html|\?xml)/i.test(text);
  return findingOf(one, {
    code: 'body-not-json',
    clause: clauseOf(one.contract, 'json', one.kind),
    message: `the answer to ${one.kind} is ${isPage ? 'a page, not JSON' : 'not JSON'}`,
    expected: 'JSON',
    actual: isPage ? 'HTML or XML' : message,
    remedy: 'Answer with JSON, also in this case.',
  });
}

function mediaType(one: Case, type: string): Finding {
  return findingOf(one, {
    code: 'media-type',
    clause: clauseOf(one.contract, 'json', one.kind),
    message: `the answer to ${one.kind} says that it is no JSON`,
    expected: 'Content-Type: application/json, or one that ends in +json',
    actual: `Content-Type: ${type}`,
    remedy: 'Name the media type of JSON: clients go by it.',
  });
}

function shapeFlaw(one: Case, schema: SchemaName, flaw: Violation, value: Json): Finding {
  const depth = flaw.at.split('/').length - 1;
  const about = aboutOf(one.kind, depth, flaw);
  return findingOf(one, {
    code:
      flaw.at === '' ? 'body-type' : flaw.facet === 'required' ? 'member-missing' : 'member-type',
    clause: clauseOf(one.contract, about, one.kind),
    at: flaw.at,
    message: `the answer to ${one.kind} does not fit ${schema}.json${flaw.at === '' ? '' : ` at ${flaw.at}`}: it ${flaw.message}`,
    expected:
      flaw.missing === undefined
        ? flaw.message.replace(/, is .*$/, '')
        : `a member "${flaw.missing}"`,
    actual: actualAt(value, flaw),
    remedy: `Answer with what ${schema}.json shows.`,
  });
}

/**
 * The list is the operation's; that its elements are items with the members it must have, is said
 * of elements; the rest of items.
 */
function aboutOf(kind: Kind, depth: number, flaw: Violation): About {
  if (depth === 0) return kind;
  return kind === 'list' && (depth === 1 || flaw.facet === 'required') ? 'elements' : 'item';
}

function actualAt(value: Json, flaw: Violation): string {
  if (flaw.missing !== undefined) return 'it is not there';
  const steps = flaw.at.split('/').slice(1);
  let at: Json | undefined = value;
  for (const step of steps) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    at = Array.isArray(at)
      ? (at as readonly Json[])[Number(key)]
      : at !== undefined && isObject(at)
        ? own(at, key)
        : undefined;
  }
  if (at === undefined) return 'nothing';
  return `${truncate(JSON.stringify(at), REASON_CHARS_SHOWN)} (${describeType(at)})`;
}

interface Told {
  readonly code: Finding['code'];
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly remedy: string;
  readonly clause?: string;
  readonly at?: string;
  readonly by?: By;
}

function findingOf(one: Pick<Case, 'contract' | 'kind'>, told: Told): Finding {
  return {
    breach: 'violates',
    operation: one.kind,
    clause: clauseOf(one.contract, one.kind),
    at: null,
    by: 'contract',
    ...told,
  };
}
