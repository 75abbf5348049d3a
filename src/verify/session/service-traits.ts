// The ways that a service has, as the run found them out. Data alone.

import type { Pager } from './pagination.ts';

/** Where the service says which id a created item has. */
export type IdAt =
  | { readonly kind: 'body'; readonly steps: readonly string[] }
  | { readonly kind: 'location' }
  | { readonly kind: 'list' };

/** What was found out about the service before anything was judged by it. */
export interface ServiceTraits {
  /** The members that it takes in a creation, and in a replacement. */
  createMembers: readonly string[];
  replaceMembers: readonly string[];
  /** The members that a replacement may hold but not change. */
  fixedMembers: readonly string[];
  /** Whether a replacement must name the id in its body too. */
  replaceId: 'left-out' | 'sent';
  idAt: IdAt;
  pager: Pager | null;
  /** The members that elements of its list show. */
  listed: Set<string>;
}
