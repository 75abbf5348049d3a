// The settings of a running mock beside its files, the same for a flag, the API, page and program.

import { isObject, type Json } from '../base/json.ts';
import { SEED_MAX } from '../base/random.ts';
import type { ChoiceKey, Profile } from './choices.ts';
import { findChoiceFlaw } from './profile.ts';

/** Settings of a running mock, in addition to its files. */
export interface Settings {
  /** Options that override the profile. */
  readonly pins: Partial<Profile>;
  /** How to decide what no contract specifies: by the profile, or varied within what is allowed. */
  readonly undefined: 'profile' | 'vary';
  /** Seed of everything varied and generated: a whole number from 0 to 2147483647. */
  readonly seed: number;
}

export const defaultSettings: Settings = { pins: {}, undefined: 'profile', seed: 0 };

/** Returns a profile with pins applied. */
export function withPins(profile: Profile, pins: Partial<Profile>): Profile {
  return Object.keys(pins).every((key) => profile[key as ChoiceKey] === pins[key as ChoiceKey])
    ? profile
    : { ...profile, ...pins };
}

export type ReadSettings =
  | { readonly change: Partial<Settings> }
  | { readonly at: string; readonly detail: string };

/** Reads a change of the settings, a merge patch (RFC 7396): `null` removes a pin. */
export function readSettings(
  patch: Readonly<Record<string, Json>>,
  before: Settings,
): ReadSettings {
  let change: Partial<Settings> = {};
  for (const [key, value] of Object.entries(patch)) {
    switch (key) {
      case 'undefined':
        if (value !== 'profile' && value !== 'vary')
          return { at: '/undefined', detail: 'It is "profile" or "vary".' };
        change = { ...change, undefined: value };
        break;
      case 'seed':
        if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > SEED_MAX)
          return { at: '/seed', detail: `It is a whole number from 0 to ${SEED_MAX}.` };
        change = { ...change, seed: value };
        break;
      case 'pins': {
        const pins = readPins(value, before.pins);
        if ('at' in pins) return pins;
        change = { ...change, pins: pins.pins };
        break;
      }
      default:
        return { at: `/${key}`, detail: 'The settings are undefined, seed and pins.' };
    }
  }
  return { change };
}

function readPins(
  value: Json,
  before: Partial<Profile>,
): { readonly pins: Partial<Profile> } | { readonly at: string; readonly detail: string } {
  if (value === null) return { pins: {} };
  if (!isObject(value))
    return { at: '/pins', detail: 'Send an object of choices: {"auth.scheme": "bearer"}.' };
  const pins: Partial<Record<ChoiceKey, unknown>> = { ...before };
  for (const [key, option] of Object.entries(value)) {
    if (option === null) delete pins[key as ChoiceKey];
    else {
      const flaw = findChoiceFlaw(key, option);
      if (flaw !== null) return { at: `/pins/${key}`, detail: `${flaw.message}. ${flaw.remedy}` };
      pins[key as ChoiceKey] = option;
    }
  }
  return { pins: pins as Partial<Profile> };
}
