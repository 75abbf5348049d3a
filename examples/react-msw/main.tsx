import { createRoot } from 'react-dom/client';
import { Users } from './users.tsx';

if (import.meta.env.DEV) {
  const { worker } = await import('./mock.ts');
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' });
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Users />);
