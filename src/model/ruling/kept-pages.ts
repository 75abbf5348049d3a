// The texts of the pages that were shown last. A page has the same text as long as it has the same
// records, for they are immutable: what else is written does not matter, and a fork shares it.

import type { Digest } from '../../base/hash.ts';
import type { StoredRecord } from '../state/state.ts';

/** A text with its length in bytes and its hash. */
export interface Text extends Digest {
  readonly text: string;
}

/** How many pages are kept, and how many characters in all of them together. */
export const PAGES_KEPT_MAX = 32;
export const PAGES_CHARS_MAX = 2_097_152;

interface Page {
  /** The array that was last asked for: the same one has the same records. */
  records: readonly StoredRecord[];
  readonly text: Text;
}

/** Pages by their form and their first record, the most recently shown last. */
export class KeptPages {
  private readonly pages = new Map<string, Page>();
  private chars = 0;

  /** Returns the text of some records in a form; `undefined` if it is not kept. */
  find(form: string, records: readonly StoredRecord[]): Text | undefined {
    const sign = signOf(form, records);
    const page = this.pages.get(sign);
    if (page === undefined) return undefined;
    if (page.records !== records && !haveSame(page.records, records)) return undefined;
    page.records = records;
    this.pages.delete(sign);
    this.pages.set(sign, page);
    return page.text;
  }

  /** Keeps the text of some records, in place of the page that began with the same one. */
  keep(form: string, records: readonly StoredRecord[], text: Text): void {
    if (text.text.length > PAGES_CHARS_MAX) return;
    const sign = signOf(form, records);
    this.drop(sign);
    this.pages.set(sign, { records, text });
    this.chars += text.text.length;
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= PAGES_KEPT_MAX && this.chars <= PAGES_CHARS_MAX) return;
      this.drop(oldest);
    }
  }

  private drop(sign: string): void {
    this.chars -= this.pages.get(sign)?.text.text.length ?? 0;
    this.pages.delete(sign);
  }
}

function signOf(form: string, records: readonly StoredRecord[]): string {
  return `${records.length} ${records[0]?.key} ${form}`;
}

function haveSame(some: readonly StoredRecord[], others: readonly StoredRecord[]): boolean {
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return some.length === others.length;
}
