// Tabs after WAI-ARIA: one stop for the Tab key, arrow keys between them.

import type { JSX } from 'preact';

export interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly {
    readonly id: T;
    readonly name: string;
    readonly badge?: string | number;
  }[];
  readonly chosen: T;
  readonly panel: string;
  readonly onChoose: (id: T) => void;
}

export function Tabs<T extends string>(props: TabsProps<T>): JSX.Element {
  const { label, tabs, chosen, panel, onChoose } = props;
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const index = tabs.findIndex((tab) => tab.id === chosen);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChoose(next.id);
    document.getElementById(`${panel}-${next.id}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          type="button"
          role="tab"
          key={tab.id}
          id={`${panel}-${tab.id}`}
          aria-selected={tab.id === chosen}
          aria-controls={panel}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => onChoose(tab.id)}
        >
          {tab.name}
          {tab.badge !== undefined && <span class="badge">{tab.badge}</span>}
        </button>
      ))}
    </div>
  );
}
