// Tells of schemas with the usual keywords that they are sound, and of values that they fit, without
// the validator: loading it and compiling a schema take longer than starting a server. Whatever is
// wrong or unusual is left to the validator, which knows the words for it.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { remember } from '../../base/remember.ts';
import type { SchemaName, Schemas } from '../schema.ts';
import { keywordTest, type QuickTest, UnusualSchema } from './keyword-test.ts';

/**
 * Returns the quick test of a schema, which is sound then; `null` if only the validator can tell.
 */
export function quickTestOf(schemas: Schemas, name: SchemaName): QuickTest | null {
  return testsOf(schemas)(name);
}

/**
 * Returns the quick test of a schema that is known to be sound. Of a large one, only what a value has
 * is read.
 */
export function quickTestOfSound(schemas: Schemas, name: SchemaName): QuickTest {
  return guarded(new SchemaReader(schemas, new Map(), 'as-needed').read(name));
}

const testsOf = remember((schemas: Schemas) => {
  const known = new Map<string, Place>();
  return remember((name: SchemaName): QuickTest | null => {
    const reader = new SchemaReader(schemas, known);
    try {
      const test = reader.read(name);
      for (const [key, place] of reader.found) known.set(key, place);
      return guarded(test);
    } catch (error) {
      if (error instanceof UnusualSchema || error instanceof RangeError) return null;
      throw error;
    }
  });
}, new WeakMap());

/** A value may be deeper than the stack, and a part that is read late may be unusual. */
function guarded(test: QuickTest): QuickTest {
  return (value) => {
    try {
      return test(value);
    } catch (error) {
      if (error instanceof RangeError || error instanceof UnusualSchema) return false;
      throw error;
    }
  };
}

/** A schema that can be referred to. Its test is not there while it is read. */
interface Place {
  test: QuickTest | null;
  /** The places that apply to the same value as this one. */
  readonly beside: Set<string>;
}

/** Reads a schema by name, and all that it refers to. Throws UnusualSchema. */
class SchemaReader {
  readonly found = new Map<string, Place>();
  private readonly schemas: Schemas;
  private readonly known: ReadonlyMap<string, Place>;
  private readonly when: 'at-once' | 'as-needed';

  constructor(
    schemas: Schemas,
    known: ReadonlyMap<string, Place>,
    when: 'at-once' | 'as-needed' = 'at-once',
  ) {
    this.schemas = schemas;
    this.known = known;
    this.when = when;
  }

  read(name: SchemaName): QuickTest {
    const { test } = this.place(`${name}.json#`, () => this.schemas.get(name), name);
    for (const key of this.found.keys()) if (this.leadsBack(key)) throw new UnusualSchema();
    return test as QuickTest;
  }

  private place(key: string, find: () => Json | undefined, file: SchemaName): Place {
    const earlier = this.known.get(key) ?? this.found.get(key);
    if (earlier !== undefined) return earlier;
    const place: Place = { test: null, beside: new Set() };
    this.found.set(key, place);
    const schema = find();
    if (schema === undefined) throw new UnusualSchema();
    place.test = this.testOf(schema, { file, beside: place.beside, isRoot: key.endsWith('#') });
    return place;
  }

  private testOf(schema: Json, at: At): QuickTest {
    if (schema === true) return FITS;
    if (schema === false) return UNSURE;
    if (!isObject(schema)) throw new UnusualSchema();
    const read = (one: Json): QuickTest =>
      this.testOf(one, { ...at, beside: new Set(), isRoot: false });
    const below = (one: Json): QuickTest => (this.when === 'at-once' ? read(one) : late(read, one));
    const beside = (one: Json): QuickTest => this.testOf(one, { ...at, isRoot: false });
    const tests: QuickTest[] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      const test =
        keyword === '$ref'
          ? this.referred(value, at)
          : keyword === '$schema' && at.isRoot && value === DIALECT
            ? null
            : keywordTest(keyword, value, { schema, below, beside });
      if (test !== null) tests.push(test);
    }
    return allOf(tests);
  }

  private referred(ref: Json, { file, beside }: At): QuickTest {
    const [, name, definition] = REFERENCE.exec(String(ref)) ?? [];
    if ((name === undefined && definition === undefined) || !NAME.test(file))
      throw new UnusualSchema();
    const of = name ?? file;
    const root = this.schemas.get(of);
    const key = `${of}.json#${definition ?? ''}`;
    beside.add(key);
    const place = this.place(
      key,
      () => (definition === undefined ? root : definitionIn(root, definition)),
      of,
    );
    return place.test ?? ((value) => testOfPlace(place)(value));
  }

  /** Such a schema refers to itself without a step into the value: no check of it ends. */
  private leadsBack(key: string): boolean {
    const seen = new Set(this.besideOf(key));
    for (const one of seen) for (const further of this.besideOf(one)) seen.add(further);
    return seen.has(key);
  }

  private besideOf(key: string): ReadonlySet<string> {
    return (this.found.get(key) ?? this.known.get(key))?.beside ?? NONE;
  }
}

/** A place whose reading was given up, for want of stack, never has a test. */
function testOfPlace({ test }: Place): QuickTest {
  if (test === null) throw new UnusualSchema();
  return test;
}

function late(read: (schema: Json) => QuickTest, schema: Json): QuickTest {
  let test: QuickTest | undefined;
  return (value) => {
    test ??= read(schema);
    return test(value);
  };
}

interface At {
  readonly file: SchemaName;
  readonly beside: Set<string>;
  readonly isRoot: boolean;
}

const NONE: ReadonlySet<string> = new Set();
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const NAME = /^\w[\w-]*$/;
const REFERENCE = /^(?:(\w[\w-]*)\.json|#\/\$defs\/(\w[\w-]*))$/;

function definitionIn(root: Json | undefined, name: string): Json | undefined {
  const definitions = isObject(root) ? own(root as JsonObject, '$defs') : undefined;
  return isObject(definitions) ? own(definitions, name) : undefined;
}

const FITS: QuickTest = () => true;
const UNSURE: QuickTest = () => false;

function allOf(tests: readonly QuickTest[]): QuickTest {
  const [first, second, third] = tests;
  if (first === undefined) return FITS;
  if (second === undefined) return first;
  if (third === undefined) return (value) => first(value) && second(value);
  return (value) => {
    for (const test of tests) if (!test(value)) return false;
    return true;
  };
}
