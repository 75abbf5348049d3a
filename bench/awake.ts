// Keeps this process on its processor. A client that sleeps has to be woken, and the waking is
// charged to the server that wakes it.

/** Keeps the event loop turning until it is disposed of. */
export function stayAwake(): Disposable {
  let isAwake = true;
  const turn = (): void => {
    if (isAwake) setImmediate(turn);
  };
  turn();
  return {
    [Symbol.dispose]() {
      isAwake = false;
    },
  };
}
