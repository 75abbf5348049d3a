// The form of the report of `--since` as JSON, as JSON Schema 2020-12. A later version may have more
// members, none of which is required.

import type { JsonObject } from '../../../base/json.ts';
import { listOf, objectWith } from '../report-schema.ts';
import { driftVerdicts } from './drift-report.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** Version 1 said `additive` for `compatible`. */
export const driftSchema = schemaWith(2, [...driftVerdicts]);
export const firstDriftSchema = schemaWith(1, ['breaking', 'additive', 'neutral']);

function schemaWith(format: number, verdicts: readonly string[]): JsonObject {
  const counts = objectWith(Object.fromEntries(verdicts.map((verdict) => [verdict, count])));
  return objectWith({
    format: { const: format },
    version: text,
    startedAt: text,
    older: text,
    newer: text,
    verdict: { enum: [...verdicts, 'same'] },
    counts,
    changes: listOf(
      objectWith({
        verdict: { enum: [...verdicts] },
        message: text,
        from: { type: ['string', 'null'] },
        to: { type: ['string', 'null'] },
        operations: { type: 'array', items: text },
      }),
    ),
  });
}
