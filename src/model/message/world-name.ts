// What a world may be called. A world is a private copy of the rows; the one that all share is
// called `main`.

/** The name of the world that all share; naming it is the same as naming none. */
export const SHARED_WORLD = 'main';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** What a name is, for whoever gave one that is none. */
export const WORLD_NAME_RULE =
  'A name has up to 64 letters, digits, hyphens and underscores, and begins with a letter or digit.';

/**
 * Reads the name of a world; `null` where it is none. Names are in lower case, for that is how they
 * come in a host name.
 */
export function readWorldName(text: string): string | null {
  return NAME.test(text) ? text.toLowerCase() : null;
}
