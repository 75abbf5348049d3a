// Verifies a service of the contracts with shapes as the command does.

import { createHold } from '../hold-project.ts';
import { loadShapes } from './contracts.ts';

export { complaintsOf, seedsOf } from '../hold-project.ts';

/** Verifies one contract, with the usual budget if none is given. */
export const hold = await createHold(await loadShapes());
