// The form of the report of `--since` as JSON, as JSON Schema 2020-12. A later version may have more
// members, none of which is required.

import type { Json, JsonObject } from '../../../base/json.ts';
import { listOf, objectWith } from '../report-schema.ts';
import { driftVerdicts } from './drift-report.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

const verdicts: Json[] = [...driftVerdicts];

export const driftSchema: JsonObject = objectWith({
  format: { const: 1 },
  version: text,
  startedAt: text,
  older: text,
  newer: text,
  verdict: { enum: [...verdicts, 'same'] },
  counts: objectWith({ breaking: count, additive: count, neutral: count }),
  changes: listOf(
    objectWith({
      verdict: { enum: verdicts },
      message: text,
      from: { type: ['string', 'null'] },
      to: { type: ['string', 'null'] },
      operations: { type: 'array', items: text },
    }),
  ),
});
