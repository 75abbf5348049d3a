// A breach: the service showed that a write of the run may reach an item of someone else. It ends
// all writing of the run. Data only.

import type { JsonObject } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';

export type Breach =
  /** A creation was answered with an id that was there before. */
  | { readonly kind: 'taken'; readonly key: string }
  /** At an id that a creation was answered with is not what was created. */
  | { readonly kind: 'other-item'; readonly key: string; readonly shown: JsonObject }
  /** At an id is an item with another id that the run did not create. */
  | { readonly kind: 'crossed'; readonly key: string; readonly shown: JsonObject }
  /** An item that was there before holds values that the run sent. */
  | { readonly kind: 'overwritten'; readonly key: string }
  /** An item that was there before vanished when a write of the run failed to do its work. */
  | { readonly kind: 'removed'; readonly key: string; readonly operation: Kind };

/** Returns why nothing more is written, as a clause. */
export function whyStopped(breach: Breach): string {
  switch (breach.kind) {
    case 'taken':
      return `a creation was answered with the id ${breach.key} of an item that was there before`;
    case 'other-item':
      return `a creation was answered with the id ${breach.key}, and the item there is another one`;
    case 'crossed':
      return `the id ${breach.key} leads to an item that the run did not create`;
    case 'overwritten':
      return `the item ${breach.key}, which the run did not create, holds values that the run sent`;
    case 'removed':
      return `the item ${breach.key}, which the run did not create, vanished`;
  }
}
