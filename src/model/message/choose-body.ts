// Which of the declared bodies an answer has, by the Accept field of its request (RFC 9110 section
// 12.5.1). JSON comes before other media types that a client likes as much.

import { remember } from '../../base/remember.ts';
import type { Body } from '../../contract/declared.ts';

/** A declared body, and the media type that it has in an answer. */
export interface ChosenBody {
  readonly body: Body;
  readonly type: string;
}

/** Returns the body that a client likes best; `null` if it accepts none of them. */
export function chooseBody(bodies: readonly Body[], accept: string | undefined): ChosenBody | null {
  return accept === undefined || accept === '*/*' || accept.trim() === ''
    ? usualBody(bodies)
    : lastOf(bodies, accept);
}

/** Clients send the same field again and again. */
function lastOf(bodies: readonly Body[], accept: string): ChosenBody | null {
  const last = kept.get(bodies);
  if (last?.accept === accept) return last.chosen;
  const chosen = bestOf(bodies, rangesOf(accept));
  kept.set(bodies, { accept, chosen });
  return chosen;
}

const kept = new WeakMap<
  readonly Body[],
  { readonly accept: string; readonly chosen: ChosenBody | null }
>();

/** Returns the body that a client gets who accepts anything; `null` if there is none. */
export const usualBody: (bodies: readonly Body[]) => ChosenBody | null = remember(
  (bodies: readonly Body[]) => bestOf(bodies, [{ type: '*/*', quality: 1 }]),
  new WeakMap<readonly Body[], ChosenBody | null>(),
);

function bestOf(bodies: readonly Body[], ranges: readonly Range[]): ChosenBody | null {
  const all = bodies
    .toSorted((one, other) => rankOf(one.type) - rankOf(other.type))
    .flatMap((body) => typesOf(body, ranges).map((type) => ({ body, type })))
    .map((one) => ({ ...one, quality: qualityOf(one.type, ranges) }));
  const best = Math.max(0, ...all.map(({ quality }) => quality));
  const found = best > 0 ? all.find(({ quality }) => quality === best) : undefined;
  return found === undefined ? null : { body: found.body, type: found.type };
}

/** Whether a media type is JSON (RFC 6839 section 3.1). */
export function isJsonType(type: string): boolean {
  return /^(?:application|text)\/json$|\+json$/.test(type);
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

function rangesOf(accept: string): readonly Range[] {
  return accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const written = parameters.find((one) => one.startsWith('q='));
    const quality = written === undefined ? 1 : Number(written.slice('q='.length));
    return { type, quality: Number.isFinite(quality) ? quality : 0 };
  });
}

/** The most specific range decides. A client of JSON takes each media type that is JSON. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [family = ''] = type.split('/');
  const also = isJsonType(type) ? ['application/json', 'application/problem+json'] : [];
  for (const one of [type, ...also, `${family}/*`, '*/*']) {
    const fitting = ranges.filter((range) => range.type === one);
    // A client that rejects problem details may still accept JSON.
    if (one !== type && also.includes(one) && fitting.every(({ quality }) => quality === 0))
      continue;
    if (fitting.length > 0) return Math.max(...fitting.map(({ quality }) => quality));
  }
  return 0;
}

/** The media types that a body may have; a range has JSON if it can. */
function typesOf({ type }: Body, ranges: readonly Range[]): readonly string[] {
  const usual = USUAL[type] ?? (type.endsWith('/*') ? null : type);
  if (usual === type) return [type];
  const [family = ''] = type.split('/');
  const asked = ranges
    .map((range) => range.type)
    .filter((one) => !one.includes('*') && (family === '*' || one.startsWith(`${family}/`)));
  if (usual === null) return asked;
  return usual === JSON_TYPE && qualityOf(usual, ranges) > 0 ? [usual] : [usual, ...asked];
}

const JSON_TYPE = 'application/json';

/** The media type of a body whose specification names a range. */
const USUAL: Readonly<Record<string, string>> = {
  '*': JSON_TYPE,
  '*/*': JSON_TYPE,
  'application/*': JSON_TYPE,
  'text/*': 'text/plain',
  'image/*': 'image/png',
  'audio/*': 'audio/wav',
  'video/*': 'video/mp4',
};

function rankOf(type: string): number {
  if (type === JSON_TYPE) return 0;
  return isJsonType(USUAL[type] ?? type) ? 1 : 2;
}
