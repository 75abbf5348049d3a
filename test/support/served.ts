// A mock of this project behind a real listener on a free port, in this process.

import type { HoldSlot } from '../../src/base/hold.ts';
import type { Profile } from '../../src/contract/choices.ts';
import { type Listener, type ListenOptions, listen } from '../../src/http/server/listener.ts';
import { createMock, type Mock } from '../../src/mock/mock.ts';
import { StoredRecord } from '../../src/model/state/state.ts';
import { loadProject } from '../../src/project/load/project.ts';
import { seedState } from '../../src/project/save/seed-state.ts';
import { createLazyChecker } from '../../src/schema/lazy-checker.ts';

export interface Served extends AsyncDisposable {
  readonly port: number;
  readonly mock: Mock;
  readonly listener: Listener;
  /** The failures that `onFailure` received. */
  readonly failures: readonly unknown[];
}

export interface ServedOptions {
  readonly pins?: Partial<Profile>;
  /** The number of users in addition to those of the seed file. */
  readonly more?: number;
  readonly listen?: Partial<ListenOptions>;
  /** Where breakpoints put themselves. */
  readonly hold?: HoldSlot;
}

/** Serves this project's contracts and seed rows. */
export async function serveProject(options: ServedOptions = {}): Promise<Served> {
  const project = await loadProject(
    { contract: 'contracts', db: 'db.json', profile: 'standin' },
    options.pins,
  );
  const checker = createLazyChecker(project.schemas);
  const state = seedState(project);
  const users = state.collection('users');
  for (let made = 0; made < (options.more ?? 0); made++) {
    const id = users.highestEver + 1;
    users.put(
      new StoredRecord(String(id), {
        id,
        name: `User ${id}`,
        email: `user${id}@example.com`,
        skills: ['patience'],
      }),
    );
  }
  const rules = {
    contracts: project.contracts,
    schemas: project.schemas,
    profile: project.profile,
    checker,
  };
  const hold = options.hold === undefined ? {} : { hold: options.hold };
  const mock = createMock({ rules, state, ...hold });
  const failures: unknown[] = [];
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    answer: mock.answer,
    prepare: mock.prepare,
    ready: () => checker.load(),
    bodyBytesMax: () => mock.profile['limit.body'],
    decodes: () => mock.profile['content.coding'] === 'decode',
    requestMs: mock.profile['limit.time'],
    shape: () => ({ error: mock.profile['error.shape'], code: mock.profile['error.code'] }),
    onFate: mock.settle,
    onFailure: (error) => failures.push(error),
    ...hold,
    ...options.listen,
  });
  return {
    port: listener.port,
    mock,
    listener,
    failures,
    [Symbol.asyncDispose]: () => listener.close(),
  };
}
