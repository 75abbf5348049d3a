// Reads YAML (1.2, with merge keys) as JSON. The only file that knows js-yaml, which is loaded when
// the first YAML file is read.

import type { TagDefinition } from 'js-yaml';
import type { Json } from '../../base/json.ts';

export type ParsedYaml =
  | { readonly kind: 'value'; readonly value: Json }
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
  const { CORE_SCHEMA, load, mapTag, mergeTag, seqTag, strTag, YAMLException } = await import(
    'js-yaml'
  );
  const others = [strTag, seqTag, mapTag].map((tag) => ({
    ...tag,
    tagName: '',
    implicit: false as const,
    matchByTagPrefix: true,
  }));
  const schema = CORE_SCHEMA.withTags(mergeTag, ...(others as TagDefinition[]));
  const lines = text.split('\n');
  const read = (tries: number): unknown => {
    try {
      return load(tries === 0 ? text : lines.join('\n'), { schema });
    } catch (error) {
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
    const budget = { left: YAML_VALUES_MAX };
    return { kind: 'value', value: toJson(read(0), 0, budget) };
  } catch (error) {
    if (error instanceof NotJson) return { kind: 'broken', at: '', message: error.message };
    if (!(error instanceof YAMLException))
      return { kind: 'broken', at: '', message: String(error) };
    const { mark, reason } = error;
    const at = mark === undefined ? '' : `line ${mark.line + 1}, column ${mark.column + 1}`;
    return { kind: 'broken', at, message: reason };
  }
}

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
