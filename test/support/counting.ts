// Small, correct services that count their own reads in other ways than those of stamped.ts.

import type { Fields, Stamped } from './stamped.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };

/** Its one schema requires the counter, which no creation takes. */
export const films: Stamped = {
  collection: 'films',
  members: { title: text, minutes: whole, isSubtitled: { type: 'boolean' }, hits: whole },
  required: ['title', 'hits'],
  taken: ['title', 'minutes', 'isSubtitled'],
  stamp: (_item, before) => ({ hits: before?.['hits'] ?? 0 }),
  look: ({ hits }) => ({ hits: Number(hits) + 1 }),
  values: (number) => ({ title: `Film ${number}`, minutes: number, isSubtitled: true, hits: 0 }),
};

/** The counter is in an object, beside the time of the last read in whole seconds. */
export const songs: Stamped = {
  collection: 'songs',
  members: {
    name: text,
    tags: { type: 'array', items: text },
    stats: {
      type: 'object',
      properties: { plays: whole, lastPlayed: whole },
    },
  },
  required: ['name'],
  taken: ['name', 'tags'],
  stamp: (_item, before) => ({ stats: before?.['stats'] ?? { plays: 0, lastPlayed: 0 } }),
  look: ({ stats }) => ({
    stats: { plays: playsOf(stats) + 1, lastPlayed: Math.floor(Date.now() / 1_000) },
  }),
  values: (number) => ({ name: `Song ${number}`, tags: [`t${number}`] }),
};

/** The counter is in an object that clients set, and is `readOnly` there. */
export const posters: Stamped = {
  collection: 'posters',
  members: {
    title: text,
    about: {
      type: 'object',
      properties: { artist: text, seen: { ...whole, readOnly: true } },
    },
  },
  required: ['title'],
  taken: ['title', 'about'],
  stamp: ({ about }, before) => ({
    about: { ...(about as Fields), seen: (before?.['about'] as Fields | undefined)?.['seen'] ?? 0 },
  }),
  look: ({ about }) => ({
    about: { ...(about as Fields), seen: Number((about as Fields)['seen']) + 1 },
  }),
  values: (number) => ({ title: `Poster ${number}`, about: { artist: `Artist ${number}` } }),
};

/** The time of the last read in whole seconds, alone. */
export const lamps: Stamped = {
  collection: 'lamps',
  members: { label: text, watts: { type: 'number' }, isOn: { type: 'boolean' }, seenAt: whole },
  required: ['label'],
  taken: ['label', 'watts', 'isOn'],
  stamp: (_item, before) => ({ seenAt: before?.['seenAt'] ?? seconds() }),
  look: () => ({ seenAt: seconds() }),
  values: (number) => ({ label: `Lamp ${number}`, watts: number, isOn: true }),
};

/** The counter is `readOnly`: no request has it. */
export const maps: Stamped = {
  collection: 'maps',
  members: { name: text, scale: whole, opened: { ...whole, readOnly: true } },
  required: ['name'],
  taken: ['name', 'scale'],
  stamp: (_item, before) => ({ opened: before?.['opened'] ?? 0 }),
  look: ({ opened }) => ({ opened: Number(opened) + 1 }),
  values: (number) => ({ name: `Map ${number}`, scale: number }),
};

function playsOf(stats: unknown): number {
  return Number((stats as Fields)['plays']);
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
