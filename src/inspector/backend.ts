// What the API needs of a running mock: its rows, worlds, settings and overrides, as ports. The
// commands connect them to a mock; nothing here knows which one.

import type { Settings } from '../contract/settings.ts';
import type { Unnumbered } from '../journal/interaction/recorded.ts';
import type { Draw } from '../model/ids/ids.ts';
import type { Effect } from '../model/ruling/ruling.ts';
import type { State } from '../model/state/state.ts';
import type { Checker } from '../schema/check.ts';
import type { RulesView } from './contract-view.ts';
import type { OverrideView, WorldView } from './wire.ts';

/** The rows of a mock. */
export interface DataBackend {
  readonly rules: () => RulesView;
  readonly checker: () => Promise<Checker>;
  readonly draw: Pick<Draw, 'random' | 'uuid'>;
  state(): State;
  /** Resolves once the rows of a world are as new as those of all mocks that share them. */
  confirm(world: string): Promise<void>;
  /** Returns a new state with the rows of the seed file. */
  seed(): State;
  /** Replaces the state; returns why that cannot be kept, and then does not. */
  restore(state: State): Promise<string | null>;
  /**
   * Makes a change that `decide` returns for the rows as they are; `null` for none. If mocks share the
   * rows, it may be called again. Returns why the change cannot be kept; then it was not made.
   */
  change(decide: (state: State) => Effect | null): Promise<string | null>;
  /** Returns why no change can be kept at the moment; `null` if changes can be. */
  readOnly(): string | null;
  readonly worlds: WorldsBackend;
}

/** The worlds of a mock. `Worlds` of the mock implements it. */
export interface WorldsBackend {
  readonly max: number;
  readonly idleMs: number;
  readonly evicted: number;
  readonly expired: number;
  list(): readonly WorldView[];
  has(name: string): boolean;
  /** Returns the rows of a world to read. Returns the seed's if there is no such world. */
  look(name: string): State;
  /** Makes a change in a world, as `DataBackend.change` does. Creates the world if there is none. */
  change(name: string, decide: (state: State) => Effect | null): Promise<string | null>;
  /** Creates or replaces a world. Returns why that cannot be kept. */
  put(name: string, state: State): Promise<string | null>;
  /** Removes a world. Returns why that cannot be kept. */
  remove(name: string): Promise<string | null>;
}

/** Why a change was not made; `null` if it was. If mocks share it, the store is asked first. */
export type Changed = Promise<string | null> | string | null;

export type AddedOverride =
  | OverrideView
  | { readonly message: string; readonly remedy: string }
  | { readonly trouble: string };

/** The settings of a mock. */
export interface SettingsBackend {
  settings(): Settings;
  /** Changes some settings. The others stay. */
  configure(change: Partial<Settings>): Changed;
  /** Restores the settings that the flags set. */
  reset(): Changed;
}

/** The overrides of a mock. */
export interface OverridesBackend {
  list(): readonly OverrideView[];
  /** Adds a rule. Returns what is wrong with it if it cannot be read. */
  add(rule: string): AddedOverride | Promise<AddedOverride>;
  remove(id: number): Changed;
  clear(): Changed;
  /** Restores those of the start. Their counts begin again. */
  restart(): Changed;
}

/** The event streams and WebSockets that have not ended. */
export interface StreamsBackend {
  /** Their numbers, in the order of their opening. */
  ids(): readonly number[];
  /** Returns a stream as it would be recorded now; `null` if it has ended. */
  find(id: number): Promise<Unnumbered | null>;
  /** Calls `onChange` when one opens or ends. Returns a function that ends this. */
  follow(onChange: () => void): () => void;
}
