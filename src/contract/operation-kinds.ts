// The kinds of operations that a contract can have, and the method of each.

export const kinds = ['list', 'create', 'read', 'replace', 'update', 'remove'] as const;
/** The kinds of operations; `methods` says which method each has. */
export type Kind = (typeof kinds)[number];

/**
 * The method that each kind of operation has, and whether it acts on the collection or on one item.
 */
export const methods = {
  list: { method: 'GET', on: 'collection' },
  create: { method: 'POST', on: 'collection' },
  read: { method: 'GET', on: 'item' },
  replace: { method: 'PUT', on: 'item' },
  update: { method: 'PATCH', on: 'item' },
  remove: { method: 'DELETE', on: 'item' },
} as const satisfies Record<Kind, { method: string; on: 'collection' | 'item' }>;
