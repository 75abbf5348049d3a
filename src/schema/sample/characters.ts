// Characters that a class or an escape of a regular expression matches, the usual ones first: not
// all, but enough to make texts differ.

/**
 * Returns the characters for a part of a pattern (flag `u`) that matches one character. A blank only
 * if there are no others: services cut blanks from the ends of texts.
 */
export function charactersOf(source: string): readonly string[] {
  const all = charactersIn(source);
  const shown = all.filter((one) => one.trim() !== '');
  return shown.length > 0 ? shown : all;
}

function charactersIn(source: string): readonly string[] {
  if (source === '.') return PRINTED;
  if (!source.startsWith('[')) return escaped(source);
  return source.startsWith('[^') ? found(source) : listed(source.slice(1, -1));
}

/** In the order of the class. */
function listed(inner: string): readonly string[] {
  const parts = inner.match(PART) ?? [];
  const characters: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const some = escaped(parts[index] ?? '');
    const [from] = some;
    const to = parts[index + 1] === '-' ? parts[index + 2] : undefined;
    if (some.length !== 1 || from === undefined || to === undefined) characters.push(...some);
    else {
      characters.push(...between(from, escaped(to)[0] ?? from));
      index += 2;
    }
  }
  return characters;
}

const PART =
  /\\(?:x[\da-fA-F]{2}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|[pP]\{[^}]*\}|c[a-zA-Z]|[\s\S])|[\s\S]/gu;

function escaped(source: string): readonly string[] {
  if (!source.startsWith('\\')) return [source];
  const known = CLASSES[source.slice(1)];
  if (known !== undefined) return known;
  if (/^\\[pP]/.test(source)) return found(source);
  const points = [...source.matchAll(/\\[ux]\{?([\da-fA-F]+)\}?/g)].map(([, hex = '']) => hex);
  if (points.length > 0) {
    const units = points.map((hex) => Number.parseInt(hex, 16));
    return [units.length > 1 ? String.fromCharCode(...units) : String.fromCodePoint(...units)];
  }
  return [/^\\c/.test(source) ? String.fromCharCode(source.charCodeAt(2) % 32) : source.slice(1)];
}

/** Asks the engine of the language: first about usual characters, then about all of two bytes. */
function found(source: string): readonly string[] {
  const expression = new RegExp(`^${source}$`, 'u');
  const usual = PRINTED.filter((one) => expression.test(one));
  if (usual.length > 0) return usual;
  const others: string[] = [];
  for (let point = 0; point <= 0xffff && others.length < FOUND_MAX; point++) {
    const one = String.fromCharCode(point);
    if (one.isWellFormed() && expression.test(one)) others.push(one);
  }
  return others;
}

const FOUND_MAX = 26;

/** The first characters of a range: enough to make texts differ. */
function between(from: string, to: string): readonly string[] {
  const [first, last] = [from.codePointAt(0) as number, to.codePointAt(0) as number];
  return Array.from({ length: Math.min(RANGE_MAX, last - first + 1) }, (_, index) =>
    String.fromCodePoint(first + index),
  );
}

const RANGE_MAX = 95;
const DIGITS = between('0', '9');
const CAPITALS = between('A', 'Z');
const SMALL = between('a', 'z');
const PRINTED = [...SMALL, ...CAPITALS, ...DIGITS, ...between(' ', '/'), ...between(':', '@')];

/** By the text after the backslash. */
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  d: DIGITS,
  D: SMALL,
  w: [...SMALL, ...CAPITALS, ...DIGITS, '_'],
  W: [' ', '-', '.'],
  s: [' '],
  S: SMALL,
  t: ['\t'],
  n: ['\n'],
  r: ['\r'],
  f: ['\f'],
  v: ['\v'],
  b: ['\b'],
  0: ['\0'],
  'p{L}': SMALL,
  'p{Letter}': SMALL,
  'p{Alphabetic}': SMALL,
  'p{Ll}': SMALL,
  'p{Lu}': CAPITALS,
  'p{N}': DIGITS,
  'p{Nd}': DIGITS,
  'p{P}': ['.', '-', '!'],
};
