// Calls in one line of a terminal: secrets become `***`. Knows names and forms of secrets, no schemas.

import type { ShownCall } from '../interaction/describe.ts';
import type { Interaction } from '../interaction/interaction.ts';
import { RedactionContext, type Tools } from './context.ts';
import { createSentenceSearch } from './echoes.ts';
import { redactPairs, redactPath } from './pairs.ts';
import { createNames } from './secret-names.ts';
import type { RedactionSelection } from './selection.ts';
import { redactText } from './text.ts';

/** Returns what may be shown of an interaction. */
export type Mask = (interaction: Pick<Interaction, 'call' | 'ruling'>) => ShownCall;

/** Creates a mask. Most calls have nothing to hide, and cost a search for a few characters. */
export function createMask({ redact, keep }: RedactionSelection): Mask {
  const tools: Tools = {
    pseudonyms: { text: mask, email: mask, phone: mask, number: () => 0 },
    names: createNames(redact, keep),
    places: { ofRequest: nowhere, ofReply: nowhere, idOf: nowhere, marked: nowhere },
    selection: { redact, keep },
  };
  return ({ call, ruling: { detail, resource } }) => {
    const pass = new RedactionContext(tools);
    const path = redactPath(call.path, resource === null ? 'nobody' : 'contract', pass);
    const query = redactPairs(call.query, pass);
    if (detail === null) return { path, query, detail };
    const told = redactText(detail, pass, 'prose');
    const sweep = createSentenceSearch(pass.found);
    return { path, query, detail: sweep(told) };
  };
}

const MASK = '***';

function mask(): string {
  return MASK;
}

function nowhere(): null {
  return null;
}
