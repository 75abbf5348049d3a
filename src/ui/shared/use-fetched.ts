// A value from the server as components see it: loading, there, or failed.

import { useEffect, useState } from 'preact/hooks';

export interface FetchedView<T> {
  /** The latest value; `null` until the first. Stays during a reload. */
  readonly value: T | null;
  readonly failure: string | null;
  /** Reloads the value. */
  readonly again: () => void;
}

/** Fetches at first, when `key` changes, and on `again`. Drops a reply that comes too late. */
export function useFetched<T>(key: string, ask: () => Promise<T>): FetchedView<T> {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ key: string; value: T | null; failure: string | null }>({
    key,
    value: null,
    failure: null,
  });
  useEffect(() => {
    let isWanted = true;
    ask().then(
      (value) => isWanted && setState({ key, value, failure: null }),
      (error: Error) =>
        isWanted &&
        setState((last) => ({
          key,
          value: last.key === key ? last.value : null,
          failure: error.message,
        })),
    );
    return () => {
      isWanted = false;
    };
  }, [key, round]);
  const again = () => setRound((count) => count + 1);
  return state.key === key ? { ...state, again } : { value: null, failure: null, again };
}
