// The form of a report as JSON, as JSON Schema 2020-12. A later version may have more members, none
// of which is required: reports of the versions before keep this form.

import type { JsonObject } from '../../base/json.ts';
import { kinds } from '../../contract/operation-kinds.ts';
import { REPORT_FORMAT } from './json.ts';

const text = { type: 'string' } as const;
const orNull = { type: ['string', 'null'] } as const;
const count = { type: 'integer', minimum: 0 } as const;
const number = { type: 'number', minimum: 0 } as const;
const texts = { type: 'array', items: text } as const;
const kind = { enum: kinds } as const;
const scalar = { type: ['string', 'number', 'boolean'] } as const;

/** An object that requires all of these members, and may have the later ones. */
export function objectWith(properties: JsonObject, later: JsonObject = {}): JsonObject {
  return {
    type: 'object',
    required: Object.keys(properties),
    properties: { ...properties, ...later },
  };
}

export function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

const message = {
  headers: { type: 'object', additionalProperties: text },
  bodyKind: { enum: ['none', 'json', 'broken', 'oversized'] },
  body: orNull,
} as const;

const exchange = objectWith(
  {
    call: objectWith({ method: text, path: text, query: text, ...message }),
    received: { anyOf: [{ type: 'null' }, objectWith({ status: count, ...message })] },
    trouble: orNull,
    elapsedMs: number,
  },
  { credentials: { enum: ['none', 'restricted', 'second-user'] } },
);

const finding = objectWith(
  {
    code: text,
    operation: kind,
    clause: text,
    at: orNull,
    message: text,
    expected: text,
    actual: text,
    by: text,
    remedy: text,
    breach: { enum: ['violates', 'drifted', 'unkept'] },
    reproduced: { enum: ['yes', 'no', 'untried'] },
    law: text,
    curl: texts,
    trace: listOf(exchange),
  },
  { route: text },
);

const law = objectWith({
  name: text,
  operation: kind,
  clause: text,
  meaning: text,
  why: orNull,
  elapsedMs: number,
  result: { enum: ['held', 'broken', 'not-exercised'] },
  brokenBy: listOf({ type: 'integer', minimum: 1 }),
});

const pact = objectWith(
  {
    file: text,
    consumer: text,
    description: text,
    providerStates: texts,
    elapsedMs: number,
    mismatches: texts,
    // `unprepared` is what older versions write for `not-verified`.
    result: { enum: ['passed', 'failed', 'pending', 'not-verified', 'unprepared'] },
  },
  {
    remedy: text,
    failed: { const: 'pact' },
    setUpBy: { const: 'handler' },
    isPending: { type: 'boolean' },
  },
);

/** What reports have since their first version. */
const LATER: JsonObject = {
  unstable: listOf(objectWith({ operation: text, what: text, failed: count, calls: count })),
  known: listOf(objectWith({ finding, reason: text, until: text })),
  notVerified: listOf(
    objectWith({
      what: text,
      why: text,
      remedy: orNull,
      about: { enum: ['pacts', 'source', 'schemas'] },
      costs: { enum: ['nothing', 'partly', 'verdict'] },
    }),
  ),
};

export const reportSchema: JsonObject = objectWith(
  {
    format: { const: REPORT_FORMAT },
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
    untried: listOf(objectWith({ why: text, laws: texts })),
    end: { enum: ['whole', 'interrupted'] },
    pacts: objectWith({
      state: { enum: ['ran', 'not-run'] },
      why: orNull,
      interactions: listOf(pact),
    }),
    walks: objectWith({ planned: count, run: count, steps: count, why: orNull }),
    observations: listOf(
      objectWith({
        choice: text,
        option: scalar,
        seen: count,
        disputed: listOf(objectWith({ option: scalar, seen: count })),
      }),
    ),
    notes: texts,
    bystanders: objectWith({
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
