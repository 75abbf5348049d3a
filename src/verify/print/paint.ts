// Colours for a terminal, as text: the room has no modules of Node. Whether a terminal shows
// colours is decided by the caller.

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Puts a text in a style, or leaves it as it is. */
export type Paint = (text: string, style: Style) => string;

/**
 * Gives what paints: `colour` is `true` for a terminal that shows colours and a user that wants
 * them.
 */
export function painter(options: { readonly colour: boolean }): Paint {
  return (text, style) => {
    if (!options.colour || text === '') return text;
    const [on, off] = CODES[style];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
}

/** Select Graphic Rendition (ECMA-48 section 8.3.117): on and off. */
const CODES: Readonly<Record<Style, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};
