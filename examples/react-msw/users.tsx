import { type FormEvent, useEffect, useState } from 'react';

interface User {
  readonly id: number;
  readonly name: string;
}

/** What the interface answers where a body does not fit (RFC 9457). */
interface Problem {
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}

/** A list of users, and a form that adds one. Knows nothing of the mock. */
export function Users() {
  const [users, setUsers] = useState<readonly User[]>([]);
  const [trouble, setTrouble] = useState('');
  const [isFailing, setFailing] = useState(false);
  const prefer = isFailing ? { prefer: 'code=503' } : undefined;

  async function load() {
    const response = await fetch('/users', { headers: { ...prefer } });
    if (response.ok) setUsers(await response.json());
    setTrouble(response.ok ? '' : `The users could not be read (${response.status}).`);
  }

  useEffect(() => void load(), [isFailing]);

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const user = Object.fromEntries(new FormData(event.currentTarget));
    const headers = { 'content-type': 'application/json', ...prefer };
    const response = await fetch('/users', { method: 'POST', headers, body: JSON.stringify(user) });
    if (response.ok) await load();
    else if (response.status === 422) setTrouble(tell(await response.json()));
    else setTrouble(`The user could not be added (${response.status}).`);
  }

  return (
    <>
      <h1>Users</h1>
      <label>
        <input
          type="checkbox"
          checked={isFailing}
          onChange={(event) => setFailing(event.currentTarget.checked)}
        />{' '}
        Fail
      </label>
      {trouble !== '' && <p role="alert">{trouble}</p>}
      <ul>
        {users.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <form onSubmit={(event) => void add(event)}>
        <input name="name" aria-label="Name" />
        <input name="email" aria-label="E-mail" />
        <button type="submit">Add</button>
      </form>
    </>
  );
}

function tell({ errors }: Problem): string {
  return errors.map(({ pointer, detail }) => `${pointer} ${detail}`).join(', ');
}
