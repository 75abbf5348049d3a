// JSON on several lines, for people to edit.

/** Compact JSON on several lines; any other text unchanged: numbers keep how they are written. */
export function indented(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}
