// The published Prism 5, serving a document on a free port.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { findFreePort } from '../../bench/free-port.ts';

export interface RunningPrism {
  readonly url: string;
  close(): void;
}

/** Starts `prism mock` with a document. Rejects if it ends before it listens. */
export async function startPrism(file: string): Promise<RunningPrism> {
  const port = await findFreePort();
  const script = join(import.meta.dirname, '../../node_modules/@stoplight/prism-cli/dist/index.js');
  const child: ChildProcess = spawn(
    process.execPath,
    [script, 'mock', file, '--port', String(port)],
    {
      env: { ...process.env, SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('listening')) resolve();
    });
    child.on('exit', (code) => reject(new Error(`prism ended with ${code}`)));
  });
  return { url: `http://127.0.0.1:${port}`, close: () => void child.kill() };
}
