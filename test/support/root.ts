// The folder of this project.

import { resolve } from 'node:path';

/** The folder of this checkout. */
export const root: string = resolve(import.meta.dirname, '../..');
