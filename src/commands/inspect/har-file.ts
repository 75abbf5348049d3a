// A HAR file as an archive in memory, redacted like a recording.

import { basename } from 'node:path';
import { printable } from '../../base/printable.ts';
import type { OpenHar } from '../../inspector/compared.ts';
import type { RulesView } from '../../inspector/contract-view.ts';
import type { Archive } from '../../journal/archive.ts';
import { HAR_CHARS_MAX, HAR_ENTRIES_MAX, readHar } from '../../journal/export/har-import.ts';
import { RecordedRing } from '../../journal/memory/recorded-ring.ts';
import { createRingArchive } from '../../journal/memory/ring-archive.ts';
import { createRedaction } from '../recording/redaction.ts';
import type { LogTarget } from '../shared/log.ts';

export interface HarFile {
  /** Its name, for messages. */
  readonly file: string;
  /** The rules that its requests belong to, and that say what is secret. */
  readonly rules: Pick<RulesView, 'contracts' | 'schemas'>;
  /** Called with the number of entries that are left out, and the reason of the first. */
  readonly errors: LogTarget;
}

/** Returns what opens a HAR file that was chosen in the page. Entries that cannot be read are left out. */
export function harOpener(rules: () => HarFile['rules']): OpenHar {
  return (text, file) => openHar(text, { file, rules: rules(), errors: { write: () => true } });
}

/** Reads the text of a HAR file. Throws a StandinError if it is broken. */
export function openHar(text: string, { file, rules, errors }: HarFile): Archive {
  const { entries, leftOut } = readHar(text, { contracts: rules.contracts, file });
  const [first] = leftOut;
  if (first !== undefined) {
    const many = leftOut.length === 1 ? '1 entry is' : `${leftOut.length} entries are`;
    const where =
      leftOut.length === 1
        ? `/log/entries/${first.index}`
        : `the first at /log/entries/${first.index}`;
    errors.write(`${printable(`${file}: ${many} left out, ${where}: ${first.why}`)}\n`);
  }
  const ring = new RecordedRing({ interactionsMax: HAR_ENTRIES_MAX, charsMax: HAR_CHARS_MAX });
  for (const entry of entries) ring.add(entry);
  const archive = createRingArchive(ring, {
    redact: createRedaction(() => rules, { redact: [], keep: [] }),
  });
  return { ...archive, place: basename(file) };
}
