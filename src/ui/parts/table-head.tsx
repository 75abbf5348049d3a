// The head of a table: the names of its columns.

import type { JSX } from 'preact';

/** A column of numbers is aligned to the right; the name of an unseen one is for screen readers. */
export type Column = string | { readonly number: string } | { readonly unseen: string };

export function TableHead({ columns }: { readonly columns: readonly Column[] }): JSX.Element {
  return (
    <thead>
      <tr>
        {columns.map((column, index) => (
          <th scope="col" key={index} class={isNumber(column) ? 'number' : ''}>
            {nameOf(column)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function isNumber(column: Column): boolean {
  return typeof column === 'object' && 'number' in column;
}

function nameOf(column: Column): JSX.Element | string {
  if (typeof column === 'string') return column;
  return 'number' in column ? column.number : <span class="unseen">{column.unseen}</span>;
}
