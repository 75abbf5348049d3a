import { createRoot } from 'react-dom/client';
import { Users } from './users.tsx';

const root = document.getElementById('root') as HTMLElement;

try {
  if (import.meta.env.DEV) {
    const { worker } = await import('./mock.ts');
    await worker.start({ quiet: true, onUnhandledFrame: 'bypass' });
  }
  createRoot(root).render(<Users />);
} catch (error) {
  // A mock that cannot be made says why: a pattern that finds no contracts, rows that do not fit.
  root.appendChild(document.createElement('pre')).textContent = String(error);
  throw error;
}
