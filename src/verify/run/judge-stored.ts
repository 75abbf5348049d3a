// What a run says at its end of the values that it sent: the members that an operation accepts and
// never stores, and those that no answer shows.

import type { Json } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { isPasswordName } from '../../base/secrets/password-names.ts';
import { membersToStore } from '../../contract/item-members.ts';
import { methods } from '../../contract/operation-kinds.ts';
import { isMade, isMoment } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding } from '../../oracle/item-findings.ts';
import type { WriteKind } from '../../oracle/stored-forms.ts';
import { placeRulesOf } from '../../schema/quick/place-rules.ts';
import type { LawResult } from '../report.ts';
import type { Evidence } from '../search/findings.ts';
import { withPrerequisites } from '../search/prerequisites.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';
import type { Session } from '../session/session.ts';

export interface NotStoredFinding {
  readonly law: string;
  readonly finding: Finding;
  readonly evidence: Evidence;
}

const KINDS: readonly WriteKind[] = ['create', 'replace', 'update'];

/** The law that each operation breaks if it does not store what it accepts. */
const LAWS = {
  create: 'created-is-there',
  replace: 'replaced-is-there',
  update: 'updated-is-there',
} as const;

/**
 * Returns a finding for each member that an operation accepts and never stores; one for all of them if
 * it stores none at all.
 */
export function findNotStored(session: Session): readonly NotStoredFinding[] {
  const { contract, schemas, stored } = session.service;
  return KINDS.flatMap((kind) => {
    const all = membersToStore(contract, schemas, kind).flatMap((member) => {
      const found = isOpen(session, kind, member) ? null : stored.notStored(kind, member);
      return found === null ? [] : [found];
    });
    const [first, ...others] = all;
    if (first === undefined) return [];
    return others.length > 0 && !stored.moves(kind)
      ? [findingOf(session, first, others)]
      : all.map((one) => findingOf(session, one, []));
  });
}

/** Whether nothing is said of a member that is not stored. */
function isOpen(session: Session, kind: WriteKind, member: string): boolean {
  const { service, clock } = session;
  return (
    isOfService(service, member) ||
    isIdOfPath(service, kind, member) ||
    isConcealed(service, kind, member) ||
    (kind === 'create' && isDated(service, member, clock.now()))
  );
}

type Lost = NonNullable<ReturnType<ServiceKnowledge['stored']['notStored']>>;

/** The finding of a member, and of others that the operation does not store either. */
function findingOf(
  { service, sender }: Session,
  { kind, member, lost }: Lost,
  others: readonly Lost[],
): NotStoredFinding {
  const isOne = others.length === 0;
  const blame = { code: 'not-stored', operation: kind } as const;
  const facts = { member, lost, others: others.map((one) => one.member) };
  const finding = itemFinding(
    service.contract,
    isOne ? { ...blame, at: toPointer([member]) } : blame,
    facts,
  );
  const sent = sender.guard.since(0);
  const trace = lost.flatMap(({ witness }) => withPrerequisites(service, sent, witness));
  return { law: LAWS[kind], finding, evidence: { trace } };
}

/**
 * Whether the service makes the values of a member, though no source says so: every operation has it,
 * none of those seen stores it, and what items show instead are moments, numbers, or texts that differ
 * where nothing was sent.
 */
function isOfService(service: ServiceKnowledge, member: string): boolean {
  const { contract, schemas, stored, habits } = service;
  if (placeRulesOf(schemas, contract.item).saysReadOnly?.(toPointer([member])) === true)
    return true;
  const isShared = KINDS.filter((kind) => contract.operations[kind] !== undefined).every(
    (kind) =>
      membersToStore(contract, schemas, kind).includes(member) &&
      !service.requiredMembers(kind).includes(member) &&
      stored.verdict(kind, member) !== 'stored',
  );
  const shown = KINDS.flatMap((kind) => stored.readInstead(kind, member));
  return isShared && shown.every((text) => isMadeValue(text, isMade(member, habits)));
}

/**
 * Whether a member shows the id of its item, whatever a change sends for it: the path says which item
 * it is.
 */
function isIdOfPath({ stored }: ServiceKnowledge, kind: WriteKind, member: string): boolean {
  return kind !== 'create' && stored.showsId(kind, member);
}

function valueIn(text: string): Json | undefined {
  return text === '' ? undefined : (JSON.parse(text) as Json);
}

/** Whether a member has the name of a password, and items show nothing or stars in its place. */
function isConcealed({ stored }: ServiceKnowledge, kind: WriteKind, member: string): boolean {
  const shown = stored.readInstead(kind, member).filter((text) => text !== '');
  return isPasswordName(member) && shown.every((text) => CONCEALED.test(text));
}

const CONCEALED = /^(?:null|"[*•]*")$/;

function isMadeValue(text: string, isTextMade: boolean): boolean {
  const value = valueIn(text);
  return typeof value === 'number' || isMoment(value) || (typeof value === 'string' && isTextMade);
}

/**
 * Whether creations write down the time in a member, whatever was sent for it: all that was read is of
 * the time of the run. PUT and PATCH may set it all the same.
 */
function isDated(service: ServiceKnowledge, member: string, now: number): boolean {
  const texts = service.stored.readInstead('create', member);
  const isRequired = service.requiredMembers('create').includes(member);
  return !isRequired && texts.length > 0 && texts.every((text) => isOfToday(text, now));
}

/** A day and no more, for clocks that are wrong and times without a zone. */
const DAY_MS = 86_400_000;

function isOfToday(text: string, now: number): boolean {
  const value = valueIn(text);
  return isMoment(value) && Math.abs(Date.parse(String(value)) - now) <= DAY_MS;
}

/** Notes the members that the service makes, though requests have them. */
function noteOfService(service: ServiceKnowledge, now: number): void {
  const { contract, schemas, stored, notes } = service;
  for (const member of membersToStore(contract, schemas, 'create')) {
    if (stored.verdict('create', member) !== 'not-stored') continue;
    if (isOfService(service, member))
      notes.add(
        `${member}: sent, and never stored; the service makes it. Mark it readOnly in requests`,
      );
    else if (isDated(service, member, now))
      notes.add(
        `${member}: sent, and never stored by POST; the service sets the time. Leave it out of the body of POST`,
      );
  }
}

/** Notes the members that were sent and are not judged: no answer shows them, or the service makes them. */
export function noteUnjudged(session: Session): void {
  const { service, clock } = session;
  const { contract, schemas, stored, notes } = service;
  noteOfService(service, clock.now());
  for (const kind of KINDS)
    for (const member of membersToStore(contract, schemas, kind))
      if (stored.verdict(kind, member) === 'not-stored' && isIdOfPath(service, kind, member))
        notes.add(`${member}: ${methods[kind].method} keeps it, it is the id of the item`);
  const unseen = KINDS.flatMap((kind) =>
    membersToStore(contract, schemas, kind).filter(
      (member) =>
        stored.verdict(kind, member) === 'never-shown' ||
        (stored.verdict(kind, member) === 'not-stored' && isConcealed(service, kind, member)),
    ),
  );
  for (const member of new Set(unseen)) notes.add(`${member}: never shown, not verified`);
}

/**
 * Returns the result of a law about changes: it is not held if no PUT or PATCH was seen to change
 * anything.
 */
export function exercised(service: ServiceKnowledge, law: LawResult): LawResult {
  const { operation: kind, result } = law;
  if (result !== 'held' || (kind !== 'replace' && kind !== 'update')) return law;
  const isSeen = service.offers('read') || service.offers('list');
  if (!isSeen || service.membersOf(kind).length === 0 || service.stored.moves(kind)) return law;
  const why = `no ${methods[kind].method} of the run was seen to change a member`;
  return { ...law, result: 'not-exercised', why };
}
