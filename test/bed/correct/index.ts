// The correct services of the bed: four servers that share no code but the port they listen on, and
// all that they can choose.

import type { CorrectService } from './correct-service.ts';
import { directoryServices } from './directory/services.ts';
import { logServices } from './log/services.ts';
import { changeServices } from './optioned/changes.ts';
import { limitServices } from './optioned/limits.ts';
import { listServices } from './optioned/lists.ts';
import { mixtureServices } from './optioned/mixtures.ts';
import { normalServices } from './optioned/normal.ts';
import { shapeServices } from './optioned/shapes.ts';
import { statusServices } from './optioned/statuses.ts';
import { wireServices } from './wire/services.ts';

export type { CorrectService } from './correct-service.ts';

/** All correct services, with unique names. */
export const correctServices: readonly CorrectService[] = [
  ...shapeServices,
  ...changeServices,
  ...listServices,
  ...limitServices,
  ...statusServices,
  ...mixtureServices,
  ...normalServices,
  ...directoryServices,
  ...wireServices,
  ...logServices,
];
