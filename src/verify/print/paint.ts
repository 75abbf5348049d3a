// Colours for a terminal as escape sequences. The caller decides whether the terminal shows them.

export type PaintStyle = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Returns a text in a style, or unchanged. */
export type Paint = (text: string, style: PaintStyle) => string;

/** Returns a function that paints; without `colour` it changes nothing. */
export function painter(options: { readonly colour: boolean }): Paint {
  return (text, style) => {
    if (!options.colour || text === '') return text;
    const [on, off] = CODES[style];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
}

/** Select Graphic Rendition (ECMA-48 section 8.3.117): on and off. */
const CODES: Readonly<Record<PaintStyle, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};
