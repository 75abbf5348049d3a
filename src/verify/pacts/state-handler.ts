// The team's own handler of provider states: a URL or a module. What it makes is the team's. This
// file does not know how it is called.

import type { JsonObject } from '../../base/json.ts';
import type { GivenState } from './provider-states.ts';

/** A state to set up or to tear down, as pact-js tells its handlers. */
export interface StateChange extends GivenState {
  readonly action: 'setup' | 'teardown';
  readonly consumer: string;
}

export interface StateHandler {
  /** Whether it sets a state up; a URL is asked for all. */
  knows(name: string): boolean;
  /** Returns the values to inject. Rejects with `HandlerFailed`. */
  change(state: StateChange): Promise<JsonObject>;
}

/** Thrown if a handler failed; `message` is a clause that says how. */
export class HandlerFailed extends Error {
  override readonly name = 'HandlerFailed';
}

/** Sets up all states in order and returns their values; tears down what was done if one fails. */
export async function setUpByHandler(
  handler: StateHandler,
  states: readonly GivenState[],
  consumer: string,
): Promise<JsonObject> {
  const done: GivenState[] = [];
  const values: JsonObject[] = [];
  for (const state of states) {
    try {
      values.push(await handler.change({ ...state, action: 'setup', consumer }));
      done.push(state);
    } catch (error) {
      await tearDownByHandler(handler, done, consumer);
      if (!(error instanceof HandlerFailed)) throw error;
      throw new HandlerFailed(`your handler could not set up "${state.name}": ${error.message}`);
    }
  }
  return Object.assign({}, ...values) as JsonObject;
}

/** Tears down all states in order. Returns what failed, a clause each. */
export async function tearDownByHandler(
  handler: StateHandler,
  states: readonly GivenState[],
  consumer: string,
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const state of states) {
    try {
      await handler.change({ ...state, action: 'teardown', consumer });
    } catch (error) {
      if (!(error instanceof HandlerFailed)) throw error;
      failed.push(`your handler could not tear down "${state.name}": ${error.message}`);
    }
  }
  return failed;
}
