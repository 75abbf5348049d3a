// The one error of the benchmark that is expected: a server does not start, or answers wrongly.
// Ends the run with exit code 1.

/** Thrown when there is nothing to measure: says which server, what was expected and what came. */
export class BenchFailure extends Error {
  override readonly name = 'BenchFailure';
}
