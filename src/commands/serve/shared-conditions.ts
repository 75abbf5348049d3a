// The conditions that mocks of a team share: settings, overrides and snapshots. They are records of a
// world of their own, so that they go the way that all writes go; each mock does what they say. What
// a mock was started with is its own, and holds as long as nobody has changed it for all.

import type { JsonObject } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Settings } from '../../contract/settings.ts';
import type { AddedOverride, OverridesBackend, SettingsBackend } from '../../inspector/backend.ts';
import type { SnapshotShelf } from '../../inspector/snapshots.ts';
import type { Override } from '../../mock/directives/directive.ts';
import { type OverrideRule, printOverride } from '../../mock/directives/override-rule.ts';
import { OVERRIDES_MAX } from '../../mock/directives/overrides.ts';
import { readOverrideRule } from '../../mock/directives/read-override-rule.ts';
import type { Mock } from '../../mock/mock.ts';
import type { StateChange } from '../../model/ruling/change-lines.ts';
import { type CollectionImage, State, StoredRecord } from '../../model/state/state.ts';

/** No world of a client has such a name. */
export const CONDITIONS_WORLD = '*conditions';

/** Returns the records of conditions, which the store fills. */
export function conditionsState(): State {
  return State.of(['settings', 'overrides', 'snapshots']);
}

export interface SharedConditionsOptions {
  /** The name of this mock among those of the team. */
  readonly replica: () => string;
  readonly state: State;
  readonly mock: Mock;
  /** The overrides that this mock was started with. */
  readonly given: readonly OverrideRule[];
  readonly contracts: () => readonly Contract[];
  readonly limitTime: (requestMs: number) => void;
}

/** The numbers of shared overrides are above those that a mock gives to its own. */
const FIRST_ID = 1_000_001;

export class SharedConditions {
  private readonly options: SharedConditionsOptions;
  private readonly first: Settings;
  private readonly replica: Exclude<Mock['replica'], null>;
  private isWithoutGiven = false;

  constructor(options: SharedConditionsOptions, replica: Exclude<Mock['replica'], null>) {
    this.options = options;
    this.first = options.mock.settings;
    this.replica = replica;
  }

  /** The name of this mock among those of the team. */
  name(): string {
    return this.options.replica();
  }

  /** Does what the records say. Must be called whenever they have changed. */
  follow(): void {
    const { mock, given, limitTime } = this.options;
    const patch = this.value('settings', 'settings') as Partial<Settings> | null;
    const next = { ...this.first, ...patch };
    const changed = Object.entries(next).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(mock.settings[name as keyof Settings]),
    );
    if (changed.length > 0) {
      mock.configure(Object.fromEntries(changed));
      limitTime(mock.profile['limit.time']);
    }
    const isWithoutGiven = this.value('settings', 'start') !== null;
    if (isWithoutGiven !== this.isWithoutGiven) {
      mock.overrides.clear('start');
      for (const rule of isWithoutGiven ? [] : given) mock.overrides.add(rule, 'start');
      this.isWithoutGiven = isWithoutGiven;
    }
    mock.overrides.share(this.overrides());
  }

  settings(): SettingsBackend {
    const { mock } = this.options;
    return {
      settings: () => mock.settings,
      configure: (change) =>
        this.change((state) =>
          put('settings', 'settings', { ...valueIn(state, 'settings', 'settings'), ...change }),
        ),
      reset: () => this.change((state) => removal(state, 'settings', ['settings'])),
    };
  }

  overridesBackend(own: OverridesBackend): OverridesBackend {
    return {
      list: own.list,
      add: (text) => this.add(text),
      remove: async (id) => {
        if (id < FIRST_ID)
          return 'It was given to one mock at its start: end that one, or remove all overrides';
        return this.change((state) => removal(state, 'overrides', [String(id)]));
      },
      clear: () =>
        this.change((state) =>
          removal(state, 'overrides', keysOf(state, 'overrides'), [
            { resource: 'settings', record: new StoredRecord('start', { overrides: 'removed' }) },
          ]),
        ),
      restart: async () => {
        const why = await this.change((state) =>
          removal(state, 'overrides', keysOf(state, 'overrides')),
        );
        return why ?? this.change((state) => removal(state, 'settings', ['start']));
      },
    };
  }

  snapshots(): SnapshotShelf {
    const { state, mock } = this.options;
    return {
      list: () =>
        state
          .collection('snapshots')
          .records()
          .map(({ key, value }) => ({
            name: key,
            at: Number(value['at']),
            records: Number(value['records']),
          })),
      find: (name) => {
        const found = this.value('snapshots', name);
        if (found === null) return null;
        const rows = mock.worlds.seed();
        rows.become(found['image'] as unknown as Record<string, CollectionImage>);
        return rows;
      },
      put: (name, { at, records, state: rows }) =>
        this.change(() =>
          put('snapshots', name, { at, records, image: rows.image() as unknown as JsonObject }),
        ),
      remove: (name) => this.change((current) => removal(current, 'snapshots', [name])),
    };
  }

  private async add(text: string): Promise<AddedOverride> {
    const { contracts, mock } = this.options;
    const read = readOverrideRule(text, contracts());
    if (!('rule' in read)) return read;
    let id = 0;
    const why = await this.change((state) => {
      const keys = keysOf(state, 'overrides');
      id = Math.max(FIRST_ID - 1, ...keys.map(Number), highest(state)) + 1;
      return keys.length >= OVERRIDES_MAX ? null : put('overrides', String(id), { rule: text });
    });
    if (why !== null) return { trouble: why };
    const added = mock.overrides.list().find(({ override }) => override.id === id);
    if (added === undefined)
      return {
        message: `there are ${OVERRIDES_MAX} overrides already`,
        remedy: 'Remove some: DELETE api/overrides.',
      };
    const { override, answered } = added;
    const { on, does, times, rate } = override;
    return { id, rule: printOverride(override), times, rate, answered, on, does };
  }

  /** Makes a change for all mocks. Returns why it could not be made. */
  private async change(decide: (state: State) => StateChange | null): Promise<string | null> {
    const { replica } = this;
    try {
      await replica.write(CONDITIONS_WORLD, (state) => ({
        change: decide(state) ?? { kind: 'none' },
        result: null,
      }));
    } catch (error) {
      const why = replica.whyAway(error);
      if (why === null) throw error;
      return why;
    }
    return null;
  }

  private overrides(): readonly Override[] {
    const { state, contracts } = this.options;
    return state
      .collection('overrides')
      .records()
      .flatMap(({ key, value }) => {
        const read = readOverrideRule(String(value['rule']), contracts());
        return 'rule' in read ? [{ id: Number(key), ...read.rule }] : [];
      });
  }

  private value(resource: string, key: string): JsonObject | null {
    return valueIn(this.options.state, resource, key);
  }
}

function valueIn(state: State, resource: string, key: string): JsonObject | null {
  return state.collection(resource).find(key)?.value ?? null;
}

function keysOf(state: State, resource: string): readonly string[] {
  return state
    .collection(resource)
    .records()
    .map(({ key }) => key);
}

/** A number is given once, also if its override was removed. */
function highest(state: State): number {
  return state.collection('overrides').highestEver;
}

function put(resource: string, key: string, value: JsonObject): StateChange {
  return { kind: 'put', resource, record: new StoredRecord(key, value) };
}

/** Removes some records that are there, and puts others; `null` if nothing changes. */
function removal(
  state: State,
  resource: string,
  keys: readonly string[],
  unset: readonly { readonly resource: string; readonly record: StoredRecord }[] = [],
): StateChange | null {
  const there = keys.filter((key) => state.collection(resource).find(key) !== undefined);
  const [first, ...rest] = there;
  if (first === undefined) {
    const [only] = unset;
    return only === undefined ? null : { kind: 'put', ...only };
  }
  const also = rest.map((key) => ({ resource, key }));
  return { kind: 'remove', resource, key: first, memory: 'forget', also, unset };
}
