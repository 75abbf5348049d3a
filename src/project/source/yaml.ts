// Reads YAML (1.2, with merge keys) as JSON. The only file that knows js-yaml, which is loaded when
// the first YAML file is read.

import type { parseEvents, TagDefinition } from 'js-yaml';
import type { Json } from '../../base/json.ts';
import { readBlockYaml } from './block-yaml.ts';

type Yaml = typeof import('js-yaml');
type YamlEvent = ReturnType<typeof parseEvents>[number];
type ScalarEvent = Extract<YamlEvent, { readonly chomping: unknown }>;

export type ParsedYaml =
  /** `repeated` is the first place where a key is given twice, of which the last value wins. */
  | { readonly kind: 'value'; readonly value: Json; readonly repeated?: string }
  | { readonly kind: 'broken'; readonly at: string; readonly message: string };

/** Maximum number of values in a document: aliases may stand for any number of them. */
export const YAML_VALUES_MAX = 5_000_000;
/** How deep a document may nest. */
const DEPTH_MAX = 256;

/**
 * Parses the text of one YAML document. Dates stay texts; numbers as keys become texts; what has a
 * tag of another language is what it is without it.
 */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  const yaml = await import('js-yaml');
  const { YAMLException } = yaml;
  const lines = text.split('\n');
  let repeated: string | null = null;
  const read = (tries: number): Json => {
    try {
      return readValue(tries === 0 ? text : lines.join('\n'), yaml, repeated !== null);
    } catch (error) {
      if (repeated === null && isRepeated(error) && error instanceof YAMLException) {
        repeated = placeOf(error.mark);
        return read(tries);
      }
      const line = error instanceof YAMLException ? error.mark?.line : undefined;
      const known = line === undefined ? undefined : lines[line];
      if (
        tries >= INDENTS_MAX ||
        !isNotIndented(error) ||
        line === undefined ||
        known === undefined
      )
        throw error;
      lines[line] = `  ${known}`;
      return read(tries + 1);
    }
  };
  try {
    const value = read(0);
    return repeated === null ? { kind: 'value', value } : { kind: 'value', value, repeated };
  } catch (error) {
    if (error instanceof NotJson) return { kind: 'broken', at: '', message: error.message };
    if (!(error instanceof YAMLException))
      return { kind: 'broken', at: '', message: String(error) };
    return { kind: 'broken', at: placeOf(error.mark), message: error.reason };
  }
}

function placeOf(mark: { readonly line: number; readonly column: number } | undefined): string {
  return mark === undefined ? '' : `line ${mark.line + 1}, column ${mark.column + 1}`;
}

function isRepeated(error: unknown): boolean {
  return error instanceof Error && 'reason' in error && error.reason === 'duplicated mapping key';
}

/** With `mayRepeat` the last value of a key that is given twice wins. Throws a YAMLException, or NotJson. */
function readValue(text: string, yaml: Yaml, mayRepeat: boolean): Json {
  const block = mayRepeat
    ? undefined
    : readBlockYaml(text, {
        readLines: (lines) => readAlone(lines, yaml),
        readWord: (word) => readWord(word, yaml),
      });
  if (block !== undefined) return block;
  const events = yaml.parseEvents(text, {});
  const plain = mayRepeat ? undefined : new PlainReader(text, events, yaml).read();
  if (plain !== undefined) return plain;
  const { constructFromEvents, CORE_SCHEMA, load, mapTag, mergeTag, seqTag, strTag } = yaml;
  const others = [strTag, seqTag, mapTag].map((tag) => ({
    ...tag,
    tagName: '',
    implicit: false as const,
    matchByTagPrefix: true,
  }));
  const schema = CORE_SCHEMA.withTags(mergeTag, ...(others as TagDefinition[]));
  const documents = constructFromEvents(events, { source: text, schema, json: mayRepeat });
  // Loading again says what is wrong with none, or with several.
  const [value] = documents.length === 1 ? documents : [load(text, { schema, json: mayRepeat })];
  return toJson(value, 0, { left: YAML_VALUES_MAX });
}

/** Reads a part of a text; `undefined` if it says nothing alone. */
function readAlone(lines: string, yaml: Yaml): Json | undefined {
  try {
    return new PlainReader(lines, yaml.parseEvents(lines, {}), yaml).read();
  } catch {
    return undefined;
  }
}

/**
 * Makes JSON of the events of a text at once, as most documents can be read: without tags, anchors,
 * merge keys, keys given twice and numbers that JSON has not. The library makes values for these
 * and says what is wrong, and its values have to be copied.
 */
class PlainReader {
  private readonly text: string;
  private readonly events: readonly YamlEvent[];
  private readonly yaml: Yaml;
  private next = 0;

  constructor(text: string, events: readonly YamlEvent[], yaml: Yaml) {
    this.text = text;
    this.events = events;
    this.yaml = yaml;
  }

  /** Returns the only document; `undefined` if the library has to read it. */
  read(): Json | undefined {
    const { DOCUMENT, POP } = this.yaml.EVENT_ID;
    if (this.events.length > YAML_VALUES_MAX || this.events[this.next++]?.type !== DOCUMENT)
      return undefined;
    const value = this.value(0);
    const isWhole = this.events[this.next]?.type === POP && this.next === this.events.length - 1;
    return isWhole ? value : undefined;
  }

  private value(depth: number): Json | undefined {
    const event = this.events[this.next++];
    if (event === undefined || depth > DEPTH_MAX || !('tagStart' in event)) return undefined;
    if (event.tagStart !== ABSENT || event.anchorStart !== ABSENT) return undefined;
    const { SCALAR, SEQUENCE } = this.yaml.EVENT_ID;
    if (event.type === SCALAR) return this.scalar(event);
    return event.type === SEQUENCE ? this.list(depth) : this.object(depth);
  }

  private list(depth: number): Json | undefined {
    const list: Json[] = [];
    while (!this.ends()) {
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      list.push(value);
    }
    return list;
  }

  private object(depth: number): Json | undefined {
    const members: Record<string, Json> = {};
    while (!this.ends()) {
      const key = this.value(DEPTH_MAX);
      if (key === undefined || (typeof key === 'object' && key !== null)) return undefined;
      const name = String(key);
      if (name === '__proto__' || Object.hasOwn(members, name)) return undefined;
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      members[name] = value;
    }
    return members;
  }

  /** Whether the list or the object ends here. */
  private ends(): boolean {
    const ends = this.events[this.next]?.type === this.yaml.EVENT_ID.POP;
    if (ends) this.next++;
    return ends;
  }

  private scalar(event: ScalarEvent): Json | undefined {
    const text = this.yaml.getScalarValue(this.text, event);
    const isPlain = event.style === this.yaml.SCALAR_STYLE.PLAIN;
    return isPlain ? readWord(text, this.yaml) : text;
  }
}

/** Reads a plain scalar; `undefined` for a merge key, or a number that JSON has not. */
function readWord(text: string, { CORE_SCHEMA }: Yaml): Json | undefined {
  if (IS_TEXT.test(text)) return text;
  if (text === '<<') return undefined;
  const { value } = CORE_SCHEMA.resolveImplicitScalarTag(text);
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : (value as Json);
}

/** The offset of what an event does not have. */
const ABSENT = -1;
/** A plain scalar that is a text: most are. */
const IS_TEXT =
  /^(?:[^~nNtTfF\d+.<-]|(?!(?:null|Null|NULL|true|True|TRUE|false|False|FALSE)$)[nNtTfF])/;

/** How often the lines of a text are indented that other readers of YAML take as they are. */
const INDENTS_MAX = 50;

/** Whether a line of a text in quotes, or of a list in brackets, is not deeper than its key. */
function isNotIndented(error: unknown): boolean {
  return error instanceof Error && 'reason' in error && error.reason === 'deficient indentation';
}

/** Thrown for what YAML has and JSON has not. */
class NotJson extends Error {}

/** Copies the value, so that aliases become values of their own. */
function toJson(value: unknown, depth: number, budget: { left: number }): Json {
  if (depth > DEPTH_MAX) throw new NotJson(`nests deeper than ${DEPTH_MAX} levels`);
  budget.left--;
  if (budget.left < 0) throw new NotJson('has too many values; its aliases repeat too much');
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw new NotJson(`${value} is no JSON number`);
  }
  if (Array.isArray(value)) return value.map((one) => toJson(one, depth + 1, budget));
  if (typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, toJson(one, depth + 1, budget)]),
    );
  throw new NotJson(`has a value that JSON has not: ${typeof value}`);
}
