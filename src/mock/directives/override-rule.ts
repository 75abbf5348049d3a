// Overrides as one line of text, the same for the command line, the API and the page: `create
// code=503 rate=10% times=3`. Reads and writes.

import { suggest, suggestOr } from '../../base/suggest.ts';
import { type Kind, kinds } from '../../contract/operation-kinds.ts';
import { readWorldName } from '../../model/message/world-name.ts';
import type { CallMatch, Directive, Override } from './directive.ts';
import {
  type FieldName,
  fieldNames,
  noDirective,
  printFields,
  readField,
} from './directive-fields.ts';

/** An override without its number. */
export type OverrideRule = Omit<Override, 'id'>;

export type OverrideRuleReading = { readonly rule: OverrideRule } | RuleFlaw;

interface RuleFlaw {
  readonly message: string;
  readonly remedy: string;
}

/** Maximum length of a rule in characters. */
export const RULE_CHARS_MAX = 1_000;
/** Maximum of `times`. */
export const TIMES_MAX = 1_000_000_000;

/**
 * Reads a rule: the calls (`*`, `create`, `users.create`, `users.*`, `GET:/users/7`,
 * `*:/users/*`), then the effects, each `name=value`. Values with spaces or quotes are in double
 * quotes, with `\` before a quote.
 */
export function parseOverride(text: string): OverrideRuleReading {
  if (text.length > RULE_CHARS_MAX)
    return flaw(`a rule must have at most ${RULE_CHARS_MAX} characters`, 'Shorten it.');
  const words: string[] = [];
  const rest = text.replaceAll(WORD, (word) => {
    words.push(word);
    return '';
  });
  if (rest.trim() !== '')
    return flaw('a quote is not closed', 'Quote values with spaces: example="not found".');
  const [target, ...fields] = words;
  if (target === undefined) return flaw('the rule is empty', EXAMPLE);
  if (/^\w+=/.test(target))
    return flaw(`the rule must begin with the calls that it is for, not with ${target}`, FOR_ALL);
  const on = readTarget(target);
  if ('message' in on) return on;
  const reader = new RuleReader(on.match);
  for (const field of fields) {
    const wrong = reader.take(field);
    if (wrong !== null) return wrong;
  }
  return reader.done();
}

/** Writes a rule as `parseOverride` reads it. */
export function printOverride({ on, does, times, rate }: OverrideRule): string {
  const byPath = on.method !== null || on.path !== null;
  const isPlain = !byPath && (on.resource === null || /^[\w-]+$/.test(on.resource));
  const target = byPath ? `${on.method ?? '*'}:${on.path ?? '*'}` : isPlain ? kindTarget(on) : '*';
  return [
    target,
    ...(isPlain || on.resource === null ? [] : [`resource=${quoted(on.resource)}`]),
    ...(isPlain || on.operation === null ? [] : [`operation=${on.operation}`]),
    ...(on.world === null ? [] : [`world=${quoted(on.world)}`]),
    ...printFields(does, quoted),
    ...(rate === 1 ? [] : [`rate=${printRate(rate)}`]),
    ...(times === null ? [] : [`times=${times}`]),
  ].join(' ');
}

function kindTarget({ resource, operation }: CallMatch): string {
  return resource === null ? (operation ?? '*') : `${resource}.${operation ?? '*'}`;
}

const WORD = /(?:[^\s"]|"(?:[^"\\]|\\.)*")+/g;
const EXAMPLE = 'A rule names calls and an effect: create code=503 times=3.';
const FOR_ALL = 'Begin with * for all calls: * delay=200.';

function flaw(message: string, remedy: string): RuleFlaw {
  return { message, remedy };
}

const ANY: CallMatch = { resource: null, operation: null, method: null, path: null, world: null };

function readTarget(target: string): { readonly match: CallMatch } | RuleFlaw {
  if (target === '*') return { match: ANY };
  const byPath = /^(\*|[A-Za-z]{1,20}):(\*|\/.*)$/.exec(target);
  if (byPath !== null) {
    const [, method = '', path = ''] = byPath;
    if (!/^(?:\*|\/[\x21\x23-\x7e]*)$/.test(path) || path.includes('?'))
      return flaw(
        `${path} is not a path`,
        'Write the path percent-encoded and without a query: GET:/users/7.',
      );
    return {
      match: {
        ...ANY,
        method: method === '*' ? null : method.toUpperCase(),
        path: path === '*' ? null : path,
      },
    };
  }
  if (target.startsWith('/'))
    return flaw(
      `${target} is a path without a method`,
      `Write GET:${target}, or *:${target} for every method.`,
    );
  const kind = kinds.find((one) => one === target);
  if (kind !== undefined) return { match: { ...ANY, operation: kind } };
  const dotted = /^([\w-]+)\.(\*|[a-z]+)$/.exec(target);
  const operation = kinds.find((one) => one === dotted?.[2]) ?? null;
  if (dotted?.[1] !== undefined && (operation !== null || dotted[2] === '*'))
    return { match: { ...ANY, resource: dotted[1], operation } };
  const near = suggest(dotted?.[2] ?? target, kinds);
  const meant = near === null ? null : dotted?.[1] === undefined ? near : `${dotted[1]}.${near}`;
  return flaw(
    `${JSON.stringify(target)} does not name calls`,
    meant === null
      ? `Use *, ${kinds.join(', ')}, <resource>.*, or GET:/path.`
      : `Did you mean "${meant}"?`,
  );
}

const WORDS = [...fieldNames, 'times', 'rate', 'world', 'resource', 'operation'] as const;

/** Gathers the words of a rule after its target. */
class RuleReader {
  private on: CallMatch;
  private does: Directive = noDirective;
  private times: number | null = null;
  private rate = 1;
  private readonly seen = new Set<string>();

  constructor(on: CallMatch) {
    this.on = on;
  }

  /** Reads `name=value`. Returns what is wrong with it. */
  take(word: string): RuleFlaw | null {
    const mark = word.indexOf('=');
    const name = mark < 0 ? word : word.slice(0, mark);
    const value = unquoted(mark < 0 ? '' : word.slice(mark + 1));
    const known = WORDS.find((one) => one === name.toLowerCase());
    if (known === undefined) {
      const remedy = suggestOr(name, WORDS, `Use ${WORDS.join(', ')}.`);
      return flaw(`a rule cannot have ${JSON.stringify(name)}`, remedy);
    }
    if (mark < 0) return flaw(`${known} has no value`, `Write ${known}=<value>.`);
    const sign = known === 'wait' ? 'delay' : known;
    if (this.seen.has(sign)) return flaw(`${sign} appears twice`, 'Write it once.');
    this.seen.add(sign);
    const why = this.set(known, value);
    return why === null ? null : flaw(`${known}=${value} is invalid: ${why}`, EXAMPLE);
  }

  done(): OverrideRuleReading {
    const { on, does, times, rate } = this;
    if (Object.values(does).every((one) => one === null))
      return flaw('the rule has no effect', EXAMPLE);
    return { rule: { on, does, times, rate } };
  }

  private set(name: (typeof WORDS)[number], value: string): string | null {
    switch (name) {
      case 'times':
        this.times = Number(value);
        return /^[1-9]\d{0,9}$/.test(value) && this.times <= TIMES_MAX
          ? null
          : `it must be a whole number from 1 to ${TIMES_MAX}`;
      case 'rate': {
        const rate = readRate(value);
        this.rate = rate ?? 1;
        return rate === null ? 'it must be above 0 and at most 1: 10% or 0.1' : null;
      }
      case 'world':
        this.on = { ...this.on, world: readWorldName(value) };
        return this.on.world === null
          ? 'it must have up to 64 letters, digits, hyphens and underscores'
          : null;
      case 'resource':
        this.on = { ...this.on, resource: value };
        return value === '' ? 'it needs a name' : null;
      case 'operation': {
        const operation: Kind | undefined = kinds.find((one) => one === value);
        this.on = { ...this.on, operation: operation ?? null };
        return operation === undefined ? `it must be one of ${kinds.join(', ')}` : null;
      }
      default:
        return this.field(name, value);
    }
  }

  private field(name: FieldName, value: string): string | null {
    const read = readField(name, value);
    if ('why' in read) return read.why;
    this.does = { ...this.does, ...read.does };
    return null;
  }
}

function readRate(text: string): number | null {
  const match = /^(\d{1,3}(?:\.\d+)?(?:e-\d{1,3})?)(%?)$/i.exec(text);
  const number = Number(match?.[1]) / (match?.[2] === '%' ? 100 : 1);
  return number > 0 && number <= 1 ? number : null;
}

/** Writes a percentage if that is exact. */
function printRate(rate: number): string {
  const percentage = Number((rate * 100).toPrecision(12));
  return percentage / 100 === rate ? `${percentage}%` : String(rate);
}

function quoted(text: string): string {
  return /^[^\s"\\]+$/.test(text) ? text : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function unquoted(text: string): string {
  return text.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) =>
    inner.replaceAll(/\\(.)/g, '$1'),
  );
}
