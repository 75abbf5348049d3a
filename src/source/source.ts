// From OpenAPI documents to contracts in memory. Reads no files: the caller has read them. Traffic is
// elsewhere: it needs values that look real, which take longer to load than most documents.

import type { Json, JsonObject } from '../base/json.ts';
import type { ServerPaths } from './openapi/api-paths.ts';
import { readOpenApi } from './openapi/read-openapi.ts';
import type { ShownAnswers, SourceContracts } from './source-contracts.ts';

/** What goes with an OpenAPI document. */
export interface OpenApiOptions {
  /** The name of the document in messages: `openapi.yaml`. */
  readonly name: string;
  /** Other documents that it refers to, by path relative to it: `schemas/pet.yaml`. */
  readonly documents?: ReadonlyMap<string, Json>;
  /** Members of contracts by path of a collection, or of operations by `METHOD path`. */
  readonly overrides?: JsonObject;
  /**
   * What becomes of what the document does not say. `assumed`, as a mock needs it: a collection none of
   * whose answers has a schema has the usual answers, and an operation without `security` is public.
   * `left-open`: nothing is known of them. Defaults to `assumed`.
   */
  readonly undescribed?: 'assumed' | 'left-open';
  /** What a service answered of what is left open. */
  readonly shown?: ShownAnswers;
  /** Whether paths begin with that of the server, or a base path stands in its place. Defaults to `declared`. */
  readonly servers?: ServerPaths;
}

/**
 * Returns the contracts of an OpenAPI document (3.1, 3.0) or a Swagger document (2.0). Never throws
 * for what a document holds: what it cannot read becomes a note and costs the operation at most.
 */
export function contractsOfOpenApi(document: Json, options: OpenApiOptions): SourceContracts {
  return readOpenApi(document, options);
}
