// Names of worlds. A world is a private copy of the rows; the shared one is called `main`.

/** The name of the shared world; naming it is the same as naming none. */
export const SHARED_WORLD = 'main';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** The rule for names, for the message about an invalid one. */
export const WORLD_NAME_RULE =
  'A name has up to 64 letters, digits, hyphens and underscores, and begins with a letter or digit.';

/** Reads the name of a world into lower case, as in a host name; `null` if it is invalid. */
export function readWorldName(text: string): string | null {
  return NAME.test(text) ? text.toLowerCase() : null;
}
