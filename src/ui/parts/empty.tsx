// Empty states: why there is nothing, and the next step, with a command to copy.

import type { ComponentChildren, JSX } from 'preact';
import { usePageServices } from '../shared/page-services.ts';
import { Icon, IconButton } from './icon.tsx';

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function Empty({ title, children }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** A command line, with a button that copies it. */
export function Command({ text }: { readonly text: string }): JSX.Element {
  const { copy } = usePageServices();
  return (
    <div class="command">
      <code>{text}</code>
      <IconButton icon="copy" label={`Copy ${text}`} onClick={() => copy(text, 'command')} />
    </div>
  );
}

interface FailureProps {
  readonly text: string;
  readonly again?: () => void;
}

export function Failure({ text, again }: FailureProps): JSX.Element {
  return (
    <div class="failure" role="alert">
      <Icon name="warning" />
      <span>{text}</span>
      {again !== undefined && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Shows who decided: the contract, HTTP, or a choice with a link to its options. */
export function By({ by }: { readonly by: string }): JSX.Element {
  if (!by.includes('.')) return <span class={by === 'contract' ? 'by shown' : 'by'}>{by}</span>;
  return (
    <a
      class="by"
      href={`#/contract?choice=${encodeURIComponent(by)}`}
      title="The contract leaves this open. See the choice."
    >
      {by}
    </a>
  );
}
