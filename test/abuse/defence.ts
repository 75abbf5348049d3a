// A defence as data: the text that is it, the text without it, and the test that then fails. `npm
// run defences` takes each away in a copy.

export interface Defence {
  /** What it keeps off, in a few words; no two are the same. */
  readonly name: string;
  /** A file below `src`. */
  readonly file: string;
  /** Text that stands exactly once in the file. */
  readonly text: string;
  /** What stands there without the defence. The file must still be sound. */
  readonly without: string;
  /** A file of tests. */
  readonly test: string;
  /** The tests that count, by a part of their names; absent where all do. */
  readonly only?: string;
}
