// Collects notes on what a document holds. The same fault at many places is told once, with their
// number.

import { pluralize } from '../../base/pluralize.ts';
import type { SourceNote } from '../source-contracts.ts';
import { placeText, type SourcePlace } from './places.ts';

export class Notes {
  private readonly found = new Map<string, { readonly place: string; count: number }>();

  add(place: SourcePlace, message: string): void {
    const known = this.found.get(message);
    if (known === undefined) this.found.set(message, { place: placeText(place), count: 1 });
    else known.count++;
  }

  all(): readonly SourceNote[] {
    return [...this.found].map(([message, { place, count }]) => ({
      place,
      message: count === 1 ? message : `${message} (and at ${pluralize(count - 1, 'other place')})`,
    }));
  }
}
