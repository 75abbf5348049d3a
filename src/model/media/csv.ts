// Values as a table of texts with commas (RFC 4180): a line for each element, a column for each member.

import { isObject, type Json, jsonText, own } from '../../base/json.ts';

/** Returns a list, or a single value, as a table. */
export function csvOf(value: Json): string {
  const rows = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const columns = [...new Set(rows.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))];
  const lines =
    columns.length === 0
      ? rows.map((row) => [fieldOf(row)])
      : [columns, ...rows.map((row) => columns.map((name) => fieldOf(memberOf(row, name))))];
  return lines.map((fields) => `${fields.map(quoted).join(',')}\r\n`).join('');
}

function memberOf(row: Json, name: string): Json {
  return isObject(row) ? (own(row, name) ?? null) : row;
}

function fieldOf(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : jsonText(value);
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
