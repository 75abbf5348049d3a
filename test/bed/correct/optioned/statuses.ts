// Sixteen services in which each success status of POST meets each of PUT, and each of both meets
// each of DELETE, and each of these meets each shape of a body: an orthogonal array of strength two
// over the field of four elements.

import type { CorrectService } from '../correct-service.ts';
import type { Choices } from './choices.ts';
import { optioned } from './server.ts';

const statuses = [200, 201, 202, 204] as const;
const createBodies = ['whole', 'id', 'nested', 'empty'] as const;
const updateBodies = ['user', 'count', 'none', 'id'] as const;
const removeBodies = ['none', 'user', 'flag', 'none'] as const;

/** Twice an element of the field of four, and three times. */
const twice = [0, 2, 3, 1] as const;
const thrice = [0, 3, 1, 2] as const;

function pick<Item>(items: readonly [Item, ...Item[]], index: number): Item {
  return items[index % items.length] ?? items[0];
}

function service(row: number, column: number): CorrectService {
  const createStatus = pick(statuses, row);
  const updateStatus = pick(statuses, column);
  const removeStatus = pick(statuses, row ^ column);
  const createBody = pick(createBodies, row ^ pick(twice, column));
  const choices: Partial<Choices> = {
    createStatus,
    createBody,
    location:
      createStatus === 204 || createBody === 'empty' ? pick(['absolute', 'path'], column) : 'none',
    updateStatus,
    updateBody: pick(updateBodies, row ^ pick(thrice, column)),
    updateWay: pick(['merge', 'replace'], row + column),
    removeStatus,
    removeBody: pick(removeBodies, column),
  };
  return {
    name: `post-${createStatus}-put-${updateStatus}-delete-${removeStatus}`,
    about: `POST answers ${createStatus} (${createBody}), PUT ${updateStatus} (${choices.updateBody}), DELETE ${removeStatus}.`,
    start: optioned(choices),
  };
}

export const statusServices: readonly CorrectService[] = [0, 1, 2, 3].flatMap((row) =>
  [0, 1, 2, 3].map((column) => service(row, column)),
);
