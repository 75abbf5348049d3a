// The form of the report of one shard, as JSON Schema 2020-12. Later versions may have more.

import type { JsonObject } from '../../base/json.ts';
import { kinds } from '../../contract/operation-kinds.ts';
import { SHARDS_MAX } from '../../verify/shards/shard.ts';

const text = { type: 'string' } as const;
const orNull = { type: ['string', 'null'] } as const;
const count = { type: 'integer', minimum: 0 } as const;
const number = { type: 'number', minimum: 0 } as const;
const texts = { type: 'array', items: text } as const;
const kind = { enum: kinds } as const;
const scalar = { type: ['string', 'number', 'boolean'] } as const;

/** An object that requires all of these members, and may have the later ones. */
function object(properties: JsonObject, later: JsonObject = {}): JsonObject {
  return {
    type: 'object',
    required: Object.keys(properties),
    properties: { ...properties, ...later },
  };
}

function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

const message = {
  headers: { type: 'object', additionalProperties: text },
  bodyKind: { enum: ['none', 'json', 'broken', 'oversized'] },
  body: orNull,
} as const;

const exchange = object({
  call: object({ method: text, path: text, query: text, ...message }),
  received: { anyOf: [{ type: 'null' }, object({ status: count, ...message })] },
  trouble: orNull,
  elapsedMs: number,
});

const finding = object({
  code: text,
  operation: kind,
  clause: text,
  at: orNull,
  message: text,
  expected: text,
  actual: text,
  by: text,
  remedy: text,
  breach: { enum: ['violates', 'inconsistent', 'drifted', 'unkept'] },
  reproduced: { enum: ['yes', 'no', 'untried'] },
  law: text,
  curl: texts,
  trace: listOf(exchange),
});

const law = object({
  name: text,
  operation: kind,
  clause: text,
  meaning: text,
  why: orNull,
  elapsedMs: number,
  result: { enum: ['held', 'broken', 'not-exercised'] },
  brokenBy: listOf({ type: 'integer', minimum: 1 }),
});

const pact = object({
  file: text,
  consumer: text,
  description: text,
  providerStates: texts,
  elapsedMs: number,
  mismatches: texts,
  // `unprepared` is what older versions write for `not-verified`.
  result: { enum: ['passed', 'failed', 'pending', 'not-verified', 'unprepared'] },
});

/** What reports have since their first version. */
const LATER: JsonObject = {
  notVerified: listOf(
    object({
      what: text,
      why: text,
      remedy: orNull,
      about: { enum: ['pacts', 'source'] },
      costs: { enum: ['nothing', 'partly', 'verdict'] },
    }),
  ),
};

const report = object(
  {
    format: { const: 1 },
    version: text,
    target: text,
    resource: text,
    startedAt: text,
    elapsedMs: number,
    requests: count,
    verdict: { enum: ['conforms', 'partly', 'violates', 'unjudged'] },
    reason: orNull,
    remedy: orNull,
    budget: { enum: ['quick', 'standard', 'thorough'] },
    seed: count,
    replay: text,
    findings: listOf(finding),
    laws: listOf(law),
    untried: listOf(object({ why: text, laws: texts })),
    end: { enum: ['whole', 'interrupted'] },
    pacts: object({ state: { enum: ['ran', 'not-run'] }, why: orNull, interactions: listOf(pact) }),
    walks: object({ planned: count, run: count, steps: count, why: orNull }),
    observations: listOf(
      object({
        choice: text,
        option: scalar,
        seen: count,
        disputed: listOf(object({ option: scalar, seen: count })),
      }),
    ),
    notes: texts,
    bystanders: object({
      watched: count,
      changed: count,
      vanished: count,
      readSingly: count,
      verdict: { enum: ['untouched', 'inconclusive', 'not-watched'] },
    }),
    leftovers: texts,
    leftoversFate: { enum: ['to-clean', 'stay'] },
  },
  LATER,
);

export const shardSchema: JsonObject = object({
  format: { const: 1 },
  kind: { const: 'shard' },
  version: text,
  shard: object({
    index: { type: 'integer', minimum: 1, maximum: SHARDS_MAX },
    count: { type: 'integer', minimum: 1, maximum: SHARDS_MAX },
  }),
  set: object({
    resources: { type: 'array', items: text, minItems: 1, uniqueItems: true },
    digest: text,
    taken: listOf(object({ statuses: texts })),
  }),
  terms: { type: 'object', additionalProperties: text },
  own: { type: 'array', items: text, uniqueItems: true },
  end: { enum: ['whole', 'stopped'] },
  parts: listOf(
    object({
      error: { anyOf: [{ type: 'null' }, object({ code: text, message: text, remedy: text })] },
      report,
    }),
  ),
});
