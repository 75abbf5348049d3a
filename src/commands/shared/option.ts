// How a command and its options are declared, and how the text of an option is read. A command
// declares its options once, in its `flags.ts`; their types, the help and docs/cli.md follow.

/** The value that an option's text stands for, or a sentence that says why it has none. */
export type Read<T> = { readonly value: T } | { readonly why: string };

export interface OptionDeclaration {
  /** `--port <number>`, or with a short name `-H, --header <field>`. */
  readonly flags: `--${string}` | `-${string}, --${string}`;
  /** What the option does, for the help: lower case, without a full stop. */
  readonly about: string;
  /** What docs/cli.md says in place of `about`, as Markdown. */
  readonly details?: string;
  /** The heading of the help that begins with this option. */
  readonly heading?: string;
  readonly preset?: string | number;
  /** The default in words, if it is not one fixed value. */
  readonly presetText?: string;
  readonly choices?: readonly string[];
  /** The key of an option that excludes this one. */
  readonly conflicts?: string;
  /** `before` is the value so far, for an option that may be repeated. */
  read?(text: string, before: unknown): Read<unknown>;
}

/** Options by the name of their value: `--read-only` is `readOnly`. */
export type OptionDeclarations = Readonly<Record<string, OptionDeclaration>>;

export interface CommandDeclaration {
  readonly about: string;
  /** `<file...>`; a description of it follows in `argumentAbout`. */
  readonly argument?: string;
  readonly argumentAbout?: string;
  /**
   * How the command is called, if the help cannot tell by the argument. More arguments than
   * declared are then passed on: one may be part of a header field without quotes, so the message
   * that refuses them must not repeat them.
   */
  readonly usage?: string;
  readonly options: OptionDeclarations;
}

type ValueOf<D> = D extends { read(text: string, before: never): Read<infer T> }
  ? T
  : D extends { choices: readonly (infer Choice)[] }
    ? Choice
    : D extends { flags: `${string}<${string}` }
      ? string
      : D extends { flags: `${string}[${string}` }
        ? string | true
        : boolean;

/** What the command line gives for some options: those with a default always, others if given. */
export type FlagsOf<D extends OptionDeclarations> = {
  readonly [K in keyof D as D[K] extends { preset: unknown } ? K : never]: ValueOf<D[K]>;
} & {
  readonly [K in keyof D as D[K] extends { preset: unknown } ? never : K]?: ValueOf<D[K]>;
};

/** The variables of the environment. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

/** Adds a text to those that a repeatable option was given before. */
export function gather(
  text: string,
  before: readonly string[] | undefined,
): Read<readonly string[]> {
  return { value: [...(before ?? []), text] };
}

/** Reads a number above 0, at most `max`, with up to six decimals. */
export function readNumber(text: string, why: string, max: number): Read<number> {
  const number = Number(text);
  return /^\d{1,6}(\.\d{1,6})?$/.test(text) && number > 0 && number <= max
    ? { value: number }
    : { why };
}

export function readSeed(text: string): Read<number> {
  const seed = Number(text);
  const why = 'A seed is a whole number from 0 to 2147483647.';
  return /^\d{1,10}$/.test(text) && seed < 2 ** 31 ? { value: seed } : { why };
}

export function readPort(text: string): Read<number> {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return { value: port };
  return { why: 'A port is a whole number from 0 to 65535.' };
}
