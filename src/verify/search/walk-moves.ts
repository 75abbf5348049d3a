// Turns drawn steps into moves. Nothing here is random. No move is made that a correct service
// could refuse, or whose results a check could not tell apart.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { declaresConflicts } from '../../contract/item-members.ts';
import type { Move } from '../move.ts';
import {
  createItemFactory,
  type FactorySource,
  type ItemFactory,
} from '../session/item-factory.ts';
import type { Session } from '../session/session.ts';
import { leavesOpen } from './shrink.ts';

/** The kinds of steps. */
export const STEPS = [
  'create',
  'replace',
  'remove',
  'replace-some',
  'replace-removed',
  'remove-removed',
  'read',
  'list',
  'together',
] as const;

/** The kinds of steps if the contract has PATCH. */
export const STEPS_WITH_UPDATE = [...STEPS, 'update', 'update-removed'] as const;

/** `back`: earlier values. `alike`: texts of another item. `shared`: its lists and objects. */
export const FORMS = ['plain', 'unusual', 'back', 'alike', 'shared'] as const;

/** A step as drawn. Numbers choose among the existing items, from the first. */
export interface WalkStep {
  readonly kind: (typeof STEPS_WITH_UPDATE)[number];
  readonly form: (typeof FORMS)[number];
  readonly pick: number;
  readonly other: number;
  readonly flag: boolean;
  readonly count: number;
  /** Whether a check follows. */
  readonly look: boolean;
  /** The kinds of concurrent moves. */
  readonly parts: readonly ('create' | 'replace' | 'update' | 'remove' | 'read' | 'list')[];
}

/** Returns the moves of a walk. The steps decide all but the token of the run. */
export function movesOf(session: Session, steps: readonly WalkStep[]): readonly Move[] {
  const walker = new Walker(
    createItemFactory(withNewSerials(session)),
    session.service.offers('replace') ? 'replace' : 'update',
  );
  for (const step of steps) walker.take(step);
  return walker.end();
}

/**
 * Counts the items anew, so that the values of a walk do not depend on what was sent before. Where values
 * may conflict, they are others than those of the items that stay.
 */
function withNewSerials({ service, items }: Session): FactorySource {
  const { create, replace, update } = service.contract.operations;
  let serial = [create, replace, update].some(declaresConflicts) ? APART_FROM : 0;
  return { service, items: { token: items.token, nextSerial: () => ++serial } };
}

/** The items of a run count up to here, at most. Words, counts and flags turn as from 0 on. */
const APART_FROM = 16_380;

class Walker {
  private readonly moves: Move[] = [];
  private readonly make: ItemFactory;
  /** The values that each item was sent, by label, except those that a service may refuse. */
  private readonly sent = new Map<string, JsonObject[]>();
  /** Items that may be written to: not those that a service may have refused. */
  private alive: string[] = [];
  private removed: string[] = [];
  private labels = 0;
  /** Whether items were given equal texts: former values of one may be those of another. */
  private isAliked = false;

  /** The operation in place of `replace`: a contract may have only PATCH. */
  private readonly changing: 'replace' | 'update';

  constructor(make: ItemFactory, changing: 'replace' | 'update') {
    this.make = make;
    this.changing = changing;
  }

  take(step: WalkStep): void {
    const move = this.moveOf(step);
    const isOnGone = ['replace-removed', 'update-removed', 'remove-removed'].includes(move.kind);
    // A service that reused the id ends the walk here: earlier writes must be checked first.
    if (isOnGone) this.look();
    this.moves.push(move);
    const isWrite = move.kind !== 'read' && move.kind !== 'list';
    if (isWrite && (step.look || leavesOpen(move))) this.look();
  }

  end(): readonly Move[] {
    this.look();
    return this.moves;
  }

  private look(): void {
    const last = this.moves.at(-1);
    if (last !== undefined && last.kind !== 'look') this.moves.push({ kind: 'look' });
  }

  private moveOf(step: WalkStep): Move {
    const item = chosen(this.alive, step.pick);
    const gone = this.removed.at(-1);
    switch (step.kind) {
      case 'list':
        return { kind: 'list' };
      case 'together':
        return this.together(step);
      case 'replace-removed':
      case 'update-removed':
      case 'remove-removed':
        return gone === undefined ? this.create(step) : this.onGone(step.kind, gone);
      default:
        if (item === undefined || step.kind === 'create') return this.create(step);
        if (step.kind === 'read') return { kind: 'read', item };
        if (step.kind === 'remove') return this.remove(item);
        if (step.kind === 'update') return this.update(item, step);
        if (step.kind === 'replace-some')
          return { kind: 'replace-some', item, values: this.make.shown() };
        return this.replace(item, step);
    }
  }

  private create(step: WalkStep): Move {
    const item = `${LETTERS[this.labels % LETTERS.length]}${this.labels < LETTERS.length ? '' : this.labels}`;
    this.labels++;
    const { values, manner } = this.valuesFor(null, step);
    if (manner === 'plain') {
      this.sent.set(item, [values]);
      this.alive.push(item);
    }
    return { kind: 'create', item, values, manner };
  }

  private replace(item: string, step: WalkStep): Move {
    if (this.changing === 'update') return this.update(item, step);
    const { values, manner } = this.valuesFor(item, step);
    if (manner === 'plain') this.sent.get(item)?.push(values);
    return { kind: 'replace', item, values, manner };
  }

  /** Changes some members: as many as the step says, from one of them on. */
  private update(item: string, step: WalkStep): Move {
    const { form, other, count, flag } = step;
    const isUnusual = form === 'unusual';
    const all = isUnusual
      ? this.unusual(step)
      : this.make.changes({ flag, count: 2 + (count % 2) });
    const members = Object.entries(all);
    const first = other % Math.max(1, members.length);
    const some = [...members.slice(first), ...members.slice(0, first)].slice(0, 1 + (count % 3));
    const values = Object.fromEntries(some);
    const sent = this.sent.get(item);
    if (!isUnusual) sent?.push({ ...sent.at(-1), ...values });
    return { kind: 'update', item, values, manner: isUnusual ? 'unusual' : 'plain' };
  }

  private remove(item: string): Move {
    this.alive = this.alive.filter((one) => one !== item);
    this.removed.push(item);
    return { kind: 'remove', item };
  }

  private onGone(
    kind: 'replace-removed' | 'update-removed' | 'remove-removed',
    item: string,
  ): Move {
    if (kind !== 'replace-removed') return { kind, item };
    // If this creates the item, it exists again.
    this.removed = this.removed.filter((one) => one !== item);
    return { kind, item, values: this.make.plain() };
  }

  /** Concurrent moves on different items; two writes to one item may only both replace it. */
  private together(step: WalkStep): Move {
    const free = [...this.alive];
    const isRival = this.changing === 'replace' && step.parts.every((kind) => kind === 'replace');
    const twice = isRival ? chosen(free, step.pick) : undefined;
    const moves = step.parts.map((kind, index): Move => {
      const plain: WalkStep = { ...step, form: 'plain', pick: step.pick + index };
      if (kind === 'list') return { kind: 'list', times: 2 };
      const item = kind === 'create' ? undefined : (twice ?? chosen(free, plain.pick));
      if (item === undefined) return this.create(plain);
      if (item !== twice) free.splice(free.indexOf(item), 1);
      if (kind === 'read') return { kind: 'read', item };
      if (kind === 'update') return this.update(item, plain);
      return kind === 'remove' ? this.remove(item) : this.replace(item, plain);
    });
    return { kind: 'together', moves };
  }

  private valuesFor(
    item: string | null,
    step: WalkStep,
  ): { readonly values: JsonObject; readonly manner: 'plain' | 'unusual' } {
    const { flag } = step;
    const others = [...this.sent]
      .filter(([label]) => label !== item)
      .map(([, sent]) => sent.at(-1) ?? {});
    const other = chosen(others, step.other);
    const before = item === null ? undefined : chosen(this.sent.get(item) ?? [], step.other);
    if (step.form === 'unusual') return { values: this.unusual(step), manner: 'unusual' };
    const values = this.make.plain({ flag, count: 2 + (step.count % 2) });
    if (step.form === 'back' && before !== undefined)
      return { values: before, manner: this.isAliked ? 'unusual' : 'plain' };
    if (step.form === 'alike' && other !== undefined) {
      this.isAliked = true;
      return { values: { ...values, ...membersOf(other, isName) }, manner: 'unusual' };
    }
    if (step.form === 'shared' && other !== undefined)
      return { values: { ...values, ...membersOf(other, isShared) }, manner: 'plain' };
    return { values, manner: 'plain' };
  }

  private unusual({ other, count, flag }: WalkStep): JsonObject {
    const length = UNUSUAL_LENGTHS[count % UNUSUAL_LENGTHS.length];
    if (length !== undefined && other % 3 === 0) return this.make.plain({ flag, count: length });
    return this.make.unusual(other);
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Lengths of lists that a service may refuse. */
const UNUSUAL_LENGTHS = [0, 1, 14] as const;

function chosen<T>(items: readonly T[], pick: number): T | undefined {
  return items[pick % Math.max(1, items.length)];
}

function membersOf(values: JsonObject, isWanted: (value: Json) => boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter(([key]) => isWanted(own(values, key) ?? null)),
  );
}

/** A text that several items may have; addresses often must be unique. */
function isName(value: Json): boolean {
  return typeof value === 'string' && !value.includes('@');
}

function isShared(value: Json): boolean {
  return Array.isArray(value) || isObject(value);
}
