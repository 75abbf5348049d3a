// The verdict of the rule book on a call: every facet of the reply with who decided it, and the
// change of the state. Data only.

import type { Json, JsonObject } from '../../base/json.ts';
import type { ChoiceKey } from '../../contract/choices.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Situation } from '../../contract/situations.ts';
import type { KeptAnswer } from '../state/kept-answers.ts';
import type { Collection, StoredRecord } from '../state/state.ts';
import type { Frame, Told } from './frame.ts';
import type { ShownAs } from './shown-record.ts';

/**
 * Who decided: the contract, a choice that it leaves open, or HTTP itself if no contract applies;
 * above them all a request for a different reply, by a directive of the client or an override of
 * the user; `routes`: a route of a program, in place of the contracts.
 */
export type By = 'contract' | 'http' | 'directive' | 'override' | 'routes' | ChoiceKey;

/** A value, and who decided it. */
export interface Ruled<T> {
  readonly value: T;
  readonly by: By;
}

export interface RuledHeader {
  readonly name: string;
  readonly value: string;
  readonly by: By;
}

export type Content =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'record'; readonly record: StoredRecord } & ShownAs)
  | { readonly kind: 'list'; readonly list: ListContent }
  /** Everything stored: the lists by resource. */
  | {
      readonly kind: 'state';
      readonly lists: readonly (readonly [resource: string, list: ListContent])[];
    }
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'problem'; readonly value: JsonObject }
  /**
   * What a route of a program answered; its header fields have the media type. `type`: that of a file
   * which was sent.
   */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly type?: string };

export interface ListContent extends ShownAs {
  readonly collection: Collection;
  readonly order: 'oldest-first' | 'newest-first';
  /** The fields that each element has; `null` for all. */
  readonly fields: readonly string[] | null;
  /** The selected part; absent for the whole collection. */
  readonly selection?: Selection;
}

export interface Selection {
  /** In order. */
  readonly records: readonly StoredRecord[];
  /** The members before the records, which are in `data` then; `null` if the list is an array. */
  readonly envelope: JsonObject | null;
  /** How many records were selected before the cut; absent if it was not cut. */
  readonly total?: number;
  /** How many of them come before, and the most that one part holds. */
  readonly offset?: number;
  readonly size?: number;
  /** Whether more items come in the direction of the request, if that is not what `total` says. */
  readonly more?: boolean;
  /** What the envelope says of other parts; absent if it says nothing. */
  readonly told?: readonly Told[];
}

export type Effect =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'put';
      readonly resource: string;
      readonly record: StoredRecord;
      /** What calls with the same idempotency key are answered; absent if the call has none. */
      readonly answer?: KeptAnswer;
      /** Records that the same call stores; absent if it stores one. */
      readonly also?: readonly { readonly resource: string; readonly record: StoredRecord }[];
    }
  | {
      readonly kind: 'remove';
      readonly resource: string;
      readonly key: string;
      readonly memory: 'remember' | 'forget';
      /** Items below it, or that refer to it, which are removed with it; absent if none are. */
      readonly also?: readonly { readonly resource: string; readonly key: string }[];
      /** Items without their reference to it; absent if none change. */
      readonly unset?: readonly { readonly resource: string; readonly record: StoredRecord }[];
    };

/** The verdict on one call: the reply, who decided each part, and the change of the state. */
export interface Ruling {
  /** `null` if the path names no resource. */
  readonly resource: string | null;
  /** `null` if the method is no operation of the resource. */
  readonly operation: Kind | null;
  /** `directed` if the client asked for a status that no situation has. */
  readonly situation: Ruled<Situation | 'directed'>;
  readonly status: Ruled<number>;
  readonly headers: readonly RuledHeader[];
  readonly content: Ruled<Content>;
  /** What stands around the content, if the contract has it in an envelope. */
  readonly frame?: Frame;
  /** Layout of the body, if it is not compact. */
  readonly layout?: Ruled<'pretty'>;
  readonly effect: Effect;
  /** What went wrong, or why a success shows nothing, in one sentence; else `null`. */
  readonly detail: string | null;
  /** The query parameters that had no part in a success; absent if there are none. */
  readonly ignored?: readonly string[];
  /** Present if it is the answer to an earlier call with the same idempotency key. */
  readonly isReplay?: true;
}

/**
 * Writes who decided each facet, as a Dictionary of structured fields (RFC 9651 section 3.2):
 * `situation=ok;by=contract, status=create.status, content=create.body, location=create.location`.
 * Query parameters that nothing read follow the situation: `;ignored="page limit"`. So does
 * `;replay`, if the answer is that to an earlier call with the same idempotency key.
 */
export function explain(ruling: Ruling): string {
  const { situation, ignored, isReplay } = ruling;
  const unread = ignored === undefined ? '' : `;ignored=${quoted(ignored.join(' '))}`;
  const facets = [
    `situation=${situation.value};by=${situation.by}${isReplay ? ';replay' : ''}${unread}`,
    `status=${ruling.status.by}`,
    `content=${ruling.content.by}`,
    ...(ruling.layout === undefined ? [] : [`layout=${ruling.layout.by}`]),
    ...ruling.headers.map((header) => `${header.name}=${header.by}`),
  ];
  return facets.join(', ');
}

/** A String of structured fields (RFC 9651 section 3.3.3): visible ASCII. */
function quoted(text: string): string {
  return `"${text.replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent).replaceAll(/["\\]/g, '\\$&')}"`;
}
