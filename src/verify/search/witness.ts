// Finds the reply that shows a finding among its exchanges. Data in, data out.

import { isObject, type Json } from '../../base/json.ts';
import { parsePointer, valueAt } from '../../base/pointer.ts';
import { header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { show } from '../../oracle/expectation.ts';
import type { Exchanged, ReportedFinding } from '../report.ts';

/**
 * Returns the last exchange that shows the fault: no reply, a reply whose body holds the value (or
 * at least the place) that the finding names, the status, or the media type. Else the last read of
 * a finding about reading, else the last exchange; `null` if there are none. `path` is that of the
 * collection.
 */
export function witnessOf(
  { code, at, actual, operation, trace }: ReportedFinding,
  path: string,
): Exchanged | null {
  const last = (fits: (exchanged: Exchanged) => boolean): Exchanged | undefined =>
    trace.findLast(fits);
  const silent = code.startsWith('answer-') ? last(({ received }) => received === null) : undefined;
  const answered = last(({ received }) => received !== null && isNamed(received, code, actual));
  const reading =
    operation === 'list' || operation === 'read'
      ? last((one) => isReading(one, operation, path))
      : undefined;
  return silent ?? seenAt(at, actual, last) ?? answered ?? reading ?? trace.at(-1) ?? null;
}

/** Whether a reply has the status or media type that a finding names, or is not JSON. */
function isNamed({ status, headers, body }: Received, code: string, actual: string): boolean {
  const [, named] = /^status (\d{3})\b/.exec(actual) ?? [];
  if (named !== undefined) return status === Number(named);
  const [, type] = /^Content-Type: (.+)$/.exec(actual) ?? [];
  if (type !== undefined) return header(headers, 'content-type') === type;
  return code === 'body-not-json' && body.kind === 'broken';
}

type Last = (fits: (exchanged: Exchanged) => boolean) => Exchanged | undefined;

function seenAt(at: string | null, actual: string, last: Last): Exchanged | undefined {
  const steps = parsePointer(at ?? '');
  if (at === null || steps === null) return undefined;
  const isSeen = (document: Json): boolean => {
    if (!hasPlace(document, steps)) return false;
    const shown = show(valueAt(document, steps));
    // A schema violation is reported with the type after the value.
    return actual === shown || actual.startsWith(`${shown} (`);
  };
  return (
    last((one) => bodyOf(one).some(isSeen)) ??
    // A finding about an item may have been seen in the list.
    last((one) =>
      bodyOf(one).some((document) => Array.isArray(document) && document.some(isSeen)),
    ) ??
    last((one) => bodyOf(one).some((document) => hasPlace(document, steps)))
  );
}

/** The body of a reply, if it is JSON. */
function bodyOf({ received }: Exchanged): readonly Json[] {
  return received?.body.kind === 'json' ? [received.body.value] : [];
}

/** Whether a place exists, or could: a missing member belongs to an existing object. */
function hasPlace(document: Json, steps: readonly string[]): boolean {
  const parent = steps.length === 0 ? undefined : valueAt(document, steps.slice(0, -1));
  return valueAt(document, steps) !== undefined || (parent !== undefined && isObject(parent));
}

function isReading({ call }: Exchanged, operation: 'list' | 'read', path: string): boolean {
  if (call.method !== 'GET') return false;
  return operation === 'list' ? call.path === path : call.path.startsWith(`${path}/`);
}
