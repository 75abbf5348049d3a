// The settings of a running mock over the API: what flags set at the start, read and changed while it runs.

import { isObject, type Json } from '../base/json.ts';
import { SEED_MAX } from '../base/random.ts';
import type { ChoiceKey, Profile } from '../contract/choices.ts';
import { findChoiceFlaw } from '../contract/profile.ts';
import type { SideCall, SideReply } from '../http/side.ts';
import { readJson } from './read-body.ts';
import { json, problem } from './reply.ts';
import type { SettingsView } from './wire.ts';

export interface SettingsDesk {
  settings(): SettingsView;
  /** Goes on with other settings; those that are not named stay. */
  configure(change: Partial<SettingsView>): void;
  /** Goes back to what the flags set. */
  reset(): void;
}

/** Answers what is asked of the settings. PATCH takes a merge patch (RFC 7396): a pin of `null` is taken back. */
export function answerSettings(call: SideCall, desk: SettingsDesk | null): SideReply {
  if (desk === null) return problem(409, 'There are no settings', 'There is no mock here; "standin serve" starts one.');
  if (call.method === 'DELETE') {
    desk.reset();
    return json(desk.settings());
  }
  if (call.method !== 'PATCH') return json(desk.settings());
  const patch = readJson(call.body);
  if (patch === undefined || !isObject(patch)) return refusal('', 'Send a JSON object: {"undefined": "vary", "seed": 7}.');
  const read = readPatch(patch, desk.settings());
  if ('at' in read) return refusal(read.at, read.detail);
  desk.configure(read.change);
  return json(desk.settings());
}

type ReadPatch = { readonly change: Partial<SettingsView> } | { readonly at: string; readonly detail: string };

function readPatch(patch: Readonly<Record<string, Json>>, before: SettingsView): ReadPatch {
  let change: Partial<SettingsView> = {};
  for (const [key, value] of Object.entries(patch)) {
    switch (key) {
      case 'undefined':
        if (value !== 'profile' && value !== 'vary') return { at: '/undefined', detail: 'It is "profile" or "vary".' };
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
  if (!isObject(value)) return { at: '/pins', detail: 'Send an object of choices: {"auth.scheme": "bearer"}.' };
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

function refusal(at: string, detail: string): SideReply {
  return problem(422, 'This cannot be set', detail, { errors: [{ pointer: at, detail }] });
}
