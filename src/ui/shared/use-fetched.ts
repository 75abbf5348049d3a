// Something that is asked of the server, as the parts of the page see it: not there yet, there, or
// failed.

import { useEffect, useState } from 'preact/hooks';

export interface Fetched<T> {
  /** What came last; `null` until then. Stays while it is asked again. */
  readonly value: T | null;
  readonly failure: string | null;
  /** Asks again. */
  readonly again: () => void;
}

/**
 * Asks when it is first shown, whenever `key` changes, and on `again`. An answer that comes too
 * late is dropped.
 */
export function useFetched<T>(key: string, ask: () => Promise<T>): Fetched<T> {
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
