// Lays out text in columns. A wide character counts as two, and wrapping loses nothing.

/** East Asian wide and fullwidth characters (UAX 11), and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Returns the width of a text in columns. The text must not contain control characters. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += columnsOfOne(character);
  return columns;
}

/** Pads a text with spaces to a width. */
export function padColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}

/** Breaks a text into lines of at most `columns`, between words if possible. */
export function wrap(text: string, columns: number): readonly string[] {
  const room = Math.max(columns, ROOM_MIN);
  const lines: string[] = [];
  let line: string | null = null;
  for (const word of text.split(' ').flatMap((one) => pieces(one, room))) {
    if (line !== null && columnsOf(line) + 1 + columnsOf(word) > room) {
      lines.push(line);
      line = word;
    } else {
      line = line === null ? word : `${line} ${word}`;
    }
  }
  return [...lines, line ?? ''];
}

/** Cuts a text to one line of at most `columns`. */
export function clip(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  const [first = ''] = pieces(text, Math.max(columns, ROOM_MIN) - 1);
  return `${first}…`;
}

/** Minimum length of a line, in columns. */
const ROOM_MIN = 20;

function pieces(word: string, columns: number): readonly string[] {
  if (columnsOf(word) <= columns) return [word];
  const found: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const more = columnsOfOne(character);
    if (used + more > columns) {
      found.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += more;
  }
  return [...found, piece];
}

function columnsOfOne(character: string): number {
  if (character <= '~') return 1;
  if (/\p{M}/u.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
