// The kinds of operations that a contract can have, and the method of each.

export const kinds = ['list', 'create', 'read', 'replace', 'update', 'remove'] as const;
/** The kinds of operations; `methods` says which method each has. */
export type Kind = (typeof kinds)[number];

/** The method of each kind of operation, what it acts on, and whether its requests have a body. */
export const methods = {
  list: { method: 'GET', on: 'collection', hasBody: false },
  create: { method: 'POST', on: 'collection', hasBody: true },
  read: { method: 'GET', on: 'item', hasBody: false },
  replace: { method: 'PUT', on: 'item', hasBody: true },
  update: { method: 'PATCH', on: 'item', hasBody: true },
  remove: { method: 'DELETE', on: 'item', hasBody: false },
} as const satisfies Record<Kind, { method: string; on: 'collection' | 'item'; hasBody: boolean }>;

/** The kind that a method usually is at an item; `null` if none. */
export function kindAtItem(method: string): Kind | null {
  return (
    kinds.find((kind) => methods[kind].on === 'item' && methods[kind].method === method) ?? null
  );
}

/** The methods that a contract may have an operation with, the usual one first. */
export const methodsFor: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  list: ['GET', 'POST'],
  create: ['POST', 'PUT'],
  read: ['GET', 'POST'],
  replace: ['PUT', 'POST', 'PATCH'],
  update: ['PATCH', 'POST', 'PUT'],
};

/**
 * The methods that an operation of none of the six kinds may have: those that servers read, without
 * what they answer themselves. QUERY is that of OpenAPI 3.2.
 */
export const actionMethods: readonly string[] =
  'GET POST PUT PATCH DELETE QUERY OPTIONS COPY LINK LOCK MERGE MKCOL MOVE NOTIFY PROPFIND PROPPATCH PURGE REPORT SEARCH SUBSCRIBE UNLINK UNLOCK UNSUBSCRIBE'.split(
    ' ',
  );

/** Whether a request with a method asks for no change (RFC 9110 section 9.2.1, RFC 3253, RFC 4918). */
export function isSafeMethod(method: string): boolean {
  return SAFE.has(method);
}

const SAFE: ReadonlySet<string> = new Set(
  'GET HEAD OPTIONS TRACE QUERY PROPFIND REPORT SEARCH'.split(' '),
);

/** The media types that the body of a request may have. */
export const mediaTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
] as const;

/** The kinds of operations whose requests have a body. */
export type KindWithBody = {
  [K in Kind]: (typeof methods)[K]['hasBody'] extends true ? K : never;
}[Kind];
/** The kinds of operations on one item. */
export type KindOnItem = {
  [K in Kind]: (typeof methods)[K]['on'] extends 'item' ? K : never;
}[Kind];
