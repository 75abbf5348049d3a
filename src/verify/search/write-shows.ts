// Whether the answer to a write shows the value that a finding is about: then no read has changed it.

import { isObject } from '../../base/json.ts';
import { parsePointer, valueAt } from '../../base/pointer.ts';
import { agrees } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { Exchanged } from '../report.ts';

/** Whether a write of the trace sent one value there, and its answer shows another one. */
export function isShownByWrite({ code, at }: Finding, trace: readonly Exchanged[]): boolean {
  const steps = code === 'value-changed' ? (parsePointer(at ?? '') ?? []) : [];
  if (steps.length === 0) return false;
  return trace.some(({ call, received }) => {
    if (call.body.kind !== 'json' || received?.body.kind !== 'json') return false;
    if (received.status >= 300 || !isObject(received.body.value)) return false;
    const [sent, shown] = [call.body.value, received.body.value].map((one) => valueAt(one, steps));
    return sent !== undefined && shown !== undefined && !agrees(sent, shown);
  });
}
