// One request and its answer, as traffic shows them. Does not know who recorded them.

import { isNumber, isObject, type Json, type JsonObject, own } from '../../base/json.ts';

/** A body that was sent or answered. */
export interface TrafficBody {
  /** In lower case, without parameters. */
  readonly mediaType: string;
  /** `undefined` if it is no JSON and no form, or was not kept whole. */
  readonly json: Json | undefined;
}

export interface Exchange {
  /** The host and its port: `api.example.com`. */
  readonly origin: string;
  readonly method: string;
  /** As sent, without query. */
  readonly path: string;
  readonly query: string;
  readonly sent: TrafficBody | null;
  /** The kind of the credentials that were sent, as a security scheme of OpenAPI; never a value. */
  readonly credentials: JsonObject | null;
  readonly status: number;
  readonly answer: TrafficBody | null;
}

export function isSuccess({ status }: Pick<Exchange, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** Returns the path in segments; slashes at the end make no difference, and no brace is left. */
export function segmentsOf(path: string): readonly string[] {
  return path
    .replaceAll(/[{}]/g, (brace) => encodeURIComponent(brace))
    .split('/')
    .filter((segment) => segment !== '');
}

/** The objects in a body that may be items: itself, its elements, and those one step below. */
export function objectsIn(json: Json | undefined): readonly JsonObject[] {
  if (json === undefined) return [];
  const around = isObject(json) ? [json, ...Object.values(json)] : [json];
  return around
    .flatMap((one) => (Array.isArray(one) ? (one as readonly Json[]) : [one]))
    .filter(isObject);
}

/** The values that may be the id of an item, by their usual names. */
export function idsOf(item: JsonObject | null): readonly string[] {
  return ['id', '_id', 'uuid', 'slug', 'key', 'code'].flatMap((name) => {
    const id = item === null ? undefined : own(item, name);
    return isNumber(id) || typeof id === 'string' ? [String(id)] : [];
  });
}
