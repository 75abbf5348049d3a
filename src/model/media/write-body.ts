// Bodies of answers that are not JSON: the text of a value in a media type, or a small file of it.
// Does not choose the media type, and does not know what the value is about.

import { isObject, type Json, jsonText } from '../../base/json.ts';
import { fileSamples } from '../../schema/sample/files.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import { csvOf } from './csv.ts';
import { isStreamType, streamOf } from './streams.ts';
import { xmlOf } from './xml.ts';

/** What a body is written as. */
export interface WrittenAs {
  /** In lower case, without parameters; not JSON. */
  readonly type: string;
  /** The schema of the value, which gives names to the elements of XML. */
  readonly schema: SchemaName | null;
}

/** Returns a value as the bytes of a body. */
export function writeBody(schemas: Schemas, value: Json, { type, schema }: WrittenAs): Uint8Array {
  if (isStreamType(type)) return bytesOf(streamOf(type, Array.isArray(value) ? value : [value]));
  if (isCsvType(type)) return bytesOf(csvOf(value));
  if (isXmlType(type)) return bytesOf(xmlOf(schemas, schema, value));
  if (type === 'application/x-www-form-urlencoded') return bytesOf(formOf(value));
  if (type === 'text/html') return bytesOf(htmlOf(value));
  return bytesOf(typeof value === 'string' ? value : jsonText(value));
}

/**
 * Returns an example of a body that is not JSON. A text is the body itself, in base64 if the media
 * type is one of bytes; `null` if it cannot be one of this media type.
 */
export function writeExample(schemas: Schemas, example: Json, as: WrittenAs): Uint8Array | null {
  if (typeof example !== 'string')
    return isFileType(as.type) ? null : writeBody(schemas, example, as);
  return isFileType(as.type) ? fileIn(as.type, example) : bytesOf(example);
}

/** Returns the bytes of a small file of a media type. */
export function smallFile(type: string): Uint8Array {
  const [file = ''] = fileSamples(type);
  return Uint8Array.from(file, (one) => one.charCodeAt(0));
}

/** Whether bodies of a media type have a form that not any text has. */
export function hasOwnForm(type: string): boolean {
  return isFileType(type) || isXmlType(type) || isCsvType(type) || type === 'text/html';
}

/** Whether bodies of a media type are bytes that only programs read. */
function isFileType(type: string): boolean {
  return (
    (/^(?:image|audio|video|font)\//.test(type) && !isXmlType(type)) ||
    /^application\/(?:octet-stream|pdf|zip|gzip|x-gzip|x-tar)$/.test(type)
  );
}

/** Whether a body of a media type is one item after the other. */
export function isOfItems(type: string): boolean {
  return isCsvType(type) || isStreamType(type);
}

function isXmlType(type: string): boolean {
  return /^(?:application|text)\/xml$|\+xml$/.test(type);
}

function isCsvType(type: string): boolean {
  return type === 'text/csv' || type === 'application/csv';
}

/** How files of a media type begin. */
const BEGINS: Readonly<Record<string, string>> = {
  'image/png': '\x89PNG',
  'image/jpeg': '\xff\xd8',
  'image/jpg': '\xff\xd8',
  'image/gif': 'GIF8',
  'image/webp': 'RIFF',
  'application/pdf': '%PDF',
  'application/zip': 'PK',
  'application/gzip': '\x1f\x8b',
};

function fileIn(type: string, text: string): Uint8Array | null {
  const begins = BEGINS[type];
  const [, base64 = text] = /^data:[^,]*;base64,(.*)$/s.exec(text) ?? [];
  const decoded = /^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(base64) ? fromBase64(base64) : null;
  if (begins === undefined)
    return decoded !== null && (base64 !== text || base64.length > BASE64_LEAST)
      ? bytesOfChars(decoded)
      : bytesOf(text);
  if (decoded?.startsWith(begins)) return bytesOfChars(decoded);
  return text.startsWith(begins) ? bytesOf(text) : null;
}

/** Shorter texts are words rather than bytes. */
const BASE64_LEAST = 40;

function fromBase64(text: string): string | null {
  try {
    return atob(text);
  } catch {
    return null;
  }
}

function formOf(value: Json): string {
  const members = isObject(value) ? Object.entries(value) : [['value', value] as const];
  return new URLSearchParams(
    members.map(([name, one]): [string, string] => [
      name,
      typeof one === 'string' ? one : jsonText(one),
    ]),
  ).toString();
}

function htmlOf(value: Json): string {
  const text = typeof value === 'string' ? value : jsonText(value);
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><meta charset="utf-8"><title>Answer</title><pre>${safe}</pre>\n`;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function bytesOfChars(text: string): Uint8Array {
  return Uint8Array.from(text, (one) => one.charCodeAt(0));
}
