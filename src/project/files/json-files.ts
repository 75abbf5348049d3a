// The JSON files in a folder.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the JSON files in a folder by name, without hidden ones. Throws as the system does. */
export function jsonFilesIn(folder: string): readonly string[] {
  const names = readdirSync(folder).filter(
    (name) => name.endsWith('.json') && !name.startsWith('.'),
  );
  return names.sort().map((name) => join(folder, name));
}
