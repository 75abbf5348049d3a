// What makes replicas answer as one, taken out of the sources that a replica runs: then the faults
// must show.

export type Without = 'unique' | 'second' | 'confirm';

/** In which file which text becomes which. Each text must be there once. */
export const WITHOUT: Readonly<
  Record<Without, readonly (readonly [file: string, text: string, other: string])[]>
> = {
  /** Two entries may have one number. */
  unique: [
    ['src/store/postgres/sql.ts', 'ON CONFLICT (world, number) DO NOTHING', ''],
    [
      'src/database/layout.ts',
      'at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (world, number))',
      'at timestamptz NOT NULL DEFAULT now())',
    ],
  ],
  /** A write that lost is not ruled again: what it changed goes out under the next number. */
  second: [
    [
      'src/store/replica.ts',
      'if (!isNewest) return batch.writes;',
      `if (!isNewest) {
        if (batch.entry === null) { this.finish(batch); return []; }
        for (;;) {
          const again = { ...batch.entry, number: this.seenBy(batch.base) + 1 };
          if ((await store.append([again])).has(batch.world)) break;
          await this.confirm(batch.world);
        }
        await this.confirm(batch.world);
        for (const [index, { settle }] of batch.writes.entries()) settle(batch.results[index]);
        return [];
      }`,
    ],
  ],
  /** Reads show what is in memory. */
  confirm: [
    [
      'src/mock/mock.ts',
      'place.refusal !== null) return await replica.confirm(name);',
      'place.refusal !== null) return;',
    ],
  ],
};

/** How a replica runs from the sources without one of them. */
export function optionsWithout(without: Without): { script: string; env: Record<string, string> } {
  const hook = new URL('without-hook.ts', import.meta.url).href;
  return {
    script: 'src/cli.ts',
    env: { NODE_OPTIONS: `--import ${hook}`, STANDIN_WITHOUT: without },
  };
}
