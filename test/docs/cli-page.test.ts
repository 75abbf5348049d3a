// docs/cli.md says what --help says: the same commands, the same options, the same defaults.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runToEnd } from '../support/cli.ts';
import { root } from '../support/root.ts';

const page = readFileSync(join(root, 'docs/cli.md'), 'utf8');
const sections = new Map(
  page
    .split(/^## standin /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text]),
);

/** The options in a list, each with its default; `null` if it has none. */
type Options = Readonly<Record<string, string | null>>;

async function help(...args: readonly string[]): Promise<string> {
  const { stdout } = await runToEnd([...args, '--help'], { script: 'dist/bundle/cli.js' });
  return stdout;
}

/** Reads `--port <number>  what it is (default: "3000")`, over several lines. */
function optionsOf(text: string): Options {
  const entries = text
    .split(/^ {2}(?=-)/m)
    .slice(1)
    .map((entry) => entry.replaceAll(/\s+/g, ' '));
  const read = entries.map((entry) => {
    const flags = /^(?:-\w, )?(--[\w-]+(?: [<[][^>\]]+[>\]])?)/.exec(entry)?.[1] ?? entry;
    return [flags, /default: "?([^")]+)"?\)/.exec(entry)?.[1] ?? null] as const;
  });
  return Object.fromEntries(read.filter(([flags]) => flags !== '--help'));
}

/** Reads the table of a section; several options may share a row. */
function rowsOf(section: string): Readonly<Record<string, string>> {
  const rows = [...section.matchAll(/^\| (`-[^|]+) \| ([^|]*?) ?\|/gm)];
  return Object.fromEntries(
    rows.flatMap(([, cell = '', preset = '']) =>
      [...cell.matchAll(/`(?:-\w, )?(--[^`]+)`/g)].map(([, flags = '']) => [
        flags,
        preset.replaceAll('`', ''),
      ]),
    ),
  );
}

describe('docs/cli.md', () => {
  it('lists every command and has a section for it', async () => {
    const commands = [...(await help()).matchAll(/^ {2}([a-z]+) [[<]/gm)]
      .map(([, name]) => name ?? '')
      .filter((name) => name !== 'help');
    expect(commands.length).toBeGreaterThan(10);
    expect([...sections.keys()].sort()).toEqual([...commands].sort());
    for (const name of commands)
      expect(page).toContain(`| [\`standin ${name}\`](#standin-${name}) |`);
  });

  it.each([...sections])('describes standin %s as --help does', async (name, section) => {
    const options = optionsOf(await help(name));
    const rows = rowsOf(section);
    expect(Object.keys(rows).sort()).toEqual(Object.keys(options).sort());
    for (const [flags, preset] of Object.entries(options))
      if (preset !== null) expect(`${flags}: ${rows[flags]}`).toBe(`${flags}: ${preset}`);
  });
});
