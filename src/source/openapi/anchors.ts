// Names inside schemas: `$id` gives a schema an address of its own, `$anchor` and `$dynamicAnchor` a
// name below it (JSON Schema 2020-12, 8.2). The index is made when a reference needs it.

import { isObject, type Json, own } from '../../base/json.ts';
import { tryPercentDecode } from '../../base/percent.ts';
import { parsePointer } from '../../base/pointer.ts';
import { holdsData } from '../../schema/keywords/keyword-table.ts';

/** A place in one of the files. */
interface FilePlace {
  readonly file: string;
  readonly steps: readonly string[];
}

/** A schema with an address, or a whole file. */
interface Resource extends FilePlace {
  readonly address: string;
  readonly anchors: Map<string, FilePlace>;
  readonly dynamic: Map<string, FilePlace>;
}

/** The names of all schemas in some files. */
export class Anchors {
  private readonly resources: Resource[] = [];

  constructor(files: ReadonlyMap<string, Json>) {
    for (const [file, document] of files) {
      const self = isObject(document) ? own(document, '$self') : undefined;
      const address = addressOf(typeof self === 'string' ? self : file, FILES) ?? FILES;
      this.walk(document, this.add({ file, steps: [] }, address), []);
    }
  }

  /** Returns the place that a reference names; `null` if no name leads there. */
  placeOf(ref: string, from: FilePlace): FilePlace | null {
    const [path = '', fragment = ''] = ref.split('#');
    const here = this.resourceOf(from);
    // Nothing outside of the folder is read.
    if (path.includes('..') && here.address.startsWith(FILES)) return null;
    const address = path === '' ? here.address : addressOf(path, here.address);
    const target = this.resources.find((one) => one.address === address);
    if (target === undefined) return null;
    const name = tryPercentDecode(fragment) ?? fragment;
    if (name !== '' && !name.startsWith('/'))
      return target.anchors.get(name) ?? target.dynamic.get(name) ?? null;
    const steps = parsePointer(name);
    return steps === null ? null : { file: target.file, steps: [...target.steps, ...steps] };
  }

  /** The names that a `$dynamicRef` may find in the schema with an address around a place. */
  dynamicAt(place: FilePlace): ReadonlyMap<string, FilePlace> {
    return this.resourceOf(place).dynamic;
  }

  /** Whether more than one schema with an address has this dynamic name. */
  isShared(name: string): boolean {
    return this.resources.filter(({ dynamic }) => dynamic.has(name)).length > 1;
  }

  /** The nearest schema with an address around a place. */
  private resourceOf({ file, steps }: FilePlace): Resource {
    const around = this.resources.filter(
      (one) => one.file === file && one.steps.every((step, index) => steps[index] === step),
    );
    return around.reduce((a, b) => (b.steps.length > a.steps.length ? b : a));
  }

  private add({ file, steps }: FilePlace, address: string): Resource {
    const resource = { file, steps, address, anchors: new Map(), dynamic: new Map() };
    this.resources.push(resource);
    return resource;
  }

  private walk(value: Json, around: Resource, steps: readonly string[]): void {
    if (value === null || typeof value !== 'object') return;
    let resource = around;
    if (isObject(value)) {
      const [id, anchor, dynamic] = ['$id', '$anchor', '$dynamicAnchor'].map((one) =>
        own(value, one),
      );
      const place = { file: around.file, steps };
      const address = typeof id === 'string' ? addressOf(id, around.address) : null;
      if (address !== null) resource = this.add(place, address);
      if (typeof anchor === 'string') resource.anchors.set(anchor, place);
      if (typeof dynamic === 'string') resource.dynamic.set(dynamic, place);
    }
    for (const [key, below] of Object.entries(value as Record<string, Json>))
      if (!holdsData(key)) this.walk(below, resource, [...steps, key]);
  }
}

const FILES = 'file:///';

/** Returns an address without its fragment; `null` if it is none. */
function addressOf(reference: string, base: string): string | null {
  return URL.canParse(reference, base) ? new URL(reference, base).href.replace(/#.*$/, '') : null;
}
