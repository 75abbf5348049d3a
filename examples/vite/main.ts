export interface User {
  readonly id: number;
  readonly name: string;
}

const list = document.querySelector('#users');

/** Draws the users; whoever is clicked is removed. */
async function draw(): Promise<void> {
  const users: readonly User[] = await (await fetch('/api/users')).json();
  list?.replaceChildren(...users.map(item));
}

function item({ id, name }: User): HTMLElement {
  const line = document.createElement('li');
  const button = line.appendChild(document.createElement('button'));
  button.textContent = `Remove ${name}`;
  button.addEventListener('click', async () => {
    await fetch(`/api/users/${id}`, { method: 'DELETE' });
    await draw();
  });
  return line;
}

await draw();
