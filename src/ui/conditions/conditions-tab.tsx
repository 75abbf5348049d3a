// The conditions under which the mock answers: overrides, variation, pins and worlds, each the same
// setting as a flag or the API; and breakpoints, which a recorder has, too.

import type { JSX } from 'preact';
import { Command, Empty } from '../parts/empty.tsx';
import { usePageServices } from '../shared/page-services.ts';
import type { PageRoute } from '../shared/route.ts';
import { Breakpoints } from './breakpoints.tsx';
import { Overrides } from './overrides.tsx';
import { Undecided } from './undecided.tsx';
import { Worlds } from './worlds.tsx';

export function ConditionsTab({ route }: { readonly route: PageRoute }): JSX.Element {
  const { overview } = usePageServices();
  const breakpoints = overview.can.hold && <Breakpoints suggested={route.query['hold'] ?? ''} />;
  if (overview.mode !== 'serve') {
    const why = (
      <Empty title="No mock is running here">
        <p>Overrides, faults and worlds need a mock. Start one:</p>
        <Command text="npx standin serve" />
      </Empty>
    );
    return breakpoints === false ? (
      <main>{why}</main>
    ) : (
      <main class="paper">
        {breakpoints}
        {why}
      </main>
    );
  }
  return (
    <main class="paper">
      <Overrides />
      {breakpoints}
      <Undecided />
      <Worlds />
    </main>
  );
}
