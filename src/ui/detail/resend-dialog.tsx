// A recorded request as a form, to edit and send again.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ReplayOrder } from '../../inspector/wire.ts';
import type { Field, Recorded } from '../../journal/interaction/recorded.ts';
import { Dialog } from '../parts/dialog.tsx';

export interface ResendDialogProps {
  readonly recorded: Recorded;
  readonly to: string;
  readonly onSend: (order: ReplayOrder) => void;
  readonly onClose: () => void;
}

export function ResendDialog({ recorded, to, onSend, onClose }: ResendDialogProps): JSX.Element {
  const { request } = recorded;
  const [method, setMethod] = useState(request.method);
  const [target, setTarget] = useState(
    request.query === '' ? request.path : `${request.path}?${request.query}`,
  );
  const [headers, setHeaders] = useState(
    request.headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
  );
  const [body, setBody] = useState(request.body.kind === 'text' ? request.body.text : '');
  const fault = faultIn(headers, body);
  const send = (event: Event) => {
    event.preventDefault();
    onClose();
    onSend({
      seq: recorded.seq,
      edited: { method: method.trim().toUpperCase(), target, headers: readHeaders(headers), body },
    });
  };
  return (
    <Dialog title={`Edit and resend #${recorded.seq}`} size="wide" onClose={onClose}>
      <form class="dialog-body" onSubmit={send}>
        <p class="quiet">
          To {to}. It is recorded as a new interaction.
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
        <label>
          Header fields, one per line
          <textarea
            class="code"
            rows={4}
            value={headers}
            onInput={(event) => setHeaders(event.currentTarget.value)}
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
          <button type="submit" class="primary">
            Send
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function readHeaders(text: string): readonly Field[] {
  return text.split('\n').flatMap((line) => {
    const colon = line.indexOf(':', 1);
    return colon < 0
      ? []
      : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const];
  });
}

function faultIn(headers: string, body: string): string | null {
  const line = headers.split('\n').find((text) => text.trim() !== '' && text.indexOf(':', 1) < 0);
  if (line !== undefined) return `A header field has no colon: ${line}`;
  if (body.trim() === '') return null;
  try {
    JSON.parse(body);
    return null;
  } catch (error) {
    return `The body is not JSON and is sent unchanged: ${error instanceof Error ? error.message : ''}`;
  }
}
