// The order of members in nested objects of the bodies that a run sends. A run varies it, but equal
// objects are sent alike: some services know equal ones by their text, and share them by mistake.

import { isObject, type Json, objectOf } from '../../base/json.ts';
import { type Call, readBody } from '../../model/message/call.ts';

export class NestedOrders {
  /** Nested objects as they were sent first, by their text with the members in alphabetical order. */
  private readonly sent = new Map<string, Json>();

  /** Notes the nested objects of a call that is sent as it is, and returns it. */
  note(call: Call): Call {
    if (call.body.kind === 'json') this.inside(call.body.value);
    return call;
  }

  /** Returns a varied call with each nested object as an equal one was sent before. */
  keep(call: Call): Call {
    const { body } = call;
    if (body.kind !== 'json' || JSON.stringify(body.value) !== body.text) return call;
    const text = JSON.stringify(this.inside(body.value));
    return text === body.text ? call : { ...call, body: readBody(text) };
  }

  private inside(value: Json): Json {
    if (Array.isArray(value)) return (value as readonly Json[]).map((one) => this.known(one));
    if (!isObject(value)) return value;
    return objectOf(Object.entries(value).map(([member, held]) => [member, this.known(held)]));
  }

  private known(value: Json): Json {
    if (!isObject(value)) return Array.isArray(value) ? this.inside(value) : value;
    const key = JSON.stringify(sorted(value));
    const known = this.sent.get(key) ?? value;
    this.sent.set(key, known);
    return known;
  }
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([member, held]) => [member, sorted(held)] as const);
  return objectOf(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
