// Under which conditions the mock answers now: what is overridden, what varies, what is pinned, and
// which worlds there are. Each is the same setting that a flag or the API sets.

import type { JSX } from 'preact';
import { Command, Empty } from '../parts/empty.tsx';
import { usePageServices } from '../shared/page-services.ts';
import { Overrides } from './overrides.tsx';
import { Undecided } from './undecided.tsx';
import { Worlds } from './worlds.tsx';

export function ConditionsTab(): JSX.Element {
  const { overview } = usePageServices();
  if (overview.mode !== 'serve') {
    return (
      <main>
        <Empty title="No mock is running here">
          <p>Overrides, faults and worlds need a mock. Start one:</p>
          <Command text="npx standin serve" />
        </Empty>
      </main>
    );
  }
  return (
    <main class="paper">
      <Overrides />
      <Undecided />
      <Worlds />
    </main>
  );
}
