// The parts of `serve` that are loaded only if an option asks for them.

import type { TeamAccess } from '../../inspector/request/team-access.ts';
import type { State } from '../../model/state/state.ts';
import type { Project } from '../../project/load/project.ts';
import { checkAllServed } from '../../project/load/unserved-rows.ts';
import type { ChangeLog } from '../../project/save/change-log.ts';
import type { LazyChecker } from '../../schema/lazy-checker.ts';
import type { LogTarget } from '../shared/log.ts';
import type { Certificate } from './certificate.ts';
import type { ChangeEvents } from './change-events.ts';
import type { Conditions } from './conditions.ts';
import type { ServeOptions } from './flags.ts';
import type { SharedStore } from './open-store.ts';
import type { MockRecording } from './record-mock.ts';
import type { Traces } from './traces.ts';

/** Starts to send events to webhooks; `null` if nothing asks for them. */
export async function startChangeEvents(
  { webhooks = [], webhookSecret: secret = null }: Pick<Conditions, 'webhooks' | 'webhookSecret'>,
  project: () => Project,
  url: () => string,
  errors: LogTarget,
): Promise<ChangeEvents | null> {
  if (webhooks.length === 0 && secret === null && project().profile['events.delivery'] === 'none')
    return null;
  const { checkReceivers, createChangeEvents } = await import('./change-events.ts');
  checkReceivers(project(), webhooks, secret);
  return createChangeEvents({
    webhooks,
    secret,
    project,
    url,
    onTrouble: (text) => errors.write(`${text}\n`),
  });
}

/** Starts to log changes until they are saved; `null` without `--save`. */
export async function startChangeLog(
  { saving, db }: ServeOptions,
  project: Project,
  state: State,
  checker: LazyChecker,
): Promise<ChangeLog | null> {
  if (saving !== 'save') return null;
  checkAllServed(project);
  return (await import('./start-saving.ts')).startSaving(db, project, state, checker);
}

/** Opens the store, whose rows take the place of those of a state; `null` without `--store`. */
export async function storeFor(
  { store = null, reads }: ServeOptions,
  state: State,
): Promise<SharedStore | null> {
  return store === null ? null : (await import('./open-store.ts')).openStore(store, state, reads);
}

/** Starts to trace calls; `null` unless a provider is registered (`@opentelemetry/api`, version 1). */
export async function tracesFor(
  { version, basePath }: ServeOptions,
  project: () => Project,
): Promise<Traces | null> {
  const registered: unknown = Reflect.get(globalThis, Symbol.for('opentelemetry.js.api.1'));
  const isTraced = typeof registered === 'object' && registered !== null && 'trace' in registered;
  if (!isTraced) return null;
  const { startTraces } = await import('./traces.ts');
  return startTraces(version, () => project().contracts, basePath);
}

/** Returns who may use the page and the API; `null` without `--access`. */
export async function teamOf(
  { access = null }: ServeOptions,
  errors: LogTarget,
): Promise<TeamAccess | null> {
  if (access === null) return null;
  const { followAccess } = await import('./read-access.ts');
  return followAccess(access, ({ message, remedy }) => errors.write(`${message}\n${remedy}\n`));
}

/** Returns the certificate for HTTPS; `null` for plain HTTP. */
export async function certificateOf({
  https = null,
  host,
}: ServeOptions): Promise<Certificate | null> {
  if (https === null) return null;
  const { certificateFor } = await import('./certificate.ts');
  return certificateFor({ ...https, host }, Date.now());
}

/** Starts to record into the named file or database, if any. Checks `--redact` and `--keep` anyway. */
export async function startMockRecording(
  options: Pick<Conditions, 'record' | 'redact' | 'keep'>,
  project: () => Project,
  errors: LogTarget,
  replica?: () => string,
): Promise<MockRecording | null> {
  if (options.record === null) {
    if (options.redact.length + options.keep.length > 0)
      (await import('../recording/redaction.ts')).createRedaction(project, options);
    return null;
  }
  const { recordMock } = await import('./record-mock.ts');
  const parts = { project, ...options, ...(replica === undefined ? {} : { replica }) };
  return recordMock(options.record, parts, errors);
}
