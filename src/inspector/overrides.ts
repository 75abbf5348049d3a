// The overrides of a mock, for the page and for scripts: list, add, remove.

import { own } from '../base/json.ts';
import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import type { OverridesBackend } from './backend.ts';
import { type CommandForm, readCommand } from './request/read-command.ts';
import { done, json, missing, noMock, problem, unkept } from './request/reply.ts';

/** Answers api/overrides. */
export async function answerOverrides(
  call: InternalCall,
  [id, ...more]: readonly string[],
  backend: OverridesBackend | null,
): Promise<InternalReply> {
  if (backend === null) return noMock('overrides');
  if (more.length > 0 || (id !== undefined && !/^[1-9]\d{0,14}$/.test(id)))
    return missing('override', 'The address of an override is api/overrides/<id>.');
  if (id === undefined) return answerAll(call, backend);
  const found = backend.list().find((one) => one.id === Number(id));
  if (found === undefined)
    return missing('override', 'It never existed, was removed, or has answered all its calls.');
  if (call.method === 'GET' || call.method === 'HEAD') return json(found);
  if (call.method !== 'DELETE')
    return problem(405, 'The method is not allowed', 'Send rules to api/overrides with POST.');
  const trouble = await backend.remove(Number(id));
  return trouble === null ? done() : unkept(trouble);
}

async function answerAll(call: InternalCall, backend: OverridesBackend): Promise<InternalReply> {
  if (call.method === 'GET' || call.method === 'HEAD') return json({ overrides: backend.list() });
  if (call.method === 'DELETE') {
    const trouble = await backend.clear();
    return trouble === null ? done() : unkept(trouble);
  }
  const read = readCommand(call.body, OVERRIDE);
  if ('refusal' in read) return read.refusal;
  const rule = own(read.order, 'rule');
  if (typeof rule !== 'string') return problem(400, OVERRIDE.title, OVERRIDE.remedy);
  const added = await backend.add(rule);
  if ('trouble' in added) return unkept(added.trouble);
  if ('message' in added)
    return problem(422, 'The rule cannot be read', added.message, { remedy: added.remedy });
  const { headers, ...created } = json(added, 201);
  return { ...created, headers: { ...headers, location: `/__standin/api/overrides/${added.id}` } };
}

const OVERRIDE: CommandForm = {
  title: 'This is not an override',
  remedy: 'Send {"rule": "create code=503 times=2"} as JSON.',
  members: ['rule'],
};
