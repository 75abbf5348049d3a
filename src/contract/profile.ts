// Profiles: files that set choices. A choice that the file omits keeps its default.

import type { Fault } from '../base/errors.ts';
import { isObject, type Json, own } from '../base/json.ts';
import { toPointer } from '../base/pointer.ts';
import { suggestOr } from '../base/suggest.ts';
import type { Option } from './choice-row.ts';
import {
  type ChoiceKey,
  choiceKeys,
  choices,
  defaultProfile,
  isChoiceKey,
  type Profile,
} from './choices.ts';

export type ReadProfile = { readonly profile: Profile; readonly faults: readonly Fault[] };

/**
 * Reads a profile: `{"profile": <name>, "about": <text>, "choices": {<key>: <option>}}`. Each
 * unknown member, choice or option is a fault.
 */
export function readProfile(document: Json, file: string): ReadProfile {
  const faults: Fault[] = [];
  const fault = (steps: readonly string[], message: string, remedy: string): void => {
    faults.push({ file, at: toPointer(steps), message, remedy });
  };
  const wanted = isObject(document) ? own(document, 'choices') : undefined;
  if (!isObject(document) || !isObject(wanted)) {
    fault(
      [],
      'a profile must be an object with a member "choices"',
      'Write {"profile": "<name>", "choices": {}}.',
    );
    return { profile: defaultProfile, faults };
  }
  for (const key of Object.keys(document)) {
    if (!PROFILE_MEMBERS.includes(key))
      fault(
        [key],
        `"${key}" is not a member of a profile`,
        `The members are ${PROFILE_MEMBERS.join(', ')}.`,
      );
  }
  for (const [key, option] of Object.entries(wanted)) {
    const flaw = findChoiceFlaw(key, option);
    if (flaw !== null) fault(['choices', key], flaw.message, flaw.remedy);
  }
  return { profile: { ...defaultProfile, ...wanted } as Profile, faults };
}

/** Reads one choice as written on a command line: `create.status=200`. */
export function readPin(
  text: string,
): { readonly pins: Partial<Profile> } | { readonly message: string; readonly remedy: string } {
  const [key = '', ...rest] = text.split('=');
  const written = rest.join('=');
  const options: readonly Option[] = isChoiceKey(key) ? choices[key].options : [];
  const option = options.find((one) => String(one) === written) ?? written;
  const flaw = findChoiceFlaw(key, option);
  return flaw ?? { pins: { [key]: option } as Partial<Profile> };
}

const PROFILE_MEMBERS = ['$schema', 'profile', 'about', 'choices'];

/** Returns what is wrong with an option of a choice; `null` if nothing is. */
export function findChoiceFlaw(
  key: string,
  option: Json,
): { message: string; remedy: string } | null {
  if (!isChoiceKey(key)) return unknownChoice(key);
  const options: readonly Option[] = choices[key].options;
  if ((options as readonly Json[]).includes(option)) return null;
  return {
    message: `${JSON.stringify(option)} is not an option of ${key}`,
    remedy: `The options are ${options.map((one) => JSON.stringify(one)).join(', ')}.`,
  };
}

/** Returns what is wrong with a name that no choice has. */
export function unknownChoice(key: string): { message: string; remedy: string } {
  const remedy = suggestOr(key, choiceKeys, '"standin contract --choices" lists them all.');
  return { message: `there is no choice "${key}"`, remedy };
}

/** Returns every choice whose option differs from the default. */
export function nonDefaultChoices(profile: Profile): readonly ChoiceKey[] {
  return choiceKeys.filter((key) => profile[key] !== choices[key].default);
}
