// What `serve --save` begins with: the seed file is taken for this process, and what a process that was killed had answered and not yet
// saved is taken over.

import { StandinError } from '../base/errors.ts';
import { isObject, own } from '../base/json.ts';
import type { Contract } from '../contract/contract.ts';
import type { State } from '../model/state.ts';
import { type Change, type ChangeLog, openChangeLog } from '../project/change-log.ts';
import type { Project } from '../project/project.ts';
import { recordOf } from '../project/seed.ts';
import type { LateChecker } from '../schema/late.ts';
import { isAlive, thisProcess } from './process-mark.ts';

/**
 * Takes the seed file, and what was left goes into the state. Rejects with a StandinError where another process saves to the file, or
 * where what was left fits no longer: then it stays where it is.
 */
export async function startSaving(db: string, project: Project, state: State, checker: LateChecker): Promise<ChangeLog> {
  const log = openChangeLog({
    db,
    owner: { ...thisProcess() },
    isAlive: (owner) => {
      const [pid, host, began] = isObject(owner) ? ['pid', 'host', 'began'].map((name) => own(owner, name)) : [];
      if (typeof pid !== 'number' || typeof host !== 'string') return false;
      return isAlive({ pid, host, began: typeof began === 'string' ? began : null });
    },
  });
  try {
    if (log.left.length > 0) await checker.load();
    for (const change of log.left) takeOver(change, { log, project, state, checker });
    return log;
  } catch (error) {
    log.release();
    throw error;
  }
}

interface Taking {
  readonly log: ChangeLog;
  readonly project: Project;
  readonly state: State;
  readonly checker: LateChecker;
}

function takeOver(change: Change, { log, project, state, checker }: Taking): void {
  const contract = project.contracts.find(({ resource }) => resource === change.resource);
  if (contract === undefined || !fits(change, contract, checker)) {
    const message = `what a killed process left in ${log.file} fits no longer: a change of ${JSON.stringify(change.resource)}`;
    throw new StandinError(
      'project-invalid',
      message,
      'Put contracts and schemas back as they were and start again, or remove the file.',
    );
  }
  const collection = state.collection(change.resource);
  if (change.kind === 'put') collection.put(recordOf(contract, change.row));
  else collection.remove(change.key, 'forget');
}

function fits(change: Change, contract: Contract, checker: LateChecker): boolean {
  return change.kind === 'remove' || checker.check(contract.item, change.row).length === 0;
}
