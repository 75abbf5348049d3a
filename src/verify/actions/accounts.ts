// An account that the run registers at the end, since you let it send such operations: its password logs
// it in, and another one does not. Sends nothing.

import { isObject, type Json } from '../../base/json.ts';
import { toPointer, valueAt, withValueAt } from '../../base/pointer.ts';
import { isPasswordName } from '../../base/secrets/password-names.ts';
import type { Action } from '../../contract/contract.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** What a registration sent: texts by the names of their members. */
export type Account = ReadonlyMap<string, string>;

type Steps = readonly string[];

/** Returns a body with texts that a person could register: a name of letters and digits, an address. */
export function registeredBody(scenario: Scenario, action: Action, body: Json): Json {
  const { items } = scenario.session;
  const mark = `${items.token}${items.nextSerial()}`;
  return withTexts(scenario, action, body, (name) => {
    if (isPasswordName(name)) return `Aa1!${mark}`;
    return /mail/i.test(name) ? `${mark}@example.com` : mark;
  });
}

/** Returns the texts of a body by the names of their members. */
export function accountIn(body: Json): Account {
  return new Map(textsIn(body).map((steps) => [nameOf(steps), String(valueAt(body, steps))]));
}

/** Returns a log-in of an account; `null` if it takes more than that has. `how` says which password. */
export function logInBody(
  scenario: Scenario,
  action: Action,
  {
    body,
    account,
    how,
  }: {
    readonly body: Json;
    readonly account: Account;
    readonly how: 'right' | 'wrong';
  },
): Json | null {
  const names = textsIn(body).map(nameOf);
  const isKnown = names.length > 1 && names.every((name) => account.has(name));
  if (!isKnown || !names.some(isPasswordName)) return null;
  return withTexts(scenario, action, body, (name) => {
    const text = account.get(name) ?? '';
    return how === 'wrong' && isPasswordName(name) ? `${text}x` : text;
  });
}

/** Puts other texts in a body, where its schema admits them. */
function withTexts(
  { session: { service } }: Scenario,
  { body: schema }: Action,
  body: Json,
  textOf: (name: string) => string,
): Json {
  const flawsOf = (whole: Json): readonly string[] =>
    schema === undefined ? [] : service.checker.check(schema, whole).map(({ at }) => at);
  const before = flawsOf(body);
  return textsIn(body).reduce((whole, steps) => {
    const changed = withValueAt(whole, steps, textOf(nameOf(steps)));
    const isWorse = flawsOf(changed).some((at) => !before.includes(at) && at === toPointer(steps));
    return isWorse ? whole : changed;
  }, body);
}

/** The places of texts in objects. */
function textsIn(value: Json, steps: Steps = []): readonly Steps[] {
  if (typeof value === 'string') return [steps];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, [...steps, name]));
}

function nameOf(steps: Steps): string {
  return steps.at(-1) ?? '';
}
