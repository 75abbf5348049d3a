// Ends a run that the user stopped. This is the one outcome of a step that is thrown and not
// returned, like the reason of an AbortSignal: it ends every wait, also those inside the guard and
// the client, and it passes through fast-check and the relay of Pact, which know no verdicts. `verify` and
// the command `learn` catch it, and then remove what the run made; a pause of that clean-up catches
// it, too, and ends early.

export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
