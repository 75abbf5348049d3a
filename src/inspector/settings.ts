// The settings of a running mock over the API: what flags set at the start, read and changed while
// it runs.

import { readSettings, type Settings } from '../contract/settings.ts';
import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import { type CommandForm, readCommand } from './request/read-command.ts';
import { json, problem } from './request/reply.ts';

export interface SettingsDesk {
  settings(): Settings;
  /** Goes on with other settings; those that are not named stay. */
  configure(change: Partial<Settings>): void;
  /** Goes back to what the flags set. */
  reset(): void;
}

/**
 * Answers what is asked of the settings. PATCH takes a merge patch (RFC 7396): a pin of `null` is
 * taken back.
 */
export function answerSettings(call: InternalCall, desk: SettingsDesk | null): InternalReply {
  if (desk === null)
    return problem(
      409,
      'There are no settings',
      'There is no mock here; "standin serve" starts one.',
    );
  if (call.method === 'DELETE') {
    desk.reset();
    return json(desk.settings());
  }
  if (call.method !== 'PATCH') return json(desk.settings());
  const sent = readCommand(call.body, SETTINGS);
  if ('refusal' in sent) return sent.refusal;
  const read = readSettings(sent.order, desk.settings());
  if ('at' in read) return refusal(read.at, read.detail);
  desk.configure(read.change);
  return json(desk.settings());
}

const SETTINGS: CommandForm = {
  title: 'This cannot be set',
  remedy: 'Send a JSON object: {"undefined": "vary", "seed": 7}.',
  members: ['undefined', 'seed', 'pins'],
};

function refusal(at: string, detail: string): InternalReply {
  return problem(422, SETTINGS.title, detail, { errors: [{ pointer: at, detail }] });
}
