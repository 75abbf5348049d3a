// `standin compare`: what differs between two recordings, for a terminal or a script.

import { basename } from 'node:path';
import { compareRecordings } from '../../inspector/compare/compare-recordings.ts';
import { otherAnswers } from '../../inspector/compare/comparison.ts';
import type { RecordingSource } from '../export/export.ts';
import { readFilterOption } from '../export/filter-option.ts';
import type { ExitCode } from '../shared/exit-code.ts';
import { isColoured } from '../shared/log.ts';
import type { Outlets } from '../shared/outlets.ts';
import type { CompareOptions } from './flags.ts';
import { comparisonToText } from './print.ts';

/** Compares and prints. 1 if the newer one answers otherwise. Rejects with a StandinError. */
export async function compareFiles(
  { older, newer, filter: text, contract, form }: CompareOptions,
  source: RecordingSource,
  { output, errors }: Outlets,
): Promise<ExitCode> {
  const filter = readFilterOption(text, source.readFilter);
  const before = await source.open({ file: older, contract }, errors);
  try {
    const after = await source.open({ file: newer, contract }, errors);
    try {
      const comparison = await compareRecordings(
        { name: basename(older), archive: before, filter },
        { name: basename(newer), archive: after, filter },
      );
      if (form === 'json') output.write(`${JSON.stringify(comparison, null, 2)}\n`);
      else output.write(comparisonToText(comparison, { colour: isColoured(output) }));
      return otherAnswers(comparison).length === 0 ? 0 : 1;
    } finally {
      await after.close();
    }
  } finally {
    await before.close();
  }
}
