// A defence as data: the text that is it, the text without it, and the test that then fails. `npm
// run defences` takes each away in a copy.

export interface Defence {
  /** What it keeps off, in a few words; no two are the same. */
  readonly name: string;
  /** A file below `src`. */
  readonly file: string;
  /** Text that is in the file exactly once. */
  readonly text: string;
  /** The text without the defence. The file must still be valid. */
  readonly without: string;
  /** A file of tests. */
  readonly test: string;
  /** The tests that count, by a part of their names; all if absent. */
  readonly only?: string;
}
