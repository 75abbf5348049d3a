// What is said where a door is imported, and the package that it is made for is not there. Only
// Node asks (`exports` in package.json): a bundler says itself what it cannot find, and require()
// takes no module that waits.

import { StandinError } from '../base/errors.ts';

/** The package that a door is for: `msw` of `standin/msw`. */
export interface PeerPackage {
  readonly door: string;
  readonly name: string;
}

/**
 * Gives what a door exports. Rejects with a StandinError (`package-missing`) where its package is
 * not installed, else as `load` does.
 */
export async function missingPeer<Door>(
  { door, name }: PeerPackage,
  load: () => Promise<Door>,
): Promise<Door> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    const remedy = `Install it: npm install -D ${name}`;
    // Node prints the message alone.
    throw new StandinError(
      'package-missing',
      `${door} needs the package ${name}, which is not installed\n${remedy}`,
      remedy,
    );
  }
}

/**
 * As Node says it: "Cannot find package 'msw' imported from …". What that package itself lacks is
 * another matter.
 */
function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    Reflect.get(error, 'code') === 'ERR_MODULE_NOT_FOUND' &&
    error.message.startsWith(`Cannot find package '${name}'`)
  );
}
