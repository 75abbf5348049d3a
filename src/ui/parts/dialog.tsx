// A modal dialog with the HTML element: it keeps the focus, and Escape closes it.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { IconButton } from './icon.tsx';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly size?: 'small' | 'wide';
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, size = 'small', children }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>('input[type=text], textarea')?.focus();
    return () => before instanceof HTMLElement && before.isConnected && before.focus();
  }, []);
  return (
    <dialog ref={element} class={size} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <IconButton icon="cross" label="Close" onClick={() => element.current?.close()} />
      </header>
      {children}
    </dialog>
  );
}

export interface ConfirmProps {
  readonly title: string;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Asks for confirmation. */
export function Confirm(props: ConfirmProps): JSX.Element {
  const { title, action, onConfirm, onClose, children } = props;
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="dialog-body">{children}</div>
      <footer>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="primary" onClick={confirm}>
          {action}
        </button>
      </footer>
    </Dialog>
  );
}
