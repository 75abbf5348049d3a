// The form of the report of one shard, as JSON Schema 2020-12. Later versions may have more.

import type { JsonObject } from '../../base/json.ts';
import { SHARDS_MAX } from '../shards/shard.ts';
import { listOf, objectWith, reportSchema } from './report-schema.ts';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;

export const shardSchema: JsonObject = objectWith({
  format: { const: 1 },
  kind: { const: 'shard' },
  version: text,
  shard: objectWith({
    index: { type: 'integer', minimum: 1, maximum: SHARDS_MAX },
    count: { type: 'integer', minimum: 1, maximum: SHARDS_MAX },
  }),
  set: objectWith({
    resources: { type: 'array', items: text, minItems: 1, uniqueItems: true },
    digest: text,
    taken: listOf(objectWith({ statuses: texts })),
  }),
  terms: { type: 'object', additionalProperties: text },
  own: { type: 'array', items: text, uniqueItems: true },
  end: { enum: ['whole', 'stopped'] },
  parts: listOf(
    objectWith({
      error: { anyOf: [{ type: 'null' }, objectWith({ code: text, message: text, remedy: text })] },
      report: reportSchema,
    }),
  ),
});
