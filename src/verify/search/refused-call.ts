// The refused creation that a finding about its item is about: a later step may have seen the item.

import type { Finding } from '../../oracle/finding.ts';
import { markPattern } from '../../schema/sample/draft.ts';
import type { Exchanged } from '../report.ts';

/**
 * Returns the exchanges of a finding, with the refused call whose values they show in front, if it is not
 * among them. `all` are those of the run, `token` is in everything that it makes.
 */
export function withRefusedCall(
  { code }: Pick<Finding, 'code'>,
  trace: readonly Exchanged[],
  { all, token }: { readonly all: readonly Exchanged[]; readonly token: string },
): readonly Exchanged[] {
  if (code !== 'refused-and-created') return trace;
  const shown = trace.map(({ received }) => textOf(received?.body).toLowerCase()).join('\n');
  const isIt = ({ call, received }: Exchanged): boolean => {
    const [mark] = markPattern(token).exec(textOf(call.body)) ?? [];
    const isRefused = call.method !== 'GET' && (received?.status ?? 0) >= 400;
    return isRefused && mark !== undefined && shown.includes(mark.toLowerCase());
  };
  const refused = trace.some(isIt) ? undefined : all.findLast(isIt);
  return refused === undefined ? trace : [refused, ...trace];
}

function textOf(body: Exchanged['call']['body'] | undefined): string {
  return body?.kind === 'json' || body?.kind === 'broken' ? body.text : '';
}
