// The settings of the reader, stored by the browser or, if it stores nothing, by the page.

export interface ReaderSettings {
  /** `system` follows the browser. */
  readonly theme: 'system' | 'light' | 'dark';
  /** Whether single keys work outside the list too (WCAG 2.2, 2.1.4). */
  readonly keys: 'everywhere' | 'in-list';
  /** Width of the detail in percent of the page. */
  readonly split: number;
  /** Filters by name, in the order in which they were saved. */
  readonly saved: readonly SavedFilter[];
}

export interface SavedFilter {
  readonly name: string;
  readonly query: string;
}

/** Maximum number of saved filters. */
export const SAVED_MAX = 50;

const NAME = 'standin.inspector';
const usual: ReaderSettings = { theme: 'system', keys: 'everywhere', split: 54, saved: [] };

export function loadSettings(): ReaderSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<ReaderSettings>;
    const split =
      typeof kept.split === 'number' && kept.split >= SPLIT_MIN && kept.split <= SPLIT_MAX
        ? kept.split
        : usual.split;
    const saved = Array.isArray(kept.saved) ? kept.saved.filter(isSavedFilter) : usual.saved;
    return { ...usual, ...kept, split, saved };
  } catch {
    return usual;
  }
}

function isSavedFilter(one: unknown): one is SavedFilter {
  const { name, query } = (one ?? {}) as Partial<SavedFilter>;
  return typeof name === 'string' && typeof query === 'string';
}

export function saveSettings(settings: ReaderSettings): void {
  document.documentElement.dataset['theme'] = settings.theme;
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch {
    // A browser that stores nothing is no reason to stop.
  }
}

export const SPLIT_MIN = 25;
export const SPLIT_MAX = 80;
