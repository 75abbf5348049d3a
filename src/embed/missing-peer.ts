// Reports that the package of a door is missing. Only Node uses it (`exports` in package.json): a
// bundler reports missing packages itself, and require() cannot load modules with top-level await.

import { StandinError } from '../base/errors.ts';

/** The package that a door is for: `msw` of `standin/msw`. */
export interface PeerPackage {
  readonly door: string;
  readonly name: string;
}

/**
 * Returns the exports of a door. Rejects with a StandinError (`package-missing`) if its package is
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

/** Node's own message: a package that lacks one of its dependencies is a different error. */
function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    Reflect.get(error, 'code') === 'ERR_MODULE_NOT_FOUND' &&
    error.message.startsWith(`Cannot find package '${name}'`)
  );
}
