// The conditions under which the mock answers: overrides, variation, pins and worlds. Each is the
// same setting as a flag or the API.

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
