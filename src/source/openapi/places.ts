// Places in a document and the files that it refers to, references between them, and notes about
// them. Reads no files and calls no network: a reference to what was not given leads nowhere.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { tryPercentDecode } from '../../base/percent.ts';
import { pluralize } from '../../base/pluralize.ts';
import { parsePointer, toPointer, valueAt } from '../../base/pointer.ts';
import type { SourceNote } from '../source-contracts.ts';
import { Anchors } from './anchors.ts';

/** A place in one of the files; the file of the document itself is the empty text. */
export interface SourcePlace {
  readonly file: string;
  readonly steps: readonly string[];
}

/** A value and its place. */
export interface Placed {
  readonly value: Json;
  readonly place: SourcePlace;
}

/** Where a reference leads: to a value, or nowhere. */
export type Followed = (Placed & { readonly kind: 'found' }) | { readonly kind: 'lost' };

export function below(place: SourcePlace, ...steps: readonly string[]): SourcePlace {
  return new PlaceBelow(place, steps);
}

/** A place below another. Few are ever told, so the steps to it are put together when asked for. */
class PlaceBelow implements SourcePlace {
  readonly file: string;
  private readonly above: SourcePlace;
  private readonly further: readonly string[];
  private whole: readonly string[] | null = null;

  constructor(above: SourcePlace, further: readonly string[]) {
    this.file = above.file;
    this.above = above;
    this.further = further;
  }

  get steps(): readonly string[] {
    this.whole ??= [...this.above.steps, ...this.further];
    return this.whole;
  }
}

/** Writes a place as notes have it: `/paths/~1users`, or `pets.yaml#/Pet` in another file. */
export function placeText({ file, steps }: SourcePlace): string {
  return file === '' ? toPointer(steps) : `${file}#${toPointer(steps)}`;
}

/** The files of one description, by path relative to the document. */
export class SourceFiles {
  private readonly files: ReadonlyMap<string, Json>;
  /** Where references lead, by file and reference: each is met again and again. */
  private readonly targets = new Map<string, Placed | null>();
  private named: Anchors | null = null;
  private isDynamic: boolean | null = null;

  constructor(document: Json, others: ReadonlyMap<string, Json> = new Map()) {
    this.files = new Map([...others, ['', document]]);
  }

  /** The address that the document gives itself (OpenAPI 3.2, `$self`); `null` if it has none. */
  private get self(): string | null {
    const { document } = this;
    const self = isObject(document) ? own(document, '$self') : undefined;
    return typeof self === 'string' ? (self.split('#')[0] ?? '') : null;
  }

  /** The document itself. */
  get document(): Json {
    return this.files.get('') ?? null;
  }

  /** The names that schemas have by `$id`, `$anchor` and `$dynamicAnchor`. */
  get anchors(): Anchors {
    this.named ??= new Anchors(this.files);
    return this.named;
  }

  /** The schemas that have names: those of components and definitions, and whole parts of files. */
  *namedSchemas(): Iterable<Placed> {
    for (const [file, document] of this.files)
      for (const steps of [['components', 'schemas'], ['definitions'], []]) {
        const holder = valueAt(document, steps) ?? null;
        if (!isObject(holder)) continue;
        for (const [name, value] of Object.entries(holder))
          if (isObject(value)) yield { value, place: { file, steps: [...steps, name] } };
      }
  }

  /** Follows a chain of references from a value. A value that is no reference is itself. */
  follow(value: Json, place: SourcePlace): Followed {
    let found: Placed = { value, place };
    for (let links = 0; links <= LINKS_MAX; links++) {
      const ref = refOf(found.value);
      if (ref === null) return { kind: 'found', ...found };
      const target = this.targetOf(ref, found.place);
      if (target === null) return { kind: 'lost' };
      found = target;
    }
    return { kind: 'lost' };
  }

  /** Returns a member of an object, which may be a reference; `null` if there is none. */
  memberOf({ value, place }: Placed, name: string): Placed | null {
    const member = isObject(value) ? own(value, name) : undefined;
    if (member === undefined) return null;
    const found = this.follow(member, below(place, name));
    return found.kind === 'found' ? found : null;
  }

  /** Returns the value that a reference names, and its place; `null` if there is none. */
  targetOf(ref: string, from: SourcePlace): Placed | null {
    const key = `${from.file}\n${ref}`;
    // What has an address of its own is the whole of what stands in it, not the document.
    if (ref === '#') return this.placed(this.anchors.placeOf(ref, from));
    const known = this.targets.get(key);
    const target = known === undefined ? this.placed(this.placeOf(ref, from.file)) : known;
    if (known === undefined) this.targets.set(key, target);
    // A name counts from the schema around it.
    return target ?? this.placed(this.anchors.placeOf(ref, from));
  }

  /** Whether any schema has a dynamic name. */
  get hasDynamicNames(): boolean {
    this.isDynamic ??= [...this.files.values()].some((one) => hasKey(one, '$dynamicAnchor'));
    return this.isDynamic;
  }

  /** Returns what stands at a place; `null` if nothing does. */
  placed(place: SourcePlace | null): Placed | null {
    const value = place === null ? undefined : this.at(place);
    return place === null || value === undefined ? null : { value, place };
  }

  /** Returns the place that a reference names; `null` if it is in no file that was given. */
  private placeOf(ref: string, file: string): SourcePlace | null {
    const [given = '', fragment = ''] = ref.split('#');
    const path = given === this.self ? '' : given;
    const steps = parsePointer(tryPercentDecode(fragment) ?? 'none');
    const target =
      path === '' ? (given === '' ? file : '') : resolvePath(file, tryPercentDecode(path) ?? path);
    return steps === null || target === null || !this.files.has(target)
      ? null
      : { file: target, steps };
  }

  private at({ file, steps }: SourcePlace): Json | undefined {
    const document = this.files.get(file);
    return document === undefined ? undefined : valueAt(document, steps);
  }
}

const LINKS_MAX = 20;

function hasKey(value: Json, key: string): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some((one: Json) => hasKey(one, key));
  for (const name in value as JsonObject)
    if (name === key || hasKey((value as JsonObject)[name] as Json, key)) return true;
  return false;
}

/** Returns the reference that a value is; `null` if it is none. */
export function refOf(value: Json): string | null {
  const ref = isObject(value) ? own(value, '$ref') : undefined;
  return typeof ref === 'string' ? ref : null;
}

/** Returns a path relative to a file; `null` if it leaves the folder, or names a network. */
function resolvePath(file: string, path: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:|^\//i.test(path)) return null;
  const steps = file.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return steps.join('/');
}

/** Notes on what a document holds. The same fault at many places is told once, with their number. */
export class Notes {
  private readonly found = new Map<string, NotedFault>();

  add(place: SourcePlace, message: string): void {
    this.note(place, message);
  }

  /** Adds a note on a part of the document that is left out. */
  addLeftOut(place: SourcePlace, message: string): void {
    this.note(place, message).leftOut.add(partAt(place));
  }

  /** Adds a note on what a schema says and nothing here reads. */
  addUnread(place: SourcePlace, what: string, message: string): void {
    this.note(place, message).unread = what;
  }

  all(): readonly SourceNote[] {
    return [...this.found].map(([message, { place, count, leftOut, unread }]) => ({
      place,
      ...(unread === undefined ? {} : { unread }),
      message: count === 1 ? message : `${message} (and at ${pluralize(count - 1, 'other place')})`,
      ...(leftOut.size > 0 ? { leftOut: [...leftOut] } : {}),
    }));
  }

  private note(place: SourcePlace, message: string): NotedFault {
    const known: NotedFault = this.found.get(message) ?? {
      place: placeText(place),
      count: 0,
      leftOut: new Set(),
    };
    known.count++;
    this.found.set(message, known);
    return known;
  }
}

interface NotedFault {
  readonly place: string;
  count: number;
  readonly leftOut: Set<string>;
  unread?: string;
}

/** Names the operation or the path that a place belongs to; the place if it belongs to none. */
function partAt(place: SourcePlace): string {
  const [holder, path, method] = place.file === '' ? place.steps : [];
  if (holder !== 'paths' || path === undefined) return placeText(place);
  return method === undefined || method === 'parameters' ? path : `${method.toUpperCase()} ${path}`;
}
