// What a specification declares of an operation as a whole: its parameters, the bodies of its requests,
// and its answers by status. The outcomes of a contract say what an answer means for rows; this says
// what it looks like.

import type { Json } from '../base/json.ts';
import type { SchemaName } from '../schema/schema.ts';

export const parameterPlaces = ['path', 'query', 'header', 'cookie', 'querystring'] as const;
export const parameterStyles = [
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'cookie',
] as const;

/** A parameter of an operation. */
export interface Parameter {
  readonly in: (typeof parameterPlaces)[number];
  /** As a request has it; names of header fields in any case. */
  readonly name: string;
  readonly required: boolean;
  /** The schema of its value; `null` if it may be anything. */
  readonly schema: SchemaName | null;
  /** How lists and objects are written; the usual way of its place if the specification names none. */
  readonly style: (typeof parameterStyles)[number];
  /** Whether each element of a list, and each member of an object, is a value of its own. */
  readonly explode: boolean;
  /** The media type that its value has, if it is written in one. */
  readonly content?: string;
  /** Whether a query parameter may be there without a value. */
  readonly allowEmpty?: true;
  /** Values that the specification gives as examples. */
  readonly examples: readonly Json[];
}

/** A body of one media type. */
export interface Body {
  /** In lower case and without parameters; may be a range: `image/*`. */
  readonly type: string;
  /** The media type with its parameters; absent if it has none. */
  readonly written?: string;
  /** `null` if the specification names none. */
  readonly schema: SchemaName | null;
  /** The schema of each item of a stream. */
  readonly itemSchema?: SchemaName;
  /** By name. Those of a body that is not JSON are texts, as a rule. */
  readonly examples: Readonly<Record<string, Json>>;
}

/** The bodies of the requests of an operation. */
export interface RequestBodies {
  readonly required: boolean;
  readonly bodies: readonly Body[];
}

/** A header field of an answer. */
export interface HeaderField {
  readonly required: boolean;
  /** `null` if it may have any value. */
  readonly schema: SchemaName | null;
  readonly examples: readonly Json[];
}

/** An answer as the specification declares it. */
export interface Answer {
  /** Header fields by their names in lower case. */
  readonly headers: Readonly<Record<string, HeaderField>>;
  /** In the order of the specification; empty if it shows none, which leaves the body open. */
  readonly bodies: readonly Body[];
}

/** Answers by status, `2XX` or `default`. */
export type Answers = Readonly<Record<string, Answer>>;

export interface Declared {
  /** Absent if the specification does not say which there are. */
  readonly parameters?: readonly Parameter[];
  /** Absent if there is none, or none is shown. */
  readonly request?: RequestBodies;
  /** Absent if the specification does not say which there are. */
  readonly answers?: Answers;
}

/** How lists and objects are written at a place, unless the specification says another way. */
export function usualStyle(place: Parameter['in']): Pick<Parameter, 'style' | 'explode'> {
  const style =
    place === 'query' || place === 'cookie' || place === 'querystring' ? 'form' : 'simple';
  return { style, explode: style === 'form' };
}

/** Whether an operation only switches to another protocol, such as WebSocket: it declares 101 as success. */
export function onlySwitches({ answers = {} }: Declared): boolean {
  const keys = Object.keys(answers);
  return (
    keys.some((key) => key.startsWith('1')) && !keys.some((key) => /^[23]|^default$/.test(key))
  );
}

/** Returns the answer that is declared for a status, and its key; `null` if none is. */
export function answerWith(
  { answers }: Declared,
  status: number,
): { readonly key: string; readonly answer: Answer } | null {
  const range = `${Math.floor(status / 100)}XX`;
  for (const key of [String(status), range, 'default']) {
    const answer = answers !== undefined && Object.hasOwn(answers, key) ? answers[key] : undefined;
    if (answer !== undefined) return { key, answer };
  }
  return null;
}

/** Returns the body that is declared for a media type: the most specific one; `null` if none is. */
export function bodyOfType(bodies: readonly Body[], mediaType: string): Body | null {
  const type = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  const [family = ''] = type.split('/');
  for (const one of [type, `${family}/*`, '*/*', '*']) {
    const found = bodies.find((body) => body.type === one);
    if (found !== undefined) return found;
  }
  return null;
}
