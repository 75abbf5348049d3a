// What the bed knows of a product: where it comes from, how it is started, and where its items are.
// `verify` gets its address, its document and its credentials, and nothing else of this.

import type { Place } from './place.ts';
import type { ProductsFolder } from './products-folder.ts';
import type { Stage } from './stage.ts';

export interface Product {
  readonly name: string;
  /** What it is, its version and where it comes from. */
  readonly title: string;
  /** Says what is missing on this machine and how to get it; `null` if nothing is. */
  readonly missing: (folder: ProductsFolder) => string | null;
  /** Starts it on a port of 127.0.0.1, in a folder of its own; the stage ends what it started. */
  readonly start: (stage: Stage, folder: ProductsFolder) => Promise<Started>;
  /** The path of the address that `verify` gets: `/api/v2`. */
  readonly base: string;
  /** Options of `verify`, where a second row shows what more knowledge gives. Default: none. */
  readonly options?: readonly string[];
  /** Lists that are counted before and after a run: their path, and where the items are. */
  readonly counted: Readonly<Record<string, Counted>>;
  readonly places: readonly Place[];
  /** Findings without a planted fault, read by a person and looked up in the product. */
  readonly judged: readonly Judged[];
}

export interface Started {
  /** Its origin, if it is not at the port of the stage. */
  readonly origin?: string;
  /** Credentials, as header fields of every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The document: a file, or the path at which the product serves it. */
  readonly document: { readonly file: string } | { readonly path: string };
  /** A path that answers 2xx once the product is ready. */
  readonly ready: string;
}

export interface Counted {
  readonly path: string;
  readonly itemsAt: string;
  /** Which items count. Default: all. */
  readonly which?: (item: unknown) => boolean;
}

export interface Judged {
  /** A part of `<operation of the document> <code> <at>` that names the finding. */
  readonly finding: string;
  readonly is: 'true' | 'false' | 'doubtful';
  readonly because: string;
}
