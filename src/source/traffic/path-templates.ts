// Paths that were requested, as templates: `/pets/7` and `/pets/8` are `/pets/{petId}`. A segment is
// an id if it looks like one, if an answer shows it as the id of an item, or if several ones in its
// place were used alike.

import { isNumber, isObject, type Json, own } from '../../base/json.ts';
import { singularOf } from '../../base/names.ts';
import { percentDecode } from '../../base/percent.ts';
import { type Exchange, isSuccess, objectsIn, segmentsOf } from './exchange.ts';

export interface PathTemplate {
  /** `/owners/{ownerId}/pets`. */
  readonly text: string;
  readonly segments: readonly string[];
  /** The values of the parameters, in order. */
  readonly values: ReadonlyMap<string, string>;
}

/** Returns the template of each path. */
export function templatesOf(exchanges: readonly Exchange[]): ReadonlyMap<string, PathTemplate> {
  return new PathClusters(exchanges).run();
}

/** Numbers, UUIDs, long words with digits, `cus_8fJ2kd`, dates and addresses. */
const OPAQUE =
  /^(?:-?\d+|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?=[^\d]*\d)[\da-f]{8,}|(?=(?:[^\d]*\d){2})[A-Za-z\d_-]{16,}|[a-z]{2,8}_(?=[^\d]*\d)[A-Za-z\d]{6,}|\d{4}-\d\d-\d\d|[^@/]+@[^@/]+)$/i;

/** Whether a segment of a path is certainly an id, whatever stands around it. */
export function isOpaque(segment: string): boolean {
  return OPAQUE.test(segment);
}

/** Members whose values name items in paths. */
const NAMES =
  /^(?:_?id|.*(?:Id|_id|ID)|uuid|guid|key|slug|name|code|sku|username|login|number|handle)$/;

interface ClusteredPath {
  readonly path: string;
  readonly segments: readonly string[];
}

class PathClusters {
  private readonly byPath: ReadonlyMap<string, readonly Exchange[]>;
  /** The ids in answers, by the path of the collection; each with the name of its member. */
  private readonly ids = new Map<string, Map<string, string>>();
  /** Paths that answered a list, or took a new item. */
  private readonly collections = new Set<string>();
  /** Paths that were always answered with 404. */
  private readonly missing: ReadonlySet<string>;
  private readonly found = new Map<string, PathTemplate>();

  constructor(exchanges: readonly Exchange[]) {
    this.byPath = Map.groupBy(exchanges, ({ path }) => path);
    const missing = [...this.byPath].filter(([, all]) => all.every(({ status }) => status === 404));
    this.missing = new Set(missing.map(([path]) => path));
    for (const exchange of exchanges) if (isSuccess(exchange)) this.note(exchange);
  }

  run(): ReadonlyMap<string, PathTemplate> {
    const paths = [...this.byPath.keys()];
    this.cluster(
      paths.map((path) => ({ path, segments: segmentsOf(path) })),
      [],
    );
    return this.found;
  }

  private note({ method, path, answer }: Exchange): void {
    const segments = segmentsOf(path);
    const here = segments.join('/');
    const objects = objectsIn(answer?.json);
    if (method === 'POST' || holdsList(answer?.json)) {
      this.collections.add(here);
      for (const object of objects)
        for (const [member, value] of Object.entries(object)) this.noteId(here, member, value);
    }
    const last = percentDecode(segments.at(-1) ?? '');
    const above = segments.slice(0, -1).join('/');
    for (const object of objects)
      for (const [member, value] of Object.entries(object))
        if (String(value) === last) this.noteId(above, member, value);
  }

  private noteId(collection: string, member: string, value: Json): void {
    if (!NAMES.test(member) || (typeof value !== 'string' && !isNumber(value))) return;
    const known = this.ids.get(collection) ?? new Map<string, string>();
    const before = known.get(String(value));
    if (before === undefined || /^_?id$/.test(member)) known.set(String(value), member);
    this.ids.set(collection, known);
  }

  /** Finds the templates of paths that have the same template so far. */
  private cluster(paths: readonly ClusteredPath[], before: readonly string[]): void {
    const depth = before.length;
    const ended = paths.filter(({ segments }) => segments.length === depth);
    for (const one of ended) this.found.set(one.path, templateOf(one, before));
    const groups = Map.groupBy(
      paths.filter(({ segments }) => segments.length > depth),
      ({ segments }) => segments[depth] ?? '',
    );
    const members = new Map(
      [...groups].map(([text, all]) => [text, this.memberOf(text, all, depth)]),
    );
    const alike = this.alike(groups, members, depth);
    const isId = (text: string): boolean =>
      members.get(text) !== undefined ||
      alike.has(text) ||
      (isOpaque(percentDecode(text)) && (depth > 0 || groups.size > 1));
    const hasIds = [...groups.keys()].some(isId);
    // A path that was never found is the id of nothing, if there are ids in its place.
    const isItem = ([text, all]: readonly [string, readonly ClusteredPath[]]): boolean =>
      isId(text) || (hasIds && all.every(({ path }) => this.missing.has(path)));
    const ids = [...groups].filter(isItem);
    const literal = [...groups].filter((one) => !isItem(one));
    for (const [text, all] of literal) this.cluster(all, [...before, text]);
    if (ids.length === 0) return;
    const [member] = ids.flatMap(([text]) => members.get(text) ?? []);
    this.cluster(
      ids.flatMap(([, all]) => all),
      [...before, `{${nameOf(member, before)}}`],
    );
  }

  /** The member that an answer shows with this id; `undefined` if there is none. */
  private memberOf(
    text: string,
    paths: readonly ClusteredPath[],
    depth: number,
  ): string | undefined {
    const value = percentDecode(text);
    for (const { segments } of paths) {
      const member = this.ids.get(segments.slice(0, depth).join('/'))?.get(value);
      if (member !== undefined) return member;
    }
    return undefined;
  }

  /** Segments below a collection that are used in the same way, at least two of them. */
  private alike(
    groups: ReadonlyMap<string, readonly ClusteredPath[]>,
    members: ReadonlyMap<string, string | undefined>,
    depth: number,
  ): ReadonlySet<string> {
    const rest = [...groups].filter(
      ([text, paths]) =>
        members.get(text) === undefined &&
        paths.some(({ segments }) => this.collections.has(segments.slice(0, depth).join('/'))),
    );
    const byUse = Map.groupBy(rest, ([, paths]) => this.useOf(paths, depth));
    return new Set(
      [...byUse].flatMap(([use, all]) =>
        use === '' || all.length < 2 ? [] : all.map(([text]) => text),
      ),
    );
  }

  /** How a segment at the end of a path is used: methods and members; empty if it is unlike an id. */
  private useOf(paths: readonly ClusteredPath[], depth: number): string {
    const ends = paths.filter(({ segments }) => segments.length === depth + 1);
    const uses = ends
      .flatMap(({ path }) => this.byPath.get(path) ?? [])
      .filter(isSuccess)
      .map(({ method, answer }) => {
        const json = answer?.json;
        if (method === 'POST' || holdsList(json)) return '';
        const keys = isObject(json ?? null) ? Object.keys(json as object).sort() : [];
        return `${method} ${keys.join(' ')}`;
      });
    return uses.includes('') ? '' : [...new Set(uses)].sort().join(', ');
  }
}

/** Whether a body is a list, or has one in a member. */
function holdsList(json: Json | undefined): boolean {
  if (json === undefined) return false;
  return (
    Array.isArray(json) ||
    (isObject(json) && Object.values(json).some(Array.isArray) && own(json, 'id') === undefined)
  );
}

function templateOf({ segments }: ClusteredPath, template: readonly string[]): PathTemplate {
  const values = template.flatMap((one, index): [string, string][] =>
    one.startsWith('{') ? [[one.slice(1, -1), percentDecode(segments[index] ?? '')]] : [],
  );
  return { text: `/${template.join('/')}`, segments: template, values: new Map(values) };
}

/** The name of a parameter: that of the member, or of the item with `Id`. */
function nameOf(member: string | undefined, before: readonly string[]): string {
  const literal =
    before.findLast((one) => !one.startsWith('{'))?.replaceAll(/[^A-Za-z\d_-]/g, '') ?? '';
  const words = singularOf(literal).replaceAll(/[-_]+(.)/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
  const isPlain = member === undefined || !/^[A-Za-z][\w-]*$/.test(member) || /^id$/i.test(member);
  const wish = isPlain ? (/^[A-Za-z]/.test(words) ? `${words}Id` : 'id') : member;
  for (let number = 1; ; number++) {
    const name = number === 1 ? wish : `${wish}${number}`;
    if (!before.includes(`{${name}}`)) return name;
  }
}
