// Asks for the token of a mock that shows its page to those it knows. The address may have it.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failure } from './parts/empty.tsx';
import { signIn } from './shared/api.ts';

export function SignIn({ again }: { readonly again: () => void }): JSX.Element {
  const [token, setToken] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const enter = (given: string) =>
    signIn(given.trim()).then(again, (error: Error) => setFailure(error.message));
  useEffect(() => {
    const [, given] = /^#token=(.+)$/.exec(location.hash) ?? [];
    if (given === undefined) return;
    // Neither the history nor a link that is copied from here has it.
    history.replaceState(null, '', '#/i');
    void enter(decodeURIComponent(given));
  }, []);
  return (
    <main class="empty">
      <h1>Sign in</h1>
      <p>This mock shows its page to those it knows. Enter your token.</p>
      <form
        class="command"
        onSubmit={(event) => {
          event.preventDefault();
          void enter(token);
        }}
      >
        <input
          type="password"
          name="token"
          aria-label="Token"
          autoComplete="current-password"
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <button type="submit" class="primary" disabled={token.trim() === ''}>
          Sign in
        </button>
      </form>
      {failure !== null && <Failure text={failure} />}
    </main>
  );
}
