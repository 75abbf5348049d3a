// Calls in the usual form of their operation, and as the contract has them on the wire: method, path,
// forms, and what stands around the item in the body. Everything but the edges works on the usual form.

import { isObject, type Json, type JsonObject, jsonText, own } from '../../base/json.ts';
import { tryPercentDecode } from '../../base/percent.ts';
import type { Contract, Operation } from '../../contract/contract.ts';
import { filledPath, matchPattern, patternOf } from '../../contract/nested-path.ts';
import { type Kind, methods } from '../../contract/operation-kinds.ts';
import { idParameterOf, wayOf } from '../../contract/operation-way.ts';
import type { Schemas } from '../../schema/schema.ts';
import { readKey, toKey } from '../ids/ids.ts';
import { bareCall, wrappedCall } from './bare-body.ts';
import { type Body, type Call, header, noBody } from './call.ts';
import { readFormCall, writeFormCall } from './form-body.ts';

/** What it takes of a contract to write its calls. */
type Written = Pick<Contract, 'id' | 'operations' | 'path' | 'template'>;

/** Returns the id in the body of a bare call as the key of an item; `null` if there is none. */
export function keyInBody({ body }: Call, { id }: Pick<Contract, 'id'>): string | null {
  const given = body.kind === 'json' && isObject(body.value) ? own(body.value, id) : undefined;
  return given === undefined || given === null || typeof given === 'object' ? null : toKey(given);
}

/** Returns a call from the wire in the usual form of its operation. */
export function usualCall(schemas: Schemas, contract: Written, kind: Kind, call: Call): Call {
  const operation = contract.operations[kind];
  const bare = bareCall(operation, readFormCall(schemas, operation, call));
  const { on } = wayOf(contract, kind);
  const method = call.method === 'HEAD' ? call.method : methods[kind].method;
  if (operation?.idInPath !== undefined) {
    const place = usualPath(contract, kind, call.path);
    const slash = place.lastIndexOf('/');
    const text = tryPercentDecode(place.slice(slash + 1)) ?? '';
    const [type] = schemas.membersOf(operation.body ?? '').has(contract.id)
      ? schemas.typesOf(operation.body ?? '', contract.id)
      : [];
    const id = readKey(text, type === 'integer' || type === 'number' ? type : 'string') ?? text;
    return { ...withIdInBody(contract, id, bare), method, path: place.slice(0, slash) };
  }
  const key = on === methods[kind].on ? null : keyInBody(bare, contract);
  const place = usualPath(contract, kind, call.path);
  const path = key === null ? place : `${place.replace(/\/$/, '')}/${encodeURIComponent(key)}`;
  return { ...askedInQuery(kind, bare), method, path };
}

/** Returns a call with what a list by POST is asked for in its query: the plain members of its body. */
export function askedInQuery(kind: Kind | null, call: Call): Call {
  const { body, query } = call;
  if (kind !== 'list' || call.method !== 'POST') return call;
  if (body.kind !== 'json' || !isObject(body.value)) return { ...call, body: noBody };
  const asked = new URLSearchParams(query);
  for (const [name, value] of Object.entries(body.value))
    for (const one of [value].flat() as readonly Json[])
      if (one !== null && typeof one !== 'object') asked.append(name, String(one));
  return { ...call, body: noBody, query: asked.toString() };
}

/** Returns a bare call with the id of its path in the body. */
export function withIdInBody({ id }: Pick<Contract, 'id'>, value: Json, call: Call): Call {
  const { body, headers } = call;
  if (body.kind === 'none') {
    const made = { [id]: value };
    return {
      ...call,
      headers: { ...headers, 'content-type': JSON_TYPE },
      body: { kind: 'json', value: made, text: jsonText(made), duplicate: null },
    };
  }
  if (body.kind !== 'json' || !isObject(body.value)) return call;
  const whole = { ...body.value, [id]: value };
  return { ...call, body: { ...body, value: whole, text: jsonText(whole) } };
}

/** The path of a call in the usual form, if the operation has one of its own. */
function usualPath(contract: Written, kind: Kind, path: string): string {
  const own = contract.operations[kind]?.path;
  return own === undefined ? path : moved(path, own, usualTemplate(contract, kind, own));
}

/** Returns a path in the usual form as an operation has it on the wire; any prefix stays. */
export function wirePath(contract: Written, kind: Kind, path: string): string {
  const own = contract.operations[kind]?.path;
  return own === undefined ? path : moved(path, usualTemplate(contract, kind, own), own);
}

function usualTemplate(contract: Written, kind: Kind, own: string): string {
  const { path } = contract.template ?? contract;
  const { on } = wayOf(contract, kind);
  return on === 'item' ? `${path}/{${idParameterOf(own)}}` : path;
}

/** Moves the values of a path from one template to another; what is before the first stays. */
function moved(path: string, from: string, to: string): string {
  const given = path
    .replace(/(?<=.)\/$/, '')
    .slice(1)
    .split('/');
  const count = from.slice(1).split('/').length;
  const values = matchPattern(patternOf({ path: from }, ''), given.slice(-count));
  if (values === null) return path;
  const before = given.slice(0, -count).map((segment) => `/${segment}`);
  return before.join('') + filledPath(to, values);
}

/** Returns a call in the usual form as the contract has its operation on the wire. */
export function wireCall(contract: Written, kind: Kind, call: Call): Call {
  const operation = contract.operations[kind];
  const method = call.method === 'HEAD' ? call.method : wayOf(contract, kind).method;
  if (operation?.idInPath !== undefined) return callAtItem(contract, operation, call);
  const type = operation?.idInBody;
  if (type === undefined) {
    const named = withIdOfPath(contract, kind, typedCall(operation, call));
    const path = wirePath(contract, kind, call.path);
    return writeFormCall(operation, wrappedCall(operation, { ...named, method, path }));
  }
  const slash = call.path.lastIndexOf('/');
  const key = decodeURIComponent(call.path.slice(slash + 1));
  const id = type === 'number' ? Number(key) : key;
  const body = withMember(call.body, { [contract.id]: id });
  const path = wirePath(contract, kind, call.path.slice(0, slash));
  return writeFormCall(operation, wrappedCall(operation, { ...call, method, path, body }));
}

/** A creation goes to the path of the item that it makes. */
function callAtItem(contract: Written, operation: Operation, call: Call): Call {
  const key = keyInBody(call, contract);
  if (key === null) return call;
  const { method } = wayOf(contract, 'create');
  const place = `${call.path.replace(/\/$/, '')}/${encodeURIComponent(key)}`;
  const path = wirePath(contract, 'create', place);
  if (operation.idInPath === 'no-body') {
    const { 'content-type': _, ...headers } = call.headers;
    return { ...call, method, path, headers, body: noBody };
  }
  const { body } = typedCall(operation, call);
  const value = body.kind === 'json' && isObject(body.value) ? body.value : {};
  const { [contract.id]: __, ...others } = value;
  const sent = operation.idInPath === 'body-too' ? value : others;
  const written = { ...body, value: sent, text: jsonText(sent) } as Body;
  return writeFormCall(operation, wrappedCall(operation, { ...call, method, path, body: written }));
}

/** Gives a call the media type of the form that the contract names. */
function typedCall(operation: Operation | undefined, call: Call): Call {
  const { envelope, bodyEnvelope } = operation ?? {};
  const accept = envelope?.form?.mediaType;
  const sent = bodyEnvelope?.form?.mediaType;
  const isBody = sent !== undefined && header(call.headers, 'content-type') === JSON_TYPE;
  const isAsked = accept !== undefined && header(call.headers, 'accept') === JSON_TYPE;
  if (!isBody && !isAsked) return call;
  const headers = {
    ...call.headers,
    ...(isBody ? { 'content-type': sent } : {}),
    ...(isAsked ? { accept } : {}),
  };
  return { ...call, headers };
}

const JSON_TYPE = 'application/json';

/** A change in the form of JSON:API names its item in the body as well. */
function withIdOfPath({ id, operations }: Written, kind: Kind, call: Call): Call {
  const moved = operations[kind]?.bodyEnvelope?.form?.moved.find(({ member }) => member === id);
  if (moved === undefined || (kind !== 'update' && kind !== 'replace')) return call;
  const key = decodeURIComponent(call.path.slice(call.path.lastIndexOf('/') + 1));
  const value = moved.ids === 'number' ? Number(key) : key;
  return { ...call, body: withMember(call.body, { [id]: value }) };
}

/** Adds a member to the object in a body, unless it is there. */
function withMember(body: Body, member: JsonObject): Body {
  if (body.kind !== 'json' || !isObject(body.value)) return body;
  const value = { ...member, ...body.value };
  return { ...body, value, text: jsonText(value) };
}
