// Takes items and lists out of the envelopes in which a contract has them on the wire.

import { jsonText } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import type { Envelope, Operation } from '../../contract/contract.ts';
import { unwrap, wrap } from '../../contract/envelope.ts';
import type { Body, Call } from './call.ts';
import { readFileReply } from './file-body.ts';
import type { Received } from './received.ts';

/** Returns a body without its envelope. A patch that is an array (RFC 6902) has none. */
function bareBody(body: Body, envelope: Envelope): Body {
  const isPatch = body.kind === 'json' && Array.isArray(body.value) && envelope.names === undefined;
  if (body.kind !== 'json' || isPatch) return body;
  const value = unwrap(body.value, envelope);
  return value === undefined
    ? { ...body, lacks: toPointer(envelope.at) }
    : { ...body, value, whole: body.value };
}

/** Returns a call with the bare item as its body. */
export function bareCall(operation: Operation | undefined, call: Call): Call {
  const envelope = operation?.bodyEnvelope;
  return envelope === undefined ? call : { ...call, body: bareBody(call.body, envelope) };
}

/** Returns a reply with the bare item or list as its body. Refusals have no envelope. */
export function bareReply(operation: Operation | undefined, received: Received): Received {
  const { envelope, file } = operation ?? {};
  if (operation !== undefined && file !== undefined)
    return readFileReply(operation, file, received);
  return envelope === undefined || received.status >= 300
    ? received
    : { ...received, body: bareBody(received.body, envelope) };
}

/** Returns a call with its item in the envelope of the contract. */
export function wrappedCall(operation: Operation | undefined, call: Call): Call {
  const envelope = operation?.bodyEnvelope;
  const { body } = call;
  if (envelope === undefined || body.kind !== 'json' || Array.isArray(body.value)) return call;
  const value = wrap(body.value, envelope);
  return { ...call, body: { ...body, value, text: jsonText(value) } };
}
