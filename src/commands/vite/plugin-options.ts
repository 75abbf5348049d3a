// The options of the plugin. A condition is read as the option of `serve` that its row in the table
// of conditions stands for: none is checked here.

import type { Fault } from '../../base/errors.ts';
import type { Profile } from '../../contract/choices.ts';
import { refusal, typeOf, validateOptions } from '../../project/load/validate-options.ts';
import {
  type ConditionFlags,
  type Conditions,
  type ConditionType,
  conditions,
  toConditions,
} from '../serve/conditions.ts';
import type { OptionDeclaration, Read } from '../shared/option.ts';

/** Files and folders are relative to Vite's root. */
export interface PluginOptions {
  /**
   * The source: a folder of contracts, one contract file, an OpenAPI document, or rows. Schemas of
   * contracts are in the folder `schemas` next to them. Defaults to the source in the root.
   */
  readonly contract?: string;
  /** The seed rows. Defaults to `db.json`. */
  readonly db?: string;
  /** The name of a profile in `contracts/profiles`, or a file. Defaults to `standin`. */
  readonly profile?: string;
  /** Choices above the profile. */
  readonly pins?: Partial<Profile>;
  /**
   * Prefix of every path, as `/api`; the mock answers everything below it. With an OpenAPI document it
   * takes the place of the path of its server, and `/` takes that away. Without it, a page cannot have
   * a path that the mock answers to GET.
   */
  readonly basePath?: string;
  /** Other answers, delays and faults for some calls, as `--override`: `create code=503 rate=10%`. */
  readonly overrides?: readonly string[];
  /** Milliseconds by which every answer is delayed: `200`, or `'200..800'` at random. */
  readonly delay?: number | string;
  /** Unspecified behaviour: follows the profile, or varies by the seed. Defaults to `profile`. */
  readonly undefined?: 'profile' | 'vary';
  /** Seed of everything varied and generated, a whole number from 0. Defaults to a new one. */
  readonly seed?: number;
  /** Whether answers name who decided each part of them, in `Standin-Decided-By`. */
  readonly explain?: boolean;
  /** Whether every change by a client is refused. The page and the API can still change rows. */
  readonly readOnly?: boolean;
  /** The tokens, keys or `user:password` that are accepted, as `--credential`. Defaults to any. */
  readonly credentials?: readonly string[];
  /** Seconds without use after which a world expires. Defaults to 3,600. */
  readonly worldTtl?: number;
  /**
   * The file that every interaction is recorded into, or `postgres://...?recording=name`; an existing
   * recording is continued.
   */
  readonly record?: string;
  /** What recording and page redact besides the usual, as `--redact`: `salary`, `/address/city`. */
  readonly redact?: readonly string[];
  /** What they do not redact, as `--keep`: as above, or `@example.com`. */
  readonly keep?: readonly string[];
  /** Addresses that each change is posted to as a CloudEvent. */
  readonly webhooks?: readonly string[];
  /** Signs the events (Standard Webhooks). */
  readonly webhookSecret?: string;
}

type ConditionName = (typeof conditions)[keyof typeof conditions]['program']['name'];

/** The options that name the project; a condition without an option does not compile here. */
const PROJECT = ['contract', 'db', 'profile', 'pins', 'basePath'] as const satisfies Exclude<
  keyof PluginOptions,
  ConditionName
>[];

/** Returns the conditions. Throws a StandinError that names every fault of the options. */
export function readConditions(options: PluginOptions): Conditions {
  const rows = Object.entries(conditions);
  validateOptions(options, [...PROJECT, ...rows.map(([, { program }]) => program.name)]);
  const faults: Fault[] = [];
  const flags: Record<string, unknown> = { pin: options.pins };
  for (const [key, row] of rows) {
    const { name, takes } = row.program;
    const value: unknown = options[name];
    if (value === undefined) {
      if ('preset' in row) flags[key] = row.preset;
      continue;
    }
    const read = takesValue[takes](value) ? readValue(row, value) : null;
    if (read === null) faults.push({ file: name, at: '', ...WRONG_TYPE[takes](value) });
    else if ('why' in read)
      faults.push({
        file: name,
        at: '',
        message: 'is no such setting',
        remedy: inPluginWords(read.why),
      });
    else flags[key] = read.value;
  }
  if (faults.length > 0) throw refusal(faults);
  // Each row of the table was read by its own declaration.
  return toConditions(flags as unknown as ConditionFlags, {});
}

/** Options of the command line in a message, as options of the plugin: `--delay <ms>` as `delay`. */
export function inPluginWords(text: string): string {
  const named = text.replaceAll(/--pin ([\w.-]+)=([\w-]+)/g, 'pins: { "$1": "$2" }');
  return Object.values(conditions)
    .toSorted((one, other) => other.flags.length - one.flags.length)
    .reduce((words, { flags, program }) => {
      const [flag = ''] = flags.split(' ');
      return words.replaceAll(new RegExp(`${flag}(?![\\w-])(?: <[\\w-]+>)?`, 'g'), program.name);
    }, named);
}

function readValue(row: OptionDeclaration, value: unknown): Read<unknown> {
  if (typeof value === 'boolean') return { value };
  if (Array.isArray(value)) {
    let read: Read<unknown> = { value: [] };
    for (const text of value as readonly string[]) {
      if ('why' in read) return read;
      read = row.read?.(text, read.value) ?? { value: text };
    }
    return read;
  }
  const text = String(value);
  if (text === '') return { why: 'It is empty.' };
  if (row.choices?.includes(text) === false)
    return { why: `It is ${row.choices.map((one) => `"${one}"`).join(' or ')}.` };
  return row.read?.(text, undefined) ?? { value: text };
}

const takesValue: Readonly<Record<ConditionType, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  'number or text': (value) => typeof value === 'number' || typeof value === 'string',
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
};

type WrongType = (value: unknown) => Pick<Fault, 'message' | 'remedy'>;

const wrong =
  (what: string, remedy: string): WrongType =>
  (value) => ({ message: `must be ${what}, not ${typeOf(value)}`, remedy });

const WRONG_TYPE: Readonly<Record<ConditionType, WrongType>> = {
  boolean: wrong('a boolean', 'Pass true or false.'),
  text: wrong('a text', 'Pass a string.'),
  number: wrong('a number', 'Pass a number.'),
  'number or text': wrong('a number or a text', "Pass a number, or a text as '200..800'."),
  texts: wrong('an array of strings', 'Pass an array.'),
};
