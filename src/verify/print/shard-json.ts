// The report of one shard as JSON for `merge`: one file, even without contracts.

import type { ShownOptions } from '../../journal/print/shown.ts';
import type { ShardPart, ShardReport } from '../shards/shard.ts';
import { type JsonReport, jsonReport, jsonText } from './json.ts';
import { fromJson } from './read-json.ts';

export interface JsonShardReport extends Omit<ShardReport, 'parts'> {
  /** The version of this shape. */
  readonly format: 1;
  /** Distinguishes it from the report of one contract. */
  readonly kind: 'shard';
  readonly parts: readonly (Pick<ShardPart, 'error'> & { readonly report: JsonReport })[];
}

/** Returns the report as indented JSON with a newline at the end. */
export function toShardJson({ parts, ...facts }: ShardReport, options: ShownOptions): string {
  const shape: JsonShardReport = {
    format: 1,
    kind: 'shard',
    ...facts,
    parts: parts.map(({ report, error }) => ({ error, report: jsonReport(report, options) })),
  };
  return jsonText(shape);
}

/** Reads what `toShardJson` wrote, without the moves. */
export function fromShardJson({
  format: _format,
  kind: _kind,
  parts,
  ...facts
}: JsonShardReport): ShardReport {
  return {
    ...facts,
    parts: parts.map(({ report, error }) => ({ error, report: fromJson(report) })),
  };
}
