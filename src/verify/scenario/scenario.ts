// The scenario of one law or walk: its items by label, and what was done since they were last
// checked.

import type { JsonObject } from '../../base/json.ts';
import { type Pointer, valueAt } from '../../base/pointer.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Call } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { isTaken } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { type Judgement, judge } from '../../oracle/judge.ts';
import type { Admissible } from '../../oracle/rulings.ts';
import { nullMemberAt } from '../../oracle/unset-members.ts';
import { markPattern } from '../../schema/sample/draft.ts';
import { isMissing } from '../cleanup/whose-item.ts';
import type { GuardedExchange } from '../guard/guard.ts';
import { runConcurrently } from '../session/concurrency.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';
import { breachFinding } from './breach-finding.ts';
import { isInInvalidItem } from './invalid-elements.ts';
import { jsonFlaws } from './json-flaws.ts';
import { broken, doneWith, type MoveResult, notExercised } from './move-result.ts';
import { noAnswer } from './no-answer.ts';

/** What was done since the last check. */
export interface Since {
  /** The writes, in order. */
  readonly writes: { readonly kind: Kind; readonly item: OwnedItem | null }[];
  /** The reads that were not part of a check, in order. */
  readonly reads: Kind[];
  /** Whether there was a pause in which the service could have changed things by itself. */
  isPaused: boolean;
}

/** A list: a number that it tells, and the number of its items. */
export interface Count {
  /** Where the number is: `/total`, `x-total-count`. */
  readonly at: string;
  readonly told: number;
  readonly items: number;
}

export class Scenario {
  readonly session: Session;
  /** The items of this scenario by label, also removed ones. */
  readonly items = new Map<string, OwnedItem>();
  /** The lists that the scenario has counted. */
  readonly counts: Count[] = [];
  /** The items of findings that neither another item nor another write has to do with. */
  readonly itemOf = new WeakMap<Finding, OwnedItem>();
  since: Since = { writes: [], reads: [], isPaused: false };
  /** Why the list could not be read when it was needed; `null` if it could. */
  unread: string | null = null;

  constructor(session: Session) {
    this.session = session;
  }

  /** Returns the item with a label. A law cannot continue if the service refused its item. */
  item(label: string): MoveResult<OwnedItem> {
    const found = this.items.get(label);
    return found === undefined
      ? notExercised('the service refused the item that this needs')
      : doneWith(found);
  }

  get alive(): readonly OwnedItem[] {
    return [...this.items.values()].filter((item) => item.isAlive);
  }

  /** Removed items whose id belongs to no other item now. */
  get removed(): readonly OwnedItem[] {
    return [...this.items.values()].filter(
      (item) => !item.isAlive && !this.session.items.byKey.has(item.key),
    );
  }

  /**
   * Sends a call, varied like others of the run, and returns the reply. A missing reply is a finding; a service that no longer
   * grants access ends the law.
   */
  async receive(
    kind: Kind,
    call: Call,
    send: (call: Call) => Promise<GuardedExchange> = (one) => this.sendVaried(one),
  ): Promise<MoveResult<Received>> {
    const exchange = await send(call);
    const breach = this.session.sender.guard.breach();
    if (breach !== null) return broken([breachFinding(this.session, breach)]);
    if (exchange.kind === 'withheld') return notExercised(exchange.message);
    if (exchange.kind === 'received') {
      const barred = await this.session.sender.access.check(kind, call, exchange.received);
      return barred === null ? doneWith(exchange.received) : notExercised(barred.why);
    }
    if (kind === 'create') this.noteUnanswered(call);
    this.session.sender.guard.failures.judge(exchange, 'breach');
    return broken([noAnswer(this.session.service.contract, kind, exchange)]);
  }

  /** A service may go on with a creation after its client has stopped waiting. */
  private noteUnanswered({ body }: Call): void {
    const { items } = this.session;
    const text = body.kind === 'json' || body.kind === 'broken' ? body.text : '';
    const [mark] = markPattern(items.token).exec(text) ?? [];
    if (mark !== undefined) items.unansweredMarks.add(mark.toLowerCase());
  }

  private async sendVaried(call: Call): Promise<GuardedExchange> {
    const { sender, variation } = this.session;
    const varied = variation.apply(call);
    const first = await sender.sendUnlessStopped(varied);
    const exchange =
      isNotAcceptable(first) && variation.leaveAccept(varied)
        ? await sender.sendUnlessStopped(call)
        : first;
    if (exchange.kind === 'received') variation.see(call, exchange.received);
    return exchange;
  }

  /** Returns the rulings that the contract admits for a call, on the state that the run expects. */
  rulings(call: Call, settled: Partial<Profile> = {}): readonly Admissible[] {
    const { items, service } = this.session;
    return items.rulings(call, { ...service.settled, ...settled });
  }

  /** Judges a reply by the rulings on its call. Findings end the law. `sent` are the values of a write. */
  judge(
    kind: Kind,
    received: Received,
    rulings: readonly Admissible[],
    values: 'plain' | 'unusual' = 'plain',
    sent: JsonObject = {},
  ): MoveResult<Judgement> {
    const judgement = this.judgement(kind, received, rulings, values, sent);
    return judgement.findings.length > 0 ? broken(judgement.findings) : doneWith(judgement);
  }

  /** Returns the findings in a reply, for a caller that needs more before the law ends. */
  findings(kind: Kind, received: Received, rulings: readonly Admissible[]): readonly Finding[] {
    return this.judgement(kind, received, rulings, 'plain', {}).findings;
  }

  private judgement(
    kind: Kind,
    received: Received,
    rulings: readonly Admissible[],
    values: 'plain' | 'unusual',
    sent: JsonObject,
  ): Judgement {
    const { contract, checker, notes } = this.session.service;
    for (const flaw of jsonFlaws(kind, received)) notes.add(flaw);
    const isUnset = (at: Pointer): boolean => this.showsUnset(kind, received, at, sent);
    const isOwnDoing = (at: Pointer): boolean => isInInvalidItem(this.session, kind, received, at);
    const judgement = judge({
      contract,
      checker,
      kind,
      received,
      rulings,
      values,
      isUnset,
      isOwnDoing,
    });
    const findings = this.session.service.decisive(judgement.findings, received);
    const { failures } = this.session.sender.guard;
    failures.judge(received, findings.length > 0 ? 'breach' : 'open');
    return { ...judgement, findings };
  }

  /** Whether a null stands for a member that no write has set, as far as the run knows. */
  showsUnset(kind: Kind, { body }: Received, at: Pointer, sent: JsonObject = {}): boolean {
    const { service, items } = this.session;
    if (body.kind !== 'json' || service.settled['fields.unset'] === 'absent') return false;
    const found = nullMemberAt(service, kind, body.value, at);
    if (found === null) return false;
    const { steps } = found;
    const item = items.byKey.get(service.keyOf(found.item) ?? '');
    const isNew = kind === 'create' || item === undefined;
    const candidates = isNew ? [] : (item.expectation.get(steps[0]) ?? []);
    // After probes it is not known what an item holds.
    if (!isNew && item.expectation.size === 0) return true;
    if (
      candidates.some(
        ({ isUnset, isEmptied, value }) => isUnset === true || isEmptied === true || value === null,
      )
    )
      return true;
    // A PUT that replaces the whole item unsets what it leaves out.
    const isWhole = kind === 'replace' && service.settled['replace.mode'] !== 'merge';
    const values = isNew || isWhole ? sent : { ...item.sent, ...sent };
    return valueAt(values, steps) === undefined;
  }

  /** Records a write that was sent. */
  wrote(kind: Kind, item: OwnedItem | null): void {
    this.since.writes.push({ kind, item });
    this.session.items.window.kinds.add(kind);
    if (item !== null) item.touched.push(kind);
    if (item !== null) Object.assign(item, { answered: null, written: null });
    const { service, sender, items } = this.session;
    items.loosen(service.madeMembers(), (member) => isTaken(member, service.habits));
    sender.guard.disregard([...service.madeMembers(), ...service.ignoredMembers()]);
    const field = sender.guard.precondition();
    if (field !== null)
      service.notes.add(
        `writes to items need a condition (428): the run sends ${field} with what it read before`,
      );
  }

  /** Removes the items of the scenario if the contract has DELETE. Judges nothing. */
  async cleanUp(): Promise<void> {
    // The only item at a path stays for the next law.
    if (this.session.service.contract.isSingle === true) return;
    const { items } = this.session;
    if (items.areScarce || items.keptBy !== null) {
      // What may not be as expected would break the next law, too.
      const sound = this.alive.filter(({ touched }) => touched.length === 0);
      items.idle.push(...sound.filter((item) => !items.idle.includes(item)));
      return;
    }
    await runConcurrently(this.alive, this.session.sender.atOnce, (item) =>
      discard(this.session, item),
    );
  }
}

/**
 * Removes one item. An item that cannot be removed stays the run's, and is tried again at the end.
 */
export async function discard(session: Session, item: OwnedItem): Promise<void> {
  const { service, items, sender } = session;
  item.isAlive = false;
  items.drop(item);
  // If the service reported the id of another item, one id belongs to two items: the first removal
  // gives it up.
  if (!service.offers('remove') || !sender.guard.owned().includes(item.key)) return;
  const claim = sender.guard.claimOf(item.key);
  const exchange = await sender.sendUnlessStopped(service.call('remove', item.key, null));
  items.window.kinds.add('remove');
  if (exchange.kind !== 'received') return;
  const isUnfound = isMissing(exchange);
  if (isUnfound) items.unfound.add(item.key);
  if (isUnfound || exchange.received.status < 300) await sender.guard.release(item.key, claim);
}

/** A service may have nothing that a varied Accept asks for (RFC 9110 section 15.5.7). */
function isNotAcceptable(exchange: GuardedExchange): boolean {
  return exchange.kind === 'received' && exchange.received.status === 406;
}
