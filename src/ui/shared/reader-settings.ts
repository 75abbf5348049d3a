// What a reader sets, kept by the browser. Where the browser keeps nothing, it holds until the page
// is left.

export interface ReaderSettings {
  /** `system` follows the browser. */
  readonly theme: 'system' | 'light' | 'dark';
  /** Whether single keys do something outside the list, too (WCAG 2.2, 2.1.4). */
  readonly keys: 'everywhere' | 'in-list';
  /** How wide the detail is, in hundredths of the page. */
  readonly split: number;
}

const NAME = 'standin.inspector';
const usual: ReaderSettings = { theme: 'system', keys: 'everywhere', split: 54 };

export function loadSettings(): ReaderSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<ReaderSettings>;
    const split =
      typeof kept.split === 'number' && kept.split >= SPLIT_MIN && kept.split <= SPLIT_MAX
        ? kept.split
        : usual.split;
    return { ...usual, ...kept, split };
  } catch {
    return usual;
  }
}

export function saveSettings(settings: ReaderSettings): void {
  document.documentElement.dataset['theme'] = settings.theme;
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing is no reason to stop.
  }
}

export const SPLIT_MIN = 25;
export const SPLIT_MAX = 80;
