// A trace as the scene of a test: which variable holds which id, and which answers an assertion is
// about. Answers are named when they are asked for, so that a test names no others.

import type { JsonObject } from '../../../base/json.ts';
import { isObject } from '../../../base/json.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Exchanged } from '../../report.ts';
import { splitPath } from '../../session/issued-ids.ts';
import type { Variables } from './code.ts';

/** The item that a finding is about. */
export interface Subject {
  readonly id: string;
  /** The variable that holds its id. */
  readonly variable: string;
  /** What it was last sent with success; `null` where that is not known. */
  readonly sent: JsonObject | null;
}

interface Sent {
  readonly method: string;
  readonly isItem: boolean;
  /** `null` where nothing came back. */
  readonly status: number | null;
}

export interface SceneOptions {
  readonly contract: Pick<Contract, 'path' | 'id' | 'resource'>;
  /** The ids that were given out, by the place in the trace of the call that did. */
  readonly ids: ReadonlyMap<number, string>;
  /** The places of the calls that were sent at once with others, group by group. */
  readonly groups: readonly (readonly number[])[];
  readonly token: string;
}

export class TestScene {
  /** The places whose answers are named. */
  readonly named = new Set<number>();
  /** Calls that the test makes besides those of the trace. */
  readonly further: string[] = [];
  private readonly trace: readonly Exchanged[];
  private readonly options: SceneOptions;

  constructor(trace: readonly Exchanged[], options: SceneOptions) {
    this.trace = trace;
    this.options = options;
  }

  /** What stands for other texts in the source, in the end. */
  get variables(): Variables {
    return this.variablesAt(this.trace.length);
  }

  /** What stands for other texts in the source, at a place in the trace. */
  variablesAt(place: number): Variables {
    const { contract, token } = this.options;
    return {
      token,
      idOf: (member, value) => {
        const variable = member === contract.id ? this.variableOf(String(value), place) : undefined;
        return variable === undefined
          ? undefined
          : typeof value === 'number'
            ? `Number(${variable})`
            : variable;
      },
    };
  }

  /** The variable of the last item that was created; `null` where none was. */
  get newest(): string | null {
    const place = [...this.options.ids.keys()].at(-1);
    return place === undefined ? null : idName(place);
  }

  /**
   * The variable that holds an id in the end: an id that is given out twice is in the newer one.
   */
  variableOf(id: string, before = this.trace.length): string | undefined {
    const place = [...this.options.ids].findLast(([at, one]) => at < before && one === id)?.[0];
    return place === undefined ? undefined : idName(place);
  }

  /** The item that a message names. */
  subject(message: string): Subject | null {
    const { ids, contract } = this.options;
    const named = [...new Set(ids.values())].filter((id) =>
      `${message} `.includes(`${contract.resource} ${id} `),
    );
    const id = named.toSorted((a, b) => b.length - a.length)[0];
    const variable = id === undefined ? undefined : this.variableOf(id);
    return id === undefined || variable === undefined
      ? null
      : { id, variable, sent: this.sentTo(id).at(-1) ?? null };
  }

  /** The name of the answer to the last call of some kind; `null` where there was none. */
  last(isIt: (sent: Sent) => boolean): string | null {
    const place = this.trace.findLastIndex(({ call, received }) =>
      isIt({
        method: call.method,
        isItem: this.keyOf(call.path) !== null,
        status: received?.status ?? null,
      }),
    );
    return place < 0 ? null : this.name(place);
  }

  /** The name of the answer to the last reading of an item. */
  reading({ id, variable }: Subject): string {
    const place = this.trace.findLastIndex(
      ({ call }) => call.method === 'GET' && this.keyOf(call.path) === id,
    );
    if (place > this.lastWrite()) return this.name(place);
    const line = `const reading = await send('GET', item(${variable}));`;
    if (!this.further.includes(line)) this.further.push(line);
    return 'reading';
  }

  /** The names of the answers to all readings of an item since the last write. */
  readings({ id }: Subject): readonly string[] {
    return this.since(({ call }) => call.method === 'GET' && this.keyOf(call.path) === id);
  }

  /** The elements of the list, of all pages that were read since the last write. */
  lists(): string {
    const { path } = this.options.contract;
    const names = this.since(({ call }) => call.method === 'GET' && call.path === path);
    return names.length > 0
      ? `elements(${names.join(', ')})`
      : "elements(await send('GET', collection))";
  }

  /** The element of the list that shows an item. */
  listed({ variable }: Subject): string {
    return `${this.lists()}.find((one) => idIn(one) === ${variable})`;
  }

  /** What was sent at once to replace an item, the last time that was done. */
  rivals(id: string): readonly JsonObject[] {
    const isRival = (place: number): boolean => {
      const call = this.trace[place]?.call;
      return call?.method === 'PUT' && this.keyOf(call.path) === id;
    };
    const group = this.options.groups.findLast((places) => places.filter(isRival).length > 1) ?? [];
    return group.filter(isRival).flatMap((place) => bodyOf(this.trace[place]));
  }

  keyOf(path: string): string | null {
    return splitPath(path, this.options.contract.path)?.id ?? null;
  }

  private since(isIt: (exchanged: Exchanged) => boolean): readonly string[] {
    const after = this.lastWrite();
    return this.trace.flatMap((exchanged, place) =>
      place > after && isIt(exchanged) ? [this.name(place)] : [],
    );
  }

  private lastWrite(): number {
    return this.trace.findLastIndex(({ call }) => call.method !== 'GET' && call.method !== 'HEAD');
  }

  private sentTo(id: string): readonly JsonObject[] {
    return this.trace.flatMap((exchanged, place) => {
      const { call, received } = exchanged;
      const isToIt =
        call.method === 'PUT' ? this.keyOf(call.path) === id : this.options.ids.get(place) === id;
      const isDone = received !== null && received.status < 300;
      return isToIt && isDone ? bodyOf(exchanged) : [];
    });
  }

  private name(place: number): string {
    this.named.add(place);
    return answerName(place);
  }
}

export function answerName(place: number): string {
  return `answer${place + 1}`;
}

export function idName(place: number): string {
  return `id${place + 1}`;
}

/** The object that a call holds, or none. */
function bodyOf(exchanged: Exchanged | undefined): readonly JsonObject[] {
  const body = exchanged?.call.body;
  return body?.kind === 'json' && isObject(body.value) ? [body.value] : [];
}
