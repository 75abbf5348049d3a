// Operations that declare how they refuse an invalid body, and accept each one that the run sent. Data
// in, data out.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { parsePointer } from '../../base/pointer.ts';
import { declaresInvalid, INVALID } from '../../contract/is-specified.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { templateOf } from '../../contract/rows.ts';
import type { Call } from '../../model/message/call.ts';
import type { Finding } from '../../oracle/finding.ts';
import { accepted as acceptedFinding } from '../../oracle/reply-findings.ts';
import type { Exchanged, NotVerified } from '../report.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';
import { operationFinder } from './undeclared-refusals.ts';

type WriteKind = 'create' | 'replace' | 'update';

/** An operation that accepts whatever it is sent. */
export interface AcceptedBodies {
  readonly kind: WriteKind;
  /** What the report says: a finding if the service is surely wrong, else what was not verified. */
  readonly told: { readonly finding: Finding } | { readonly gap: NotVerified };
  readonly evidence: readonly Exchanged[];
}

/** What is wrong with a body. */
interface Flaw {
  readonly member: string;
  readonly keyword: string;
}

interface Flawed extends Flaw {
  readonly exchanged: Exchanged;
  readonly text: string;
}

/**
 * Returns the operations that declare how they refuse what is invalid, and accepted at least three
 * invalid bodies of two sorts and refused none. 422 means nothing else; 400 may be for broken JSON: with
 * it alone the service is surely wrong if its answer shows what it should not have taken, or if
 * `isPinned` says that such bodies are refused.
 */
export function acceptedBodies(
  service: ServiceKnowledge,
  exchanges: readonly Exchanged[],
  isPinned: boolean,
): readonly AcceptedBodies[] {
  const operationOf = operationFinder(templateOf(service.contract));
  return (['create', 'replace', 'update'] as const).flatMap((kind) => {
    const operation = service.contract.operations[kind];
    if (!declaresInvalid(operation)) return [];
    const sent = exchanges.flatMap((exchanged): readonly Flawed[] => {
      const { call } = exchanged;
      const flaw = flawOf(service, kind, call);
      if (flaw === null || call.body.kind !== 'json' || operationOf(call)?.kind !== kind) return [];
      return [{ ...flaw, exchanged, text: call.body.text }];
    });
    const taken = sent.filter(({ exchanged }) => isGranted(exchanged));
    const isRefused = sent.some(({ exchanged }) => INVALID_STATUSES.has(statusOf(exchanged)));
    const count = new Set(taken.map(({ text }) => text)).size;
    const sorts = [...new Map(taken.map((one) => [`${one.keyword} ${one.member}`, one])).values()];
    if (isRefused || count < LEAST || new Set(sorts.map(({ keyword }) => keyword)).size < 2)
      return [];
    const [first] = sorts;
    if (first === undefined) return [];
    const status = INVALID.find((one) => operation?.answers?.[one] !== undefined) ?? '4XX';
    const shown = sorts.find((one) => isShown(service, one));
    const isSure = status === '422' || shown !== undefined || isPinned;
    const what = `each of ${count} invalid bodies (${sorts.slice(0, LEAST).map(nameOf).join(', ')})`;
    const name = operationOf(first.exchanged.call)?.name ?? kind;
    const evidence = [...new Set([...(shown === undefined ? [] : [shown]), ...sorts])]
      .slice(0, LEAST)
      .map(({ exchanged }) => exchanged);
    const told = isSure
      ? { finding: findingOf(service, kind, { what, status, received: first.exchanged.received }) }
      : { gap: gapOf(name, what, status) };
    return [{ kind, told, evidence }];
  });
}

/** How many invalid bodies must be accepted. */
const LEAST = 3;

/** Statuses by which services refuse what is invalid. Others say something else of the request. */
const INVALID_STATUSES: ReadonlySet<number> = new Set([400, 409, 412, 413, 422, 500, 501]);

/** What is wrong with the body of a call, by its schema; `null` if nothing surely is. */
function flawOf(
  { contract, checker, schemas }: ServiceKnowledge,
  kind: Kind,
  call: Call,
): Flaw | null {
  if (call.body.kind !== 'json' || !isObject(call.body.value)) return null;
  const schema = contract.operations[kind]?.body ?? contract.item;
  const { value } = call.body;
  const members = schemas.membersOf(schema);
  for (const { at, keyword, facet, missing } of checker.check(schema, value)) {
    const member = parsePointer(at)?.[0] ?? missing;
    if (member === undefined || facet === 'format' || keyword === 'additionalProperties') continue;
    if (own(members.get(member) ?? {}, 'readOnly') === true) continue;
    // A PATCH may leave out and remove.
    if (kind === 'update' && (missing !== undefined || own(value, member) === null)) continue;
    return { member, keyword };
  }
  return null;
}

/** Whether the answer shows in the same member what its own schema forbids. */
function isShown({ contract, checker }: ServiceKnowledge, { member, exchanged }: Flawed): boolean {
  const value = bodyOf(exchanged);
  return (
    value !== null &&
    checker
      .check(contract.item, value)
      .some(({ at, missing }) => (parsePointer(at)?.[0] ?? missing) === member)
  );
}

function bodyOf({ received }: Exchanged): JsonObject | null {
  const value: Json = received?.body.kind === 'json' ? received.body.value : null;
  return isObject(value) ? value : null;
}

function isGranted(exchanged: Exchanged): boolean {
  const status = statusOf(exchanged);
  return status >= 200 && status < 300;
}

function statusOf({ received }: Exchanged): number {
  return received?.status ?? 0;
}

function nameOf({ member, keyword }: Flaw): string {
  return keyword === 'required' ? `without "${member}"` : `"${member}" violates "${keyword}"`;
}

function findingOf(
  { contract }: ServiceKnowledge,
  kind: WriteKind,
  {
    what,
    status,
    received,
  }: { readonly what: string; readonly status: string; readonly received: Exchanged['received'] },
): Finding {
  if (received === null) throw new Error('an accepted body has an answer');
  const finding = acceptedFinding({ contract, kind, received }, 'invalid', what);
  return {
    ...finding,
    message: `${kind} accepted ${what}, although ${status} is declared`,
    expected: `status ${status} for at least one of them`,
    remedy: 'Refuse what the schema of the body forbids, or take the refusal out of the document.',
  };
}

function gapOf(name: string, what: string, status: string): NotVerified {
  return {
    what: `the refusals of ${name}`,
    why: `${status} is declared, and the service accepted ${what}`,
    remedy: 'Pin what the service should answer to make this a finding: --pin invalid.status=400.',
    about: 'source',
    costs: 'partly',
  };
}
