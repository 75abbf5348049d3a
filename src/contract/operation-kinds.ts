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

/** The methods that a contract may have an operation with, the usual one first. */
export const methodsFor: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  create: ['POST', 'PUT'],
  replace: ['PUT', 'POST', 'PATCH'],
  update: ['PATCH', 'POST', 'PUT'],
};

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
