// No command prints the password of an address that it cannot read.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './support/root.ts';

const SECRET = 's3cr3t-Xy9';
const ADDRESSES = [
  `postgres://boss:${SECRET}@db/mocks?schema=Staging`,
  `postgress://boss:${SECRET}@db/mocks?recording=a`,
  `postgres://boss:a/${SECRET}@db:99999/mocks`,
  `host=db user=boss password=${SECRET}`,
];
const COMMANDS: readonly (readonly [string, (address: string) => readonly string[]])[] = [
  ['serve --store', (address) => ['serve', 'db.json', '--port', '0', '--store', address]],
  ['serve --record', (address) => ['serve', 'db.json', '--port', '0', '--record', address]],
  ['verify --store', (address) => ['verify', 'db.json', 'http://127.0.0.1:1', '--store', address]],
  ['inspect', (address) => ['inspect', '--port', '0', address]],
  ['export', (address) => ['export', address, '--to', 'har']],
  ['compare', (address) => ['compare', address, address]],
  ['migrate', (address) => ['migrate', address]],
];

describe('the password of an address', () => {
  it.each(COMMANDS)(
    'is not printed by %s',
    (_, argumentsOf) => {
      const folder = mkdtempSync(join(tmpdir(), 'standin-passwords-'));
      writeFileSync(join(folder, 'db.json'), '{"users":[{"id":1}]}');
      try {
        for (const address of ADDRESSES) {
          const ran = spawnSync(
            process.execPath,
            [join(root, 'src/cli.ts'), ...argumentsOf(address)],
            { cwd: folder, encoding: 'utf8', timeout: 20_000 },
          );
          expect(`${ran.stdout}${ran.stderr}`).not.toContain(SECRET);
          expect(ran.status, `${ran.stdout}${ran.stderr}`).toBe(2);
          expect(readdirSync(folder).join(' ')).not.toContain(SECRET);
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    120_000,
  );
});
