// The published Prism 5, serving a document on a free port.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { findFreePort } from '../../bench/free-port.ts';

export interface RunningPrism {
  readonly url: string;
  close(): void;
}

/**
 * Starts `prism mock` with a document; with an upstream `prism proxy`, which tells in
 * `sl-violations` what of a request or an answer does not fit. Rejects if it ends before it listens.
 */
export async function startPrism(file: string, upstream?: string): Promise<RunningPrism> {
  const port = await findFreePort();
  const script = join(import.meta.dirname, '../../node_modules/@stoplight/prism-cli/dist/index.js');
  const child: ChildProcess = spawn(
    process.execPath,
    [
      script,
      ...(upstream === undefined ? ['mock', file] : ['proxy', file, upstream]),
      '--port',
      String(port),
    ],
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
