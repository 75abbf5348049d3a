// Finds out which PATCH the service takes: the form of the body, the members, with the id or
// without. Every form that the contract leaves open is tried.

import { type JsonObject, own, pick } from '../../base/json.ts';
import { mergePatch } from '../../base/patch.ts';
import type { Contract } from '../../contract/contract.ts';
import { type PatchForm, wayOf } from '../../contract/operation-way.ts';
import { clauseOf } from '../../oracle/clause.ts';
import { agrees, show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { readBackItem } from '../checks/read-back.ts';
import { performMove } from '../moves/perform-move.ts';
import { MEDIA_TYPES, patch } from '../moves/update-item.ts';
import { whyUpdateRefused } from '../probe/refused-for-values.ts';
import { broken, done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { Scenario } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { type OwnedItem, recordOf } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';

/** Finds the forms and members that PATCH takes. Broken if it takes none. */
export async function probeUpdate(session: Session, make: ItemFactory): Promise<MoveResult> {
  const scenario = new Scenario(session);
  const any = session.items.areScarce ? ({ isAny: true } as const) : {};
  try {
    for (const move of [
      { kind: 'create', item: 'a', values: make.plain({ flag: true }), manner: 'plain', ...any },
      { kind: 'look' },
    ] as const) {
      const verdict = await performMove(scenario, move);
      if (verdict.kind !== 'done') return verdict;
    }
    const item = scenario.item('a');
    return item.kind === 'done' ? await probeForms(scenario, item.value, make) : item;
  } finally {
    await scenario.cleanUp();
  }
}

async function probeForms(
  scenario: Scenario,
  item: OwnedItem,
  make: ItemFactory,
): Promise<MoveResult> {
  const { service, sender } = scenario.session;
  const { traits, contract } = service;
  const mark = sender.guard.mark();
  const taken: PatchForm[] = [];
  const failures: Finding[] = [];
  const refusing = new Set<PatchForm>();
  for (const form of formsOf(contract)) {
    for (const shape of shapesOf(scenario.session, taken.length > 0)) {
      Object.assign(traits, shape);
      const trial = await tryShape(scenario, item, { form, make });
      if (trial.kind !== 'done') return trial;
      if (trial.value === 'taken') {
        taken.push(form);
        break;
      }
      if (trial.value === 'refused') refusing.add(form);
      else failures.push(trial.value);
    }
  }
  traits.updateForms = taken;
  if (taken.length === 0) {
    const single = await findSingles(scenario, item, { make, forms: refusing });
    if (single !== null) return single;
    const why = failures.length > 0 ? null : whyUpdateRefused(scenario.session, mark);
    if (why === null) return broken([failures.at(-1) ?? refused(contract)]);
    service.notes.add(why);
    return notExercised(why);
  }
  settle(scenario.session, taken);
  const lacking = lackingForm(contract, taken);
  return lacking === null ? done : broken([refused(contract, lacking)]);
}

/** The forms to try: those that the contract shows, or that are among its media types, else all. */
function formsOf(contract: Contract): readonly PatchForm[] {
  const declared = (contract.operations.update?.request?.bodies ?? []).map(({ type }) => type);
  const shown = formsShown(contract);
  const named = shown.filter((form) => declared.includes(MEDIA_TYPES[form]));
  return named.length > 0 ? named : shown;
}

function formsShown(contract: Contract): readonly PatchForm[] {
  if (wayOf(contract, 'update').method !== 'PATCH') return ['json'];
  switch (contract.shown['update.media']) {
    case 'merge-patch':
      return ['merge-patch', 'json'];
    case 'json-patch':
      return ['json-patch'];
    default:
      return ['merge-patch', 'json', 'json-patch'];
  }
}

/** The form that the contract shows and the service does not take. */
function lackingForm({ shown }: Contract, taken: readonly PatchForm[]): PatchForm | null {
  if (shown['update.media'] !== 'both') return null;
  if (!taken.includes('json-patch')) return 'json-patch';
  return isMerge(taken) ? null : 'merge-patch';
}

function isMerge(forms: readonly PatchForm[]): boolean {
  return forms.includes('merge-patch') || forms.includes('json');
}

/** Records what the service takes, so that the rule book knows it. */
function settle(session: Session, taken: readonly PatchForm[]): void {
  const { service } = session;
  const isSteps = taken.includes('json-patch');
  const option = isMerge(taken) ? (isSteps ? 'both' : 'merge-patch') : 'json-patch';
  service.settled = { ...service.settled, 'update.media': option };
  if (service.contract.shown['update.media'] === undefined) service.observe('update.media', option);
}

interface Shape {
  readonly updateMembers: readonly string[];
  readonly updateId: 'left-out' | 'sent';
}

/** All members first, then those of a creation; once a form was taken, its shape. */
function shapesOf({ service }: Session, isKnown: boolean): readonly Shape[] {
  const { traits } = service;
  if (isKnown) return [{ updateMembers: traits.updateMembers, updateId: traits.updateId }];
  const isMoving = (member: string): boolean =>
    member === traits.idFrom && traits.fixedMembers.includes(member);
  const all = service.membersOf('update').filter((member) => !isMoving(member));
  const created = all.filter((member) => traits.createMembers.includes(member));
  const sets = created.length > 0 && created.length < all.length ? [all, created] : [all];
  return sets.flatMap((updateMembers) =>
    (['left-out', 'sent'] as const).map((updateId): Shape => ({ updateMembers, updateId })),
  );
}

type Trial = 'taken' | 'refused' | Finding;

/** Sends one PATCH. It is taken if one of its values is there afterwards. */
async function tryShape(
  scenario: Scenario,
  item: OwnedItem,
  { form, make }: { readonly form: PatchForm; readonly make: ItemFactory },
): Promise<MoveResult<Trial>> {
  const { service } = scenario.session;
  const sent = pick(make.changes({ flag: false }), service.traits.updateMembers);
  const { expectation } = item;
  const before = recordOf(item, service.contract.id);
  const patched = await patch(scenario, item, { sent, form, manner: 'trial' });
  if (patched.kind === 'broken') {
    const [finding] = patched.findings;
    return finding?.code === 'failed' ? doneWith(finding) : patched;
  }
  if (patched.kind !== 'done') return patched;
  if (patched.value === null) return doneWith('refused');
  const idle = await findIdle(scenario, item, { sent, before });
  if (idle.kind !== 'done') return idle;
  if (idle.value !== null) {
    item.expectation = expectation;
    item.patched = null;
    return doneWith(idle.value);
  }
  const look = await performMove(scenario, { kind: 'look' });
  return look.kind === 'done' ? doneWith('taken') : look;
}

/** Returns the finding that none of the values is there; `null` if one is. */
async function findIdle(
  scenario: Scenario,
  item: OwnedItem,
  { sent, before }: { readonly sent: JsonObject; readonly before: JsonObject },
): Promise<MoveResult<Finding | null>> {
  const { service } = scenario.session;
  if (!service.offers('read')) return doneWith(null);
  const seen = await readBackItem(scenario, item);
  if (seen.kind !== 'done') return seen;
  if (seen.value.kind === 'missing') return doneWith(null);
  const { record } = seen.value;
  const { unsettableMembers, members } = service;
  // A part of an object that says what is there already changes nothing.
  const merged = mergePatch(before, sent) as JsonObject;
  // What items do not have, no read shows.
  const changed = Object.keys(sent).filter(
    (member) =>
      (members.length === 0 || members.includes(member)) &&
      !unsettableMembers.includes(member) &&
      !agrees(own(merged, member), own(before, member)),
  );
  // A member that an object gained is an effect, too.
  const isIdle = (member: string): boolean => {
    const [old, held] = [own(before, member), own(record, member)];
    return agrees(old, held) && agrees(held, old);
  };
  const [first] = changed;
  if (first === undefined || !changed.every(isIdle)) return doneWith(null);
  return doneWith(
    itemFinding(
      service.contract,
      { code: 'not-replaced', operation: 'update', at: `/${first}` },
      {
        item: itemName(service.contract, item.key),
        expected: show(own(sent, first)),
        actual: show(own(record, first)),
      },
    ),
  );
}

/** Finds the members that PATCH takes one by one, in the forms in which it refuses them together. */
async function findSingles(
  scenario: Scenario,
  item: OwnedItem,
  { make, forms }: { readonly make: ItemFactory; readonly forms: Iterable<PatchForm> },
): Promise<MoveResult | null> {
  const { service } = scenario.session;
  const all = service.membersOf('update');
  for (const form of forms) {
    const taken: string[] = [];
    for (const member of all) {
      Object.assign(service.traits, { updateMembers: [member], updateId: 'left-out' });
      const trial = await tryShape(scenario, item, { form, make });
      if (trial.kind !== 'done') return trial;
      if (trial.value === 'taken') taken.push(member);
    }
    if (taken.length === 0) continue;
    service.traits.updateMembers = taken;
    service.traits.updateForms = [form];
    settle(scenario.session, [form]);
    const others = all.filter((member) => !taken.includes(member));
    service.notes.add(`PATCH cannot change ${others.join(', ')}`);
    return done;
  }
  return null;
}

function refused(contract: Contract, form?: PatchForm): Finding {
  const tried = formsOf(contract).map((one) => MEDIA_TYPES[one]);
  return {
    code: 'refused',
    breach: 'violates',
    operation: 'update',
    clause: clauseOf(contract, 'update'),
    at: null,
    message:
      form === undefined
        ? `update was refused in every form that was tried: ${tried.join(', ')}, with the id and without`
        : `update was refused as ${MEDIA_TYPES[form]}, although the contract shows it`,
    expected: form === undefined ? 'a success, 2xx, for one of them' : 'a success, 2xx',
    actual: 'refusals, 4xx',
    by: 'contract',
    remedy: 'Take the members that the contract shows.',
  };
}
