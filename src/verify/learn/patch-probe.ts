// The probe of `learn` for PATCH: which patches are taken, by what became of an item of the run.

import { own } from '../../base/json.ts';
import { readBody } from '../../model/message/call.ts';
import type { Observed } from '../../oracle/infer-choices.ts';
import type { Probe } from './probe.ts';
import type { ProbeContext } from './probe-context.ts';
import { Untold } from './probe-request.ts';

export const patchProbe: Probe = {
  kind: 'steps',
  tells: ['update.media', 'update.status', 'update.body'],
  steps: tryPatches,
};

const MERGE = ['application/merge-patch+json', 'application/json'] as const;
const STEPS = 'application/json-patch+json';

async function tryPatches(context: ProbeContext): Promise<readonly Observed[]> {
  context.needs('update');
  const statuses: number[] = [];
  const taken: string[] = [];
  for (const type of [...MERGE, STEPS]) {
    const { status, isDone } = await tryPatch(context, type);
    statuses.push(status);
    if (isDone) taken.push(type);
  }
  const isMerge = MERGE.some((type) => taken.includes(type));
  const isSteps = taken.includes(STEPS);
  if (isMerge || isSteps)
    return [
      {
        choice: 'update.media',
        option: isMerge && isSteps ? 'both' : isMerge ? 'merge-patch' : 'json-patch',
      },
    ];
  if (statuses.every((status) => NOT_OFFERED.has(status)))
    return [{ choice: 'update.media', option: 'none' }];
  throw new Untold(`no patch was taken: ${[...new Set(statuses)].join(', ')}`);
}

const NOT_OFFERED: ReadonlySet<number> = new Set([404, 405, 501]);

async function tryPatch(
  context: ProbeContext,
  type: string,
): Promise<{ readonly status: number; readonly isDone: boolean }> {
  const { session } = context;
  const item = context.victim();
  const values = context.make.plain();
  const member = context.markedMember(values);
  const value = own(values, member) ?? '';
  const id = session.traits.replaceId === 'sent' ? { [session.contract.id]: item.id } : {};
  const patch =
    type === STEPS ? [{ op: 'replace', path: `/${member}`, value }] : { ...id, [member]: value };
  const headers = { accept: 'application/json', 'content-type': type };
  const call = {
    ...session.call('update', item.key, ''),
    headers,
    body: readBody(JSON.stringify(patch)),
  };
  const { status } = await context.ask({ trial: 'other', operation: 'update', call });
  if (status >= 300) return { status, isDone: false };
  return { status, isDone: own(await context.read(item), member) === value };
}
