// Members of JSON whose shape is unknown.

import { isObject, type Json, own } from '../../base/json.ts';

export function memberAt(json: Json | undefined, name: string): Json | undefined {
  return json !== undefined && isObject(json) ? own(json, name) : undefined;
}

export function textAt(json: Json | undefined, name: string): string | undefined {
  const value = memberAt(json, name);
  return typeof value === 'string' ? value : undefined;
}

export function arrayAt(json: Json | undefined, name: string): readonly Json[] {
  const value = memberAt(json, name);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
