// The body of a request of an operation of neither a list nor an item: a sample of its schema.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Action } from '../../contract/contract.ts';
import { bareCall, wrappedCall } from '../../model/message/bare-body.ts';
import { type Call, readBody } from '../../model/message/call.ts';
import { writeFormCall } from '../../model/message/form-body.ts';
import { sampleOf, sampleOfSchema } from '../../schema/sample/sample.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** Adds a body that fits the schema, as the operation takes it on the wire; `revise` may change it. */
export function withBody(
  { session }: Scenario,
  action: Action,
  call: Call,
  revise: (body: Json) => Json = (body) => body,
): Call {
  if (action.body === undefined) return call;
  const { service, items } = session;
  const draft = { serial: items.nextSerial(), token: items.token, marked: [] };
  const whole = sampleOfSchema(service.schemas, action.body, draft);
  const value =
    whole === undefined || isObject(whole)
      ? sampleOf(service.schemas, action.body, [], draft)
      : whole;
  const headers = { ...call.headers, 'content-type': 'application/json' };
  const body = readBody(JSON.stringify(revise(value)));
  return writeFormCall(action, wrappedCall(action, { ...call, headers, body }));
}

/** The members of a body that was sent as JSON; empty if it has none. */
export function sentMembers(action: Action, call: Call): JsonObject {
  const { body } = bareCall(action, call);
  return body.kind === 'json' && isObject(body.value) ? body.value : {};
}
