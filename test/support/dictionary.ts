// A small reader of Dictionaries of structured fields (RFC 9651 sections 3.2 and 4.2.2), as far as
// tokens go. Strict: what it does not know is an error, a key given twice too.

export interface Member {
  readonly value: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const KEY = /[a-z*][a-z0-9_.*-]*/y;
const TOKEN = /[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*/y;

/** A token, or a string with its quotes. */
const ITEM = /[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"/y;

/** Reads a dictionary whose members are tokens, and parameters tokens or strings. Throws if the text is not one. */
export function readDictionary(text: string): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  let index = 0;
  const take = (pattern: RegExp, what: string): string => {
    pattern.lastIndex = index;
    const found = pattern.exec(text)?.[0];
    if (found === undefined)
      throw new Error(`expected ${what} at ${index} of ${JSON.stringify(text)}`);
    index += found.length;
    return found;
  };
  while (index < text.length) {
    const key = take(KEY, 'a key');
    take(/=/y, '"="');
    const value = take(TOKEN, 'a token');
    const parameters: [string, string][] = [];
    while (text[index] === ';') {
      take(/; */y, '";"');
      const name = take(KEY, 'the key of a parameter');
      take(/=/y, '"="');
      parameters.push([name, take(ITEM, 'a token or a string')]);
    }
    if (members.has(key))
      throw new Error(`the key ${key} is given twice in ${JSON.stringify(text)}`);
    members.set(key, { value, parameters: Object.fromEntries(parameters) });
    if (index < text.length) take(/[ \t]*,[ \t]*(?=.)/y, 'a comma and a member');
  }
  return members;
}
