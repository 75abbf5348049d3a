// The icons of the page. Each is next to a word, so screen readers skip it.

import type { ButtonHTMLAttributes, JSX } from 'preact';

const drawings = {
  check: 'M3 8.500l3.500 3.500L13 4.500',
  cross: 'M4 4l8 8M12 4l-8 8',
  circle: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3z',
  dash: 'M4 8h8',
  warning: 'M8 2.500L14 13H2zM8 6.500v3M8 11v.500',
  search: 'M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM10.500 10.500L14 14',
  plus: 'M8 3v10M3 8h10',
  down: 'M8 3v9M4 8.500l4 4 4-4',
  open: 'M4 6l4 4 4-4',
  shut: 'M6 4l4 4-4 4',
  left: 'M10 4L6 8l4 4',
  copy: 'M6 2.500h7.500V10M2.500 6H10v7.500H2.500z',
  link: 'M6.500 9.500l3-3M7 5l2-2a2.800 2.800 0 0 1 4 4l-2 2M9 11l-2 2a2.800 2.800 0 0 1-4-4l2-2',
  repeat: 'M13 8a5 5 0 1 1-1.500-3.500L13 6M13 2.500V6H9.500',
  pencil: 'M3 13l.700-3L11 2.700 13.300 5 6 12.300z',
  pulse: 'M1.500 8.500h3l2-5 3 9 2-4h3',
  theme: 'M8 2.500a5.500 5.500 0 1 0 0 11zM8 2.500a5.500 5.500 0 0 1 0 11z',
  more: 'M3 8h.010M8 8h.010M13 8h.010',
  trash: 'M3 4.500h10M6 4.500V3h4v1.500M4.500 4.500l.500 9h6l.500-9',
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      width="14"
      height="14"
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawings[name]} />
    </svg>
  );
}

export interface IconButtonProps
  extends Pick<ButtonHTMLAttributes, 'disabled' | 'onClick' | 'title'> {
  readonly icon: IconName;
  readonly label: string;
}

/** A button that shows an icon alone; screen readers read its label. */
export function IconButton({ icon, label, ...button }: IconButtonProps): JSX.Element {
  return (
    <button type="button" class="bare" aria-label={label} {...button}>
      <Icon name={icon} />
    </button>
  );
}
