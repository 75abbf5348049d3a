// The settings of a running mock over the API, which reads and changes what flags set.

import { readSettings } from '../contract/settings.ts';
import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import type { SettingsBackend } from './backend.ts';
import { type CommandForm, readCommand } from './request/read-command.ts';
import { json, noMock, problem, unkept } from './request/reply.ts';

/** Answers api/settings. PATCH takes a merge patch (RFC 7396): a pin of `null` is removed. */
export async function answerSettings(
  call: InternalCall,
  backend: SettingsBackend | null,
): Promise<InternalReply> {
  if (backend === null) return noMock('settings');
  if (call.method === 'DELETE') {
    const trouble = await backend.reset();
    return trouble === null ? json(backend.settings()) : unkept(trouble);
  }
  if (call.method !== 'PATCH') return json(backend.settings());
  const sent = readCommand(call.body, SETTINGS);
  if ('refusal' in sent) return sent.refusal;
  const read = readSettings(sent.order, backend.settings());
  if ('at' in read) {
    const { at: pointer, detail } = read;
    return problem(422, SETTINGS.title, detail, { errors: [{ pointer, detail }] });
  }
  const trouble = await backend.configure(read.change);
  return trouble === null ? json(backend.settings()) : unkept(trouble);
}

const SETTINGS: CommandForm = {
  title: 'The setting cannot be changed',
  remedy: 'Send a JSON object: {"undefined": "vary", "seed": 7}.',
  members: ['undefined', 'seed', 'pins'],
};
