// The overrides of a mock, for the page and for scripts: what there is, one more, one less.

import { own } from '../base/json.ts';
import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import type { OverridesBackend } from './backend.ts';
import { type CommandForm, readCommand } from './request/read-command.ts';
import { done, json, missing, problem } from './request/reply.ts';

/** Answers what is asked of the overrides. */
export function answerOverrides(
  call: InternalCall,
  [id, ...more]: readonly string[],
  backend: OverridesBackend | null,
): InternalReply {
  if (backend === null)
    return problem(
      409,
      'There are no overrides',
      'There is no mock here; "standin serve" starts one.',
    );
  if (more.length > 0 || (id !== undefined && !/^[1-9]\d{0,14}$/.test(id)))
    return missing('override', 'An override is at api/overrides/<id>.');
  if (id === undefined) return answerAll(call, backend);
  const found = backend.list().find((one) => one.id === Number(id));
  if (found === undefined)
    return missing(
      'override',
      'It never was, was removed, or has answered all the calls that it was for.',
    );
  if (call.method === 'GET' || call.method === 'HEAD') return json(found);
  if (call.method !== 'DELETE')
    return problem(405, 'This is not done here', 'Rules are sent to api/overrides with POST.');
  backend.remove(Number(id));
  return done();
}

function answerAll(call: InternalCall, backend: OverridesBackend): InternalReply {
  if (call.method === 'GET' || call.method === 'HEAD') return json({ overrides: backend.list() });
  if (call.method === 'DELETE') {
    backend.clear();
    return done();
  }
  const read = readCommand(call.body, OVERRIDE);
  if ('refusal' in read) return read.refusal;
  const rule = own(read.order, 'rule');
  if (typeof rule !== 'string') return problem(400, OVERRIDE.title, OVERRIDE.remedy);
  const added = backend.add(rule);
  if ('message' in added)
    return problem(422, 'This rule is not understood', added.message, { remedy: added.remedy });
  const created = json(added, 201);
  return {
    ...created,
    headers: { ...created.headers, location: `/__standin/api/overrides/${added.id}` },
  };
}

const OVERRIDE: CommandForm = {
  title: 'This is no override',
  remedy: 'Send {"rule": "create code=503 times=2"} as JSON.',
  members: ['rule'],
};
