// Bodies that are files, as the items that everything else works on, and back.

import { isObject, type Json, own } from '../../base/json.ts';
import { latin1Of } from '../../base/latin1.ts';
import type { FileBody, Operation } from '../../contract/contract.ts';
import { readDataUrl, toDataUrl } from '../../contract/envelopes/data-url.ts';
import { FILE, takesFile } from '../../contract/envelopes/file-item.ts';
import { type Body, type Call, header, noBody } from './call.ts';
import type { Received } from './received.ts';

/** Returns the file in an item; `null` if it has none. */
export function fileIn(item: Json): ReturnType<typeof readDataUrl> {
  const text = isObject(item) ? own(item, FILE) : undefined;
  return typeof text === 'string' ? readDataUrl(text) : null;
}

/** Returns a call with the item in place of a file of the media types that are taken. */
export function readFileCall(named: readonly string[], call: Call): Call {
  const { body, headers } = call;
  const type = typeOf(header(headers, 'content-type'));
  if ((body.kind !== 'json' && body.kind !== 'broken') || !takesFile(named, type)) return call;
  return { ...call, headers: { ...headers, 'content-type': JSON_TYPE }, body: itemOf(type, body) };
}

/** Returns a call with the file in place of its item; any answer is welcome to it. */
export function writeFileCall(call: Call): Call {
  const headers = { ...call.headers, accept: '*/*' };
  const file = call.body.kind === 'json' ? fileIn(call.body.value) : null;
  if (file === null) return { ...call, headers };
  return {
    ...call,
    headers: { ...headers, 'content-type': file.mediaType },
    body: bytesBody(file),
  };
}

/**
 * Returns a reply with the item in place of the file. What a write answers is no file, and only told
 * of if the contract shows it.
 */
export function readFileReply(
  { outcomes }: Pick<Operation, 'outcomes'>,
  file: FileBody,
  received: Received,
): Received {
  const { body, headers, status } = received;
  if (status >= 300 || body.kind === 'oversized') return received;
  if (file.in !== 'answer')
    return outcomes.ok?.body === undefined ? { ...received, body: noBody } : received;
  return { ...received, body: itemOf(typeOf(header(headers, 'content-type')), body) };
}

/** Returns the body of a message as it is on the wire. */
export function writtenFile(body: Body): Body {
  const file = body.kind === 'json' && body.form !== undefined ? fileIn(body.value) : null;
  return file === null ? body : bytesBody(file);
}

function bytesBody({ bytes }: { readonly bytes: Uint8Array }): Body {
  return { kind: 'broken', flaw: 'utf-8', message: 'a file', text: '', bytes };
}

function itemOf(form: string, body: Exclude<Body, { kind: 'oversized' }>): Body {
  const value = { [FILE]: toDataUrl(form, body.kind === 'none' ? '' : bytesOf(body)) };
  return { kind: 'json', value, text: JSON.stringify(value), duplicate: null, form };
}

/** The media type without its parameters. */
function typeOf(contentType: string | undefined): string {
  return contentType?.split(';')[0]?.trim().toLowerCase() || 'application/octet-stream';
}

const JSON_TYPE = 'application/json';

/** The bytes of a body, one in each character. */
export function bytesOf(body: Extract<Body, { kind: 'json' | 'broken' }>): string {
  if (body.kind === 'broken' && body.bytes !== undefined) return latin1Of(body.bytes);
  return latin1Of(new TextEncoder().encode(body.text));
}
