// JSON text as a value that keeps numbers as written: `1e400`, `12345678901234567890`.

export class WrittenNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Tree =
  | null
  | boolean
  | number
  | string
  | WrittenNumber
  | readonly Tree[]
  | { readonly [name: string]: Tree };

/** Maximum length of JSON text that is shown as a tree; longer text is shown raw. */
export const TREE_CHARS_MAX = 2_000_000;

type Reviver = (
  this: unknown,
  name: string,
  value: unknown,
  context?: { readonly source?: string },
) => unknown;

/** Reads JSON text; `null` if it is not JSON, or too long or too deep for a tree. */
export function readTree(text: string): { readonly tree: Tree } | null {
  if (text.length > TREE_CHARS_MAX) return null;
  const keep: Reviver = (_name, value, context) => {
    if (
      typeof value !== 'number' ||
      context?.source === undefined ||
      String(value) === context.source
    )
      return value;
    return new WrittenNumber(context.source);
  };
  try {
    return {
      tree: JSON.parse(
        text,
        keep as (this: unknown, name: string, value: unknown) => unknown,
      ) as Tree,
    };
  } catch {
    return null;
  }
}

/** Returns the members or elements of a value with their steps; `null` for a leaf. */
export function childrenOf(tree: Tree): readonly (readonly [string, Tree])[] | null {
  if (Array.isArray(tree)) return tree.map((child, index) => [String(index), child] as const);
  if (tree === null || typeof tree !== 'object' || tree instanceof WrittenNumber) return null;
  return Object.entries(tree);
}

/** Writes a leaf as JSON. */
export function leafText(tree: Tree): string {
  return tree instanceof WrittenNumber ? tree.text : JSON.stringify(tree);
}
