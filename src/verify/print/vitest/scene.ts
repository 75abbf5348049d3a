// The variables of a generated test: which one holds which id, and which one holds which reply. A
// reply gets a variable only if an assertion uses it.

import { isObject, type JsonObject } from '../../../base/json.ts';
import { jsonPatch, mergePatch } from '../../../base/patch.ts';
import type { Contract } from '../../../contract/contract.ts';
import { itemName } from '../../../oracle/item-findings.ts';
import type { Exchanged } from '../../report.ts';
import { splitPath } from '../../session/issued-ids.ts';
import type { Variables } from './code.ts';

/** The item that a finding is about. */
export interface TestSubject {
  readonly id: string;
  /** The variable that holds its id. */
  readonly variable: string;
  /** The values of the last successful write; `null` if unknown. */
  readonly sent: JsonObject | null;
}

interface Sent {
  readonly method: string;
  readonly isItem: boolean;
  /** `null` if no reply came. */
  readonly status: number | null;
}

export interface SceneOptions {
  readonly contract: Pick<Contract, 'path' | 'id' | 'resource' | 'operations'>;
  /** The ids that the service assigned, by the place of the creation in the trace. */
  readonly ids: ReadonlyMap<number, string>;
  /** The places of the requests that were sent at the same time, group by group. */
  readonly groups: readonly (readonly number[])[];
  readonly token: string;
}

export class TestScene {
  /** The places whose replies have a variable. */
  readonly named = new Set<number>();
  /** Requests that the test sends in addition to the trace. */
  readonly further: string[] = [];
  private readonly trace: readonly Exchanged[];
  private readonly options: SceneOptions;

  constructor(trace: readonly Exchanged[], options: SceneOptions) {
    this.trace = trace;
    this.options = options;
  }

  /** The variables at the end of the trace. */
  get variables(): Variables {
    return this.variablesAt(this.trace.length);
  }

  /** The variables at a place in the trace. */
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

  /** The variable of the last item that was created; `null` if there is none. */
  get newest(): string | null {
    const place = [...this.options.ids.keys()].at(-1);
    return place === undefined ? null : idName(place);
  }

  /** The variable of an id. If the service assigned an id twice, the newer variable counts. */
  variableOf(id: string, before = this.trace.length): string | undefined {
    const place = [...this.options.ids].findLast(([at, one]) => at < before && one === id)?.[0];
    return place === undefined ? undefined : idName(place);
  }

  /** The item that a message names. */
  subject(message: string): TestSubject | null {
    const { ids, contract } = this.options;
    const named = [...new Set(ids.values())].filter((id) =>
      `${message} `.includes(`${itemName(contract, id)} `),
    );
    const id = named.toSorted((a, b) => b.length - a.length)[0];
    const variable = id === undefined ? undefined : this.variableOf(id);
    return id === undefined || variable === undefined
      ? null
      : { id, variable, sent: this.sentTo(id).at(-1) ?? null };
  }

  /** The variable of the reply to the last matching request; `null` if there is none. */
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

  /** The variable of the reply to the last read of an item. */
  reading({ id, variable }: TestSubject): string {
    const place = this.trace.findLastIndex(
      ({ call }) => call.method === 'GET' && this.keyOf(call.path) === id,
    );
    if (place > this.lastWrite()) return this.name(place);
    const line = `const reading = await send('GET', item(${variable}));`;
    if (!this.further.includes(line)) this.further.push(line);
    return 'reading';
  }

  /** The variables of the replies to all reads of an item since the last write. */
  readings({ id }: TestSubject): readonly string[] {
    return this.since(({ call }) => call.method === 'GET' && this.keyOf(call.path) === id);
  }

  /** The elements of the list, from all pages that were read since the last write. */
  lists(): string {
    const { path } = this.options.contract;
    const names = this.since(({ call }) => call.method === 'GET' && call.path === path);
    return names.length > 0
      ? `elements(${names.join(', ')})`
      : "elements(await send('GET', collection))";
  }

  /** The element of the list that shows an item. */
  listed({ variable }: TestSubject): string {
    return `${this.lists()}.find((one) => idIn(one) === ${variable})`;
  }

  /** The values of the last group of simultaneous replacements of an item. */
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
    const written: JsonObject[] = [];
    for (const [place, exchanged] of this.trace.entries()) {
      const { call, received } = exchanged;
      if (received === null || received.status >= 300) continue;
      const isToIt = this.keyOf(call.path) === id;
      if (call.method === 'PATCH' && isToIt)
        written.push(patchedBy(exchanged, written.at(-1) ?? {}));
      else if (call.method === 'PUT' ? isToIt : this.options.ids.get(place) === id)
        written.push(...bodyOf(exchanged));
    }
    return written;
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

/** The values of an item after a PATCH: a merge patch, or a JSON Patch. */
function patchedBy({ call: { body } }: Exchanged, before: JsonObject): JsonObject {
  if (body.kind !== 'json') return before;
  const patched = Array.isArray(body.value) ? jsonPatch(before, body.value) : null;
  if (patched === null) return mergePatch(before, body.value) as JsonObject;
  return patched.kind === 'value' && isObject(patched.value) ? patched.value : before;
}

/** The object in the body of a request, if there is one. */
function bodyOf(exchanged: Exchanged | undefined): readonly JsonObject[] {
  const body = exchanged?.call.body;
  return body?.kind === 'json' && isObject(body.value) ? [body.value] : [];
}
