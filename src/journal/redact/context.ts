// Shared state for redacting one interaction: what is secret, its replacement, and all secrets
// found so far, to find them again in plain text.

import { isCard, isIban, looksLikeCard } from '../../base/secrets/payment-forms.ts';
import { namesCard } from '../../base/secrets/secret-names.ts';
import { unbounded } from './bounds.ts';
import { isPseudonym } from './pseudonym-forms.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import type { SchemaLocation, SchemaLocations } from './schema-locations.ts';
import type { Names } from './secret-names.ts';
import type { RedactionSelection } from './selection.ts';

export interface Tools {
  readonly pseudonyms: Pseudonyms;
  readonly names: Names;
  readonly places: SchemaLocations;
  readonly selection: RedactionSelection;
}

/** The side of a body, a query or a field. */
export type MessageSide = 'request' | 'reply';

/** The treatment of a value: kept, hidden whole, hidden as an address, or searched for secrets. */
export type Treatment = 'kept' | 'hidden' | 'address' | 'searched';

export class RedactionContext {
  readonly tools: Tools;
  /** The secrets found, with their replacements. */
  readonly found = new Map<string, string>();

  constructor(tools: Tools) {
    this.tools = tools;
  }

  /** Returns the replacement of a secret text. */
  hide(value: string, place: SchemaLocation | null): string {
    if (value === '') return value;
    const { pseudonyms } = this.tools;
    const bounds = place?.bounds ?? unbounded;
    if (place?.mark === 'email' || bounds.format === 'email')
      return this.note(value, pseudonyms.email(value, bounds));
    if (place?.mark === 'phone') return this.note(value, pseudonyms.phone(value, bounds));
    return this.note(value, pseudonyms.text(value, bounds));
  }

  /** Returns the replacement of a secret number. `written`: as it stands in the text. */
  hideNumber(value: number, place: SchemaLocation | null, written = String(value)): number {
    const hidden = this.tools.pseudonyms.number(value, place?.bounds ?? unbounded);
    if (hidden !== value) this.found.set(written, String(hidden));
    return hidden;
  }

  /** Whether a whole value is the number of a card or an account, by its form or the steps to it. */
  isCard(value: string, steps: readonly string[]): boolean {
    return isCard(value) || isIban(value) || (looksLikeCard(value) && namesCard(steps));
  }

  /** Returns the replacement of an e-mail address, unless its domain is kept. */
  hideAddress(value: string, place: SchemaLocation | null): string {
    if (this.isKeptAddress(value)) return value;
    return value === ''
      ? value
      : this.note(value, this.tools.pseudonyms.email(value, place?.bounds ?? unbounded));
  }

  /** Returns the treatment of a member, parameter or form field. `steps` lead to it in a body. */
  fateOf(
    name: string,
    place: SchemaLocation | null,
    side: MessageSide | 'query',
    steps: () => readonly string[],
  ): Treatment {
    const { names, selection } = this.tools;
    const naming = names.of(name);
    if (naming === 'kept' || isAt(selection.keep, steps)) return 'kept';
    if (naming === 'secret' || isAt(selection.redact, steps)) return 'hidden';
    if (naming === 'weak' && place === null && side !== 'reply') return 'hidden';
    if (place === null || place.mark === null) return 'searched';
    return place.mark === 'email' ? 'address' : 'hidden';
  }

  private note(value: string, hidden: string): string {
    // Addresses are found again by how they look.
    if (hidden !== value && !ADDRESS.test(value) && !isPseudonym(value))
      this.found.set(value, hidden);
    return hidden;
  }

  private isKeptAddress(value: string): boolean {
    const domain = value.slice(value.lastIndexOf('@') + 1).toLowerCase();
    return this.tools.selection.keep.some(
      (one) => one.kind === 'emails' && (one.domain === '' || one.domain === domain),
    );
  }
}

const ADDRESS = /^[^\s@"]+@[^\s@"]+\.[^\s@"]+$/;

function isAt(selectors: RedactionSelection['keep'], steps: () => readonly string[]): boolean {
  return selectors.some((one) => {
    if (one.kind !== 'place') return false;
    const at = steps();
    return matches(one.steps, at) || (/^\d+$/.test(at[0] ?? '') && matches(one.steps, at.slice(1)));
  });
}

function matches(wanted: readonly string[], steps: readonly string[]): boolean {
  return (
    wanted.length === steps.length &&
    wanted.every((step, index) => step === '*' || step === steps[index])
  );
}
