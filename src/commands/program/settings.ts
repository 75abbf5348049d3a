// The options of a command as a program gives them, by the names and the rules of its flags.

import { StandinError } from '../../base/errors.ts';
import { suggest } from '../../base/suggest.ts';
import type { FlagsOf, OptionDeclaration, OptionDeclarations } from '../shared/option.ts';

/** Values of options by their name: `--max-time 60` is `maxTime: 60`. */
export type Settings = Readonly<Record<string, unknown>>;

/**
 * Returns what the flags of these settings would give. A list stands for a flag that is repeated, an
 * object for flags of the form `name=value`. Throws a StandinError that names a wrong setting, but
 * not its value: it may be a secret.
 */
export function readSettings<D extends OptionDeclarations>(
  options: D,
  settings: Settings,
): FlagsOf<D> {
  const read: Record<string, unknown> = {};
  for (const [name, { preset }] of Object.entries(options))
    if (preset !== undefined) read[name] = preset;
  for (const [name, value] of Object.entries(settings)) {
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) throw unknownSetting(name, Object.keys(options));
    if (value !== undefined) read[name] = readValue(name, option, value);
  }
  // Each value was read by the declaration that its type follows from.
  return read as FlagsOf<D>;
}

function readValue(name: string, option: OptionDeclaration, value: unknown): unknown {
  if (!/[<[]/.test(option.flags)) {
    if (typeof value === 'boolean') return value;
    throw wrongSetting(name, 'Set it to true or false.');
  }
  const texts = textsOf(value);
  if (texts === null || texts.length === 0)
    throw wrongSetting(name, 'Give a text, a number, or several in a list.');
  let before: unknown;
  for (const text of texts) before = oneOf(name, option, { text, before });
  return before;
}

function oneOf(
  name: string,
  option: OptionDeclaration,
  { text, before }: { readonly text: string; readonly before: unknown },
): unknown {
  const { choices } = option;
  if (choices !== undefined && !choices.includes(text))
    throw wrongSetting(name, `Choose one of ${choices.join(', ')}.`);
  if (option.read !== undefined) {
    const read = option.read(text, before);
    if ('why' in read) throw wrongSetting(name, read.why);
    return read.value;
  }
  if (before !== undefined) throw wrongSetting(name, 'Give one value only.');
  return text;
}

/** The texts that a flag would have, one for each time that it is given. */
function textsOf(value: unknown): readonly string[] | null {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) {
    const texts = value.map((one: unknown) => textsOf(one)?.join());
    return texts.every((text) => text !== undefined) ? texts : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const pairs = Object.entries(value);
  const isPlain = pairs.every(([, one]) => ['string', 'number', 'boolean'].includes(typeof one));
  return isPlain ? pairs.map(([key, one]) => `${key}=${one}`) : null;
}

function wrongSetting(name: string, remedy: string): StandinError {
  return new StandinError('option-invalid', `the setting ${name} is wrong`, remedy);
}

function unknownSetting(name: string, known: readonly string[]): StandinError {
  const near = suggest(name, known);
  const remedy = near === null ? `There are ${known.join(', ')}.` : `Did you mean "${near}"?`;
  return new StandinError('option-invalid', `there is no setting ${JSON.stringify(name)}`, remedy);
}
