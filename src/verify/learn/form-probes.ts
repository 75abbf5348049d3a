// The probes of `learn` for the normal forms of stored values, and for members that are not set.

import { equal } from '../../base/equal.ts';
import { type JsonObject, objectOf, own, pick } from '../../base/json.ts';
import { optionOf, StoredForms } from '../../oracle/stored-forms.ts';
import { type FormName, formNames, spoiled } from '../../schema/normal-forms.ts';
import { placeRulesOf } from '../../schema/quick/place-rules.ts';
import { doneWith, notExercised } from '../scenario/move-result.ts';
import { tryOne } from './field-probes.ts';
import { type Probe, type Probed, spareProbe } from './probe.ts';
import type { ProbeContext } from './probe-context.ts';

export const formProbes: readonly Probe[] = [
  spareProbe('create', ['fields.normal'], sendOtherForms),
  spareProbe('create', ['fields.unset'], leaveUnset),
];

/** Sends values that are in no normal form, one form after the other. */
async function sendOtherForms(context: ProbeContext): Promise<Probed> {
  const { service } = context.session;
  const forms = new StoredForms(placeRulesOf(service.schemas, service.contract.item));
  for (const form of formNames) {
    const sent = valuesNotIn(context, form);
    if (sent === null) continue;
    const tried = await tryOne(context, 'other', sent);
    if (tried.kind !== 'done') return tried;
    for (const [member, value] of Object.entries(sent)) {
      const stored = own(tried.value ?? {}, member);
      if (forms.compare('create', member, value, stored).kind === 'equal')
        forms.learn('create', member, value, stored);
    }
  }
  const option = optionOf(forms);
  return option === null
    ? notExercised('the service took no value that has a normal form')
    : doneWith([{ choice: 'fields.normal', option }]);
}

/** Plain values that are not in a form; `null` if it applies to none, or none fits the schema. */
function valuesNotIn({ make, session }: ProbeContext, form: FormName): JsonObject | null {
  const { contract, schemas, checker, traits } = session.service;
  const { formatAt } = placeRulesOf(schemas, contract.item);
  const plain = pick(make.plain(), traits.createMembers);
  const body = contract.operations.create?.body ?? contract.item;
  const values = Object.entries(plain).map(([member, value]) => {
    const other = spoiled(value, form, formatAt, `/${member}`);
    const isFit = checker.check(body, { ...plain, [member]: other }).length === 0;
    return [member, isFit ? other : value] as const;
  });
  const sent = objectOf(values);
  return equal(sent, plain) ? null : sent;
}

/** Creates an item without the members that it may lack. */
async function leaveUnset(context: ProbeContext): Promise<Probed> {
  const { service } = context.session;
  const sent = pick(context.make.plain(), service.requiredMembers('create'));
  if (Object.keys(sent).length === 0) return notExercised('a creation requires no member');
  const tried = await tryOne(context, 'other', sent);
  if (tried.kind !== 'done') return tried;
  const record = tried.value;
  if (record === null)
    return notExercised('a creation with the required members alone was refused');
  const unset = service.members.filter(
    (member) =>
      !Object.hasOwn(sent, member) &&
      !service.made.includes(member) &&
      (own(record, member) ?? null) === null,
  );
  return doneWith(
    unset.map((member) => ({
      choice: 'fields.unset',
      option: Object.hasOwn(record, member) ? 'null' : 'absent',
    })),
  );
}
