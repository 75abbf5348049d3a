// A call on its way in the form that filters read. Nothing is judged yet.

import { isUtf8 } from 'node:buffer';
import type { HeldAnswer, HeldRequest, MessageFields } from '../../base/hold.ts';
import { kindOf } from '../../contract/operation-at.ts';
import type { Router } from '../../contract/route.ts';
import { noBody, splitTarget } from '../../model/message/call.ts';
import { findWorld, pathInWorld } from '../../model/message/find-world.ts';
import type { Field, Recorded, RecordedBody } from '../interaction/recorded.ts';

/** Converts a request, and its answer if it is there. */
export function asRecorded(
  request: HeldRequest,
  answer: HeldAnswer | null,
  router: Router,
): Recorded {
  const { method, target, fields } = request;
  const { path, query } = splitTarget(target);
  const route = router.find(pathInWorld(path));
  const headers = lowered(fields);
  const call = { method, path, query, headers: Object.fromEntries(headers), body: noBody };
  return {
    seq: 0,
    at: 0,
    elapsedMs: 0,
    source: 'proxy',
    resource: route === null || route.kind === 'root' ? null : route.contract.resource,
    operation: route === null ? null : kindOf(method, route),
    request: { method, path, query, headers, body: bodyOf(request.body) },
    reply:
      answer === null
        ? null
        : { status: answer.status, headers: lowered(answer.fields), body: bodyOf(answer.body) },
    trouble: null,
    verdict: 'unjudged',
    findings: [],
    ruled: null,
    mock: null,
    history: [],
    law: null,
    original: null,
    world: findWorld(call)?.name ?? null,
    service: null,
  };
}

function lowered(fields: MessageFields): readonly Field[] {
  return fields.map(([name, value]) => [name.toLowerCase(), value]);
}

function bodyOf(body: Uint8Array): RecordedBody {
  if (body.length === 0) return { kind: 'none' };
  return isUtf8(body)
    ? { kind: 'text', text: new TextDecoder().decode(body), bytes: body.length, cut: false }
    : { kind: 'unkept', bytes: body.length };
}
