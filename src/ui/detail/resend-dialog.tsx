// A recorded request as a form, to look at, edit and send again. What was redacted is asked for:
// credentials are kept until the page is closed, and never stored.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ReplayOrder } from '../../inspector/wire.ts';
import type { Field, Recorded } from '../../journal/interaction/recorded.ts';
import { hasPseudonym, redactedParts, requestText } from '../../journal/redact/pseudonym-forms.ts';
import { Dialog } from '../parts/dialog.tsx';
import { fieldLines, findUnreadLine, readFieldLines } from '../shared/field-lines.ts';
import { indented } from '../shared/indented.ts';

export interface ResendDialogProps {
  readonly recorded: Recorded;
  readonly to: string;
  /** Whether a real service answers, not a mock. */
  readonly isService: boolean;
  readonly onSend: (order: ReplayOrder) => void;
  readonly onClose: () => void;
}

/** Credentials by header field, as the reader gave them. */
const given = new Map<string, string>();

/**
 * Returns the order to send a request to a service again without a question; `null` if the reader
 * must look at it first: it may change something, or redacted values are missing.
 */
export function repeatOf({ seq, request }: Recorded): ReplayOrder | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const sent = requestText(request);
  const secrets = secretNames(sent.headers);
  if (!secrets.every((name) => given.has(name))) return null;
  const headers = [...plainFields(sent.headers), ...givenFields(secrets)];
  if (redactedParts({ ...sent, headers }).length > 0) return null;
  return secrets.length === 0
    ? { seq }
    : { seq, edited: { method: request.method, ...sent, headers } };
}

export function ResendDialog(props: ResendDialogProps): JSX.Element {
  const { recorded, to, isService, onSend, onClose } = props;
  const { request } = recorded;
  const first = requestText(request);
  const shown = indented(first.body);
  const secrets = isService ? secretNames(first.headers) : [];
  const [method, setMethod] = useState(request.method);
  const [target, setTarget] = useState(first.target);
  const [fields, setFields] = useState(
    fieldLines(isService ? plainFields(first.headers) : first.headers),
  );
  const [body, setBody] = useState(shown);
  const [, redraw] = useState(0);
  const edited = {
    method: method.trim().toUpperCase(),
    target,
    headers: [...readFieldLines(fields), ...givenFields(secrets)],
    // An unchanged body is sent as it was.
    body: body === shown ? first.body : body,
  };
  const redacted = isService ? redactedParts(edited) : [];
  const fault = redacted.length > 0 ? redactedFault(redacted) : faultIn(fields, body);
  const send = (event: Event) => {
    event.preventDefault();
    if (redacted.length > 0) return;
    onClose();
    onSend({ seq: recorded.seq, edited });
  };
  return (
    <Dialog title={`Edit and resend #${recorded.seq}`} size="wide" onClose={onClose}>
      <form class="dialog-body" onSubmit={send}>
        <p class="quiet">
          To {to}
          {isService && ', a real service'}. It is recorded as a new interaction.
          {request.body.kind !== 'none' &&
            request.body.kind !== 'text' &&
            ' The recorded body is not text and is left out.'}
        </p>
        <div class="columns">
          <label class="short">
            Method
            <input
              type="text"
              required
              value={method}
              onInput={(event) => setMethod(event.currentTarget.value)}
            />
          </label>
          <label>
            Path and query
            <input
              type="text"
              required
              pattern="/.*"
              value={target}
              onInput={(event) => setTarget(event.currentTarget.value)}
              spellcheck={false}
            />
          </label>
        </div>
        {secrets.map((name) => (
          <label key={name}>
            {name}, redacted in the recording
            <input
              type="password"
              autocomplete="off"
              placeholder="Left out if empty. Kept until this page is closed."
              value={given.get(name) ?? ''}
              onInput={(event) => {
                given.set(name, event.currentTarget.value);
                redraw((count) => count + 1);
              }}
            />
          </label>
        ))}
        <label>
          Header fields, one per line
          <textarea
            class="code"
            rows={4}
            value={fields}
            onInput={(event) => setFields(event.currentTarget.value)}
            spellcheck={false}
          />
        </label>
        <label>
          Body
          <textarea
            class="code"
            rows={10}
            value={body}
            onInput={(event) => setBody(event.currentTarget.value)}
            spellcheck={false}
          />
        </label>
        <p role="status" class={fault === null ? 'quiet' : 'warn'}>
          {fault ?? 'The body is JSON or empty.'}
        </p>
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={redacted.length > 0}>
            Send {edited.method}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function secretNames(headers: readonly Field[]): readonly string[] {
  return [...new Set(headers.filter(([, value]) => hasPseudonym(value)).map(([name]) => name))];
}

function plainFields(headers: readonly Field[]): readonly Field[] {
  return headers.filter(([, value]) => !hasPseudonym(value));
}

function givenFields(names: readonly string[]): readonly Field[] {
  return names.flatMap((name): readonly Field[] => {
    const value = given.get(name) ?? '';
    return value === '' ? [] : [[name, value]];
  });
}

function redactedFault(parts: readonly string[]): string {
  return `Replace the redacted values first: ${parts.join(', ')}. The service must not get them.`;
}

function faultIn(headers: string, body: string): string | null {
  const line = findUnreadLine(headers);
  if (line !== null) return `A header field has no colon: ${line}`;
  if (body.trim() === '') return null;
  try {
    JSON.parse(body);
    return null;
  } catch (error) {
    return `The body is not JSON and is sent unchanged: ${error instanceof Error ? error.message : ''}`;
  }
}
