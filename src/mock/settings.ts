// What can be set on a running mock beside its files: the same settings, whether a flag, the API or the page sets them.

import { isChoiceKey, type Profile } from '../contract/choices.ts';

export interface Settings {
  /** Choices that are decided here, whatever the profile says. */
  readonly pins: Partial<Profile>;
  /** What no contract shows: as the profile has it, or varied within what is allowed. */
  readonly undefined: 'profile' | 'vary';
  /** Of what is varied: a whole number from 0 to `SEED_MAX` of `base/random.ts`. */
  readonly seed: number;
}

export const plainSettings: Settings = { pins: {}, undefined: 'profile', seed: 0 };

/** Gives a profile as settings change it. */
export function pinned(profile: Profile, pins: Partial<Profile>): Profile {
  return Object.keys(pins).every((key) => isChoiceKey(key) && profile[key] === pins[key]) ? profile : { ...profile, ...pins };
}
