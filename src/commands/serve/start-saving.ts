// The start of `serve --save`: locks the seed file, and restores what a killed process answered.

import { StandinError } from '../../base/errors.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import type { State } from '../../model/state/state.ts';
import type { Project } from '../../project/load/project.ts';
import { type Change, type ChangeLog, openChangeLog } from '../../project/save/change-log.ts';
import { findBeating } from '../../project/save/heartbeat.ts';
import { recordOf } from '../../project/save/seed-state.ts';
import type { LazyChecker } from '../../schema/lazy-checker.ts';
import { sightOf, thisProcess } from '../shared/process-identity.ts';

/**
 * Locks the seed file and applies the restored changes to the state. Rejects with a StandinError if
 * another process saves to the file, or if the changes no longer fit; then they stay where they
 * are.
 */
export async function startSaving(
  db: string,
  project: Project,
  state: State,
  checker: LazyChecker,
): Promise<ChangeLog> {
  const log = openChangeLog({
    db,
    owner: { ...thisProcess() },
    isAlive,
  });
  try {
    if (log.left.length > 0) await checker.load();
    state.answers.become(log.answers);
    for (const change of log.left) takeOver(change, { log, project, state, checker });
    return log;
  } catch (error) {
    log.release();
    throw error;
  }
}

/** Whether another process still saves. One that cannot be seen renews the time of its log. */
function isAlive(owner: Json, log: string): boolean {
  const [pid, host, began, space] = isObject(owner)
    ? ['pid', 'host', 'began', 'space'].map((name) => own(owner, name))
    : [];
  if (typeof pid !== 'number' || typeof host !== 'string') return false;
  const textOf = (one: Json | undefined): string | null => (typeof one === 'string' ? one : null);
  const sight = sightOf({ pid, host, began: textOf(began), space: textOf(space) });
  return sight === 'unseen' ? findBeating([log]) !== null : sight === 'alive';
}

interface Taking {
  readonly log: ChangeLog;
  readonly project: Project;
  readonly state: State;
  readonly checker: LazyChecker;
}

function takeOver(change: Change, taking: Taking): void {
  switch (change.kind) {
    case 'put':
      put(change.resource, change.row, taking);
      if (change.answer !== undefined) taking.state.answers.keep(change.answer);
      return;
    case 'remove':
      taking.state
        .collection(contractOf(change.resource, taking).resource)
        .remove(change.key, 'forget');
      return;
    case 'all':
      for (const { resource } of taking.project.contracts) {
        const collection = taking.state.collection(resource);
        for (const { key } of collection.records()) collection.remove(key, 'forget');
      }
      for (const [resource, rows] of Object.entries(change.rows))
        for (const row of rows) put(resource, row, taking);
      taking.state.answers.become(change.answers ?? []);
  }
}

function put(resource: string, row: JsonObject, taking: Taking): void {
  const contract = contractOf(resource, taking);
  // Rows alone promise nothing of a row: the mock had widened what it inferred, and does so again.
  const isInferred = taking.project.files.source.kind === 'rows';
  if (!isInferred && taking.checker.check(contract.item, row).length > 0)
    throw unfit(resource, taking);
  taking.state.collection(resource).put(recordOf(contract, row));
}

function contractOf(resource: string, taking: Taking): Contract {
  const contract = taking.project.contracts.find((one) => one.resource === resource);
  if (contract === undefined) throw unfit(resource, taking);
  return contract;
}

function unfit(resource: string, { log }: Taking): StandinError {
  const message = `${log.file} has a change of ${JSON.stringify(resource)} from a killed process that no longer fits`;
  const remedy = 'Restore the contracts and schemas and start again, or remove the file.';
  return new StandinError('project-invalid', message, remedy);
}
