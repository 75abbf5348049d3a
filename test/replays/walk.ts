// A long session of a client that lists, reads, creates, changes and removes what it finds. It asks as
// clients do: for ids that earlier answers showed, sometimes for what it has removed.

import { isObject, type Json, type JsonObject } from '../../src/base/json.ts';
import { createRandom } from '../../src/base/random.ts';
import type { Ask, Session, Step } from '../support/sessions.ts';

/** A collection as a client knows it. */
export interface WalkedCollection {
  /** Its path, from that of the item that it is below. */
  readonly base: string;
  /** The members that lead to an item in an answer, and to a list where it is elsewhere. */
  readonly inside: readonly string[];
  readonly lists?: readonly string[];
  /** Defaults to `id`. */
  readonly id?: string;
  readonly queries: readonly string[];
  readonly create: (number: number) => JsonObject;
  /** A body that the service refuses. */
  readonly refused?: JsonObject;
  readonly change: ((number: number) => JsonObject) | null;
  /** PUT sends what a creation sends, PATCH a change. */
  readonly changes: readonly ('PUT' | 'PATCH')[];
  /** Whether nothing removes an item. */
  readonly isKept?: boolean;
  readonly actions?: readonly string[];
  readonly below: readonly WalkedCollection[];
}

export interface Walked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly collections: readonly WalkedCollection[];
  readonly others: readonly Step[];
}

interface KnownItem {
  readonly path: string;
  readonly template: string;
  readonly of: WalkedCollection;
  isGone: boolean;
}

/** Returns a session of so many calls; the same seed gives the same one. */
export function walkSession(walked: Walked, calls: number, seed: number): Session {
  return async (ask) => {
    const walk = new Walk(walked, ask, createRandom(seed));
    await walk.begin();
    while (walk.calls < calls) await walk.step();
  };
}

class Walk {
  calls = 0;
  private readonly walked: Walked;
  private readonly ask: Ask;
  private readonly random: () => number;
  private readonly items: KnownItem[] = [];
  private made = 0;

  constructor(walked: Walked, ask: Ask, random: () => number) {
    this.walked = walked;
    this.ask = ask;
    this.random = random;
  }

  /** Looks at each list once, as a client that opens. */
  async begin(): Promise<void> {
    for (const collection of this.walked.collections) await this.list(collection, '', '', '');
  }

  async step(): Promise<void> {
    const there = this.items.filter(({ isGone }) => !isGone);
    const item = this.pick(there);
    const gone = this.pick(this.items.filter(({ isGone }) => isGone));
    const [of, above, template] = this.somewhere(there);
    const chance = this.random();
    if (chance < 0.14) return this.list(of, above, template, '');
    if (chance < 0.2) return this.list(of, above, template, this.pick(of.queries) ?? '');
    if (chance < 0.36) return this.create(of, above, template);
    if (chance < 0.4 && of.refused !== undefined)
      return void (await this.send('POST', above + of.base, template + of.base, of.refused));
    if (chance < 0.46) {
      const other = this.pick(this.walked.others);
      if (other !== undefined) return void (await this.sendStep(other));
    }
    if (chance < 0.5 && gone !== undefined)
      return void (await this.send('GET', gone.path, gone.template));
    if (item === undefined) return this.create(of, above, template);
    if (chance < 0.7) return void (await this.send('GET', item.path, item.template));
    if (chance < 0.76 && item.of.actions !== undefined) {
      const action = this.pick(item.of.actions);
      return void (await this.send('POST', `${item.path}/${action}`, `${item.template}/${action}`));
    }
    if (chance < 0.9) return this.change(item);
    return item.of.isKept === true
      ? void (await this.send('GET', item.path, item.template))
      : this.remove(item);
  }

  /** A collection at the top, or below an item. */
  private somewhere(there: readonly KnownItem[]): readonly [WalkedCollection, string, string] {
    const parent = this.pick(there.filter(({ of }) => of.below.length > 0));
    const below = parent === undefined ? undefined : this.pick(parent.of.below);
    if (parent !== undefined && below !== undefined && this.random() < 0.4)
      return [below, parent.path, parent.template];
    return [this.pick(this.walked.collections) as WalkedCollection, '', ''];
  }

  private async list(of: WalkedCollection, above: string, template: string, query: string) {
    const [path, name] = [above + of.base, template + of.base];
    const json = await this.send('GET', path + query, name);
    const found = valueIn(json, of.lists ?? of.inside);
    for (const item of Array.isArray(found) ? (found as readonly Json[]) : [])
      this.know(item, of, path, name);
  }

  private async create(of: WalkedCollection, above: string, template: string): Promise<void> {
    const [path, name] = [above + of.base, template + of.base];
    const json = await this.send('POST', path, name, of.create(100 + ++this.made));
    this.know(valueIn(json, of.inside), of, path, name);
  }

  private async change(item: KnownItem): Promise<void> {
    const { change, changes, create } = item.of;
    const method = this.pick(changes);
    if (method === undefined || change === null)
      return void (await this.send('GET', item.path, item.template));
    const isWhole = method === 'PUT' && changes.includes('PATCH');
    const body = (isWhole ? create : change)(100 + ++this.made);
    await this.send(method, item.path, item.template, body);
  }

  private async remove(item: KnownItem): Promise<void> {
    await this.send('DELETE', item.path, item.template);
    for (const one of this.items)
      if (one === item || one.path.startsWith(`${item.path}/`)) one.isGone = true;
  }

  private know(json: Json | undefined, of: WalkedCollection, path: string, name: string): void {
    const id = isObject(json ?? null) ? (json as JsonObject)[of.id ?? 'id'] : undefined;
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const item = { path: `${path}/${id}`, template: `${name}/{}`, of, isGone: false };
    if (!this.items.some((one) => one.path === item.path)) this.items.push(item);
  }

  private send(method: string, target: string, template: string, body?: JsonObject): Promise<Json> {
    const name = `${method} ${template}`;
    return this.sendStep({ name, method, target, ...(body === undefined ? {} : { body }) });
  }

  private sendStep(step: Step): Promise<Json> {
    this.calls++;
    const { headers } = this.walked;
    return this.ask(headers === undefined ? step : { ...step, headers });
  }

  private pick<Value>(values: readonly Value[]): Value | undefined {
    return values[Math.floor(this.random() * values.length)];
  }
}

function valueIn(json: Json, steps: readonly string[]): Json | undefined {
  return steps.reduce<Json | undefined>(
    (value, step) => (value !== undefined && isObject(value) ? value[step] : undefined),
    json,
  );
}
