// An interaction as JSON, for the API and for `--json`. Credentials are left out.

import type { Json, JsonObject } from '../../base/json.ts';
import { headerNamingOf } from '../../base/secrets/secret-names.ts';
import { beginningOf } from '../../base/truncate.ts';
import type { Headers } from '../../model/message/call.ts';
import type { Delivery } from '../../model/message/delivery.ts';
import type { Interaction } from './interaction.ts';

/** What may be shown of a call, and of the reason of its answer. */
export interface ShownCall {
  readonly path: string;
  readonly query: string;
  readonly detail: string | null;
}

/** Converts an interaction to plain JSON. Cuts bodies at `BODY_CHARS_SHOWN`. */
export function describe(interaction: Interaction, shown: ShownCall): JsonObject {
  const { call, reply, ruling } = interaction;
  return {
    seq: interaction.seq,
    at: new Date(interaction.at).toISOString(),
    elapsedMs: Math.round(interaction.elapsedMs * 1000) / 1000,
    source: interaction.source,
    ...(interaction.world === undefined ? {} : { world: interaction.world }),
    call: {
      method: call.method,
      path: shown.path,
      query: shown.query,
      headers: withoutCredentials(call.headers),
      body: call.body.kind === 'json' || call.body.kind === 'broken' ? cut(call.body.text) : null,
    },
    reply: {
      status: reply.status,
      headers: pairs(reply.headers),
      body: reply.body.kind === 'text' ? cut(reply.body.text) : null,
      ...(reply.delivery === undefined ? {} : deliveryOf(reply.delivery, interaction)),
    },
    ruling: {
      resource: ruling.resource,
      operation: ruling.operation,
      situation: { ...ruling.situation },
      status: { ...ruling.status },
      headers: ruling.headers.map(({ name, value, by }) => ({
        name,
        value: headerValue(name, value),
        by,
      })),
      content: { kind: ruling.content.value.kind, by: ruling.content.by },
      effect: ruling.effect.kind,
      detail: shown.detail,
    },
  };
}

function deliveryOf({ delayMs, fault }: Delivery, { fate }: Interaction): JsonObject {
  const told = { delayMs, fault: fault === null ? null : { ...fault } };
  return { delivery: fate === undefined ? told : { ...told, fate } };
}

/** Maximum number of characters shown of a body. */
export const BODY_CHARS_SHOWN = 65_536;

function withoutCredentials(headers: Headers): JsonObject {
  const shown = Object.entries(headers).flatMap(([name, value]): [string, Json][] => {
    if (value === undefined) return [];
    return [[name, headerValue(name, value)]];
  });
  return Object.fromEntries(shown);
}

function headerValue<T>(name: string, value: T): T | string {
  return headerNamingOf(name) === 'secret' ? '[redacted]' : value;
}

function pairs(flat: readonly string[]): JsonObject {
  const headers: [string, Json][] = [];
  for (let index = 0; index + 1 < flat.length; index += 2)
    headers.push([flat[index] ?? '', headerValue(flat[index] ?? '', flat[index + 1] ?? '')]);
  return Object.fromEntries(headers);
}

function cut(text: string): string {
  return text.length > BODY_CHARS_SHOWN
    ? `${beginningOf(text, BODY_CHARS_SHOWN)}… (${text.length} characters)`
    : text;
}
