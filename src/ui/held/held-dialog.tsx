// A call that waits at a breakpoint, to look at, change, let go or drop. Closing the dialog leaves it
// waiting.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { HeldOrder, HeldView } from '../../inspector/wire.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/empty.tsx';
import { askHeld, decideHeld } from '../shared/api.ts';
import { fieldLines, findUnreadLine, readFieldLines } from '../shared/field-lines.ts';
import { formatTime } from '../shared/format.ts';
import { indented } from '../shared/indented.ts';
import { usePageServices } from '../shared/page-services.ts';
import { useFetched } from '../shared/use-fetched.ts';

interface HeldDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

export function HeldDialog({ id, onClose }: HeldDialogProps): JSX.Element {
  const { totals } = usePageServices();
  const asked = useFetched(`held call ${id}`, () => askHeld(id));
  const view = asked.value;
  const isGone = !totals.held.includes(id);
  return (
    <Dialog
      title={view === null || view.answer === null ? 'A request waits' : 'An answer waits'}
      size="wide"
      onClose={onClose}
    >
      {asked.failure !== null && <Failure text={asked.failure} />}
      {view !== null && <HeldForm view={view} isGone={isGone} onClose={onClose} />}
    </Dialog>
  );
}

interface HeldFormProps {
  readonly view: HeldView;
  readonly isGone: boolean;
  readonly onClose: () => void;
}

function HeldForm({ view, isGone, onClose }: HeldFormProps): JSX.Element {
  const { attempt } = usePageServices();
  const { id, until, request, answer } = view;
  const message = answer ?? request;
  const shown = indented(message.body ?? '');
  const first = {
    method: request.method,
    target: request.target,
    status: String(answer?.status ?? ''),
    fields: fieldLines(message.headers),
    body: shown,
  };
  const form = useRef<HTMLFormElement>(null);
  // The dialog opened before there was a field to begin with.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const [edited, setEdited] = useState(first);
  const isChanged = JSON.stringify(edited) !== JSON.stringify(first);
  const unread = findUnreadLine(edited.fields);
  const decide = async (order: HeldOrder, done: string) => {
    if (await attempt(() => decideHeld(id, order), done)) onClose();
  };
  const letGo = (event: Event) => {
    event.preventDefault();
    if (!isChanged) return void decide({ do: 'pass' }, 'Let go as it was');
    const part = {
      headers: readFieldLines(edited.fields),
      ...(edited.body === shown ? {} : { body: edited.body }),
    };
    const { method, target, status } = edited;
    const order: HeldOrder =
      answer === null
        ? { do: 'change', request: { ...part, method: method.trim().toUpperCase(), target } }
        : { do: 'change', answer: { ...part, status: Number(status) } };
    void decide(order, 'Let go as changed');
  };
  const text = (name: keyof typeof edited) => ({
    value: edited[name],
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      setEdited({ ...edited, [name]: event.currentTarget.value }),
  });
  return (
    <form class="dialog-body" ref={form} onSubmit={letGo}>
      <p class="quiet">
        {answer === null ? 'Nothing was sent yet. ' : `To ${request.method} ${request.target}. `}
        {isGone
          ? 'It waits no longer.'
          : `It continues by itself at ${formatTime(until)}. Close this, and it keeps waiting.`}
      </p>
      {answer === null ? (
        <div class="columns">
          <label class="short">
            Method
            <input type="text" required {...text('method')} />
          </label>
          <label>
            Path and query
            <input type="text" required pattern="/.*" spellcheck={false} {...text('target')} />
          </label>
        </div>
      ) : (
        <label class="short">
          Status
          <input type="text" required pattern="[2-5][0-9][0-9]" {...text('status')} />
        </label>
      )}
      <label>
        Header fields, one per line; [redacted] keeps a secret as it is
        <textarea class="code" rows={5} spellcheck={false} {...text('fields')} />
      </label>
      <label>
        {message.body === null ? `Body: ${message.bytes} bytes, kept if this is empty` : 'Body'}
        <textarea class="code" rows={10} spellcheck={false} {...text('body')} />
      </label>
      {unread !== null && (
        <p role="status" class="warn">
          A header field has no colon: {unread}
        </p>
      )}
      <footer>
        <button
          type="button"
          disabled={isGone}
          onClick={() => void decide({ do: 'drop' }, 'Dropped: the connection was closed')}
        >
          Drop
        </button>
        <button type="submit" class="primary" disabled={isGone || unread !== null}>
          {isChanged ? 'Let go as changed' : 'Let go'}
        </button>
      </footer>
    </form>
  );
}
