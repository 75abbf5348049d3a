// Faults of a source that somebody wrote into it. What is wrong with a part of a document costs that
// part; a mistake in `standin.json` or under `x-standin` stops the start, as one in a contract file does.

import type { Fault } from '../../base/errors.ts';
import { parsePointer, valueAt } from '../../base/pointer.ts';
import { truncate } from '../../base/truncate.ts';
import { faultOfGiven } from '../source/given-members.ts';
import type { ProjectFiles } from '../source/project-files.ts';

/**
 * Returns the faults that are not there without what somebody wrote, at the places where that stands.
 * `faultsIn` finds those of other files.
 */
export function faultsOfOverrides(
  files: ProjectFiles,
  faults: readonly Fault[],
  faultsIn: (files: ProjectFiles) => readonly Fault[],
): readonly Fault[] {
  const places = files.contracts.flatMap((one) => one.overridden?.places ?? []);
  if (places.length === 0) return [];
  const { defined: _, ...rest } = files;
  const without = faultsIn({
    ...rest,
    contracts: files.contracts.map(({ overridden, ...one }) =>
      overridden === undefined ? one : { ...one, json: overridden.made },
    ),
  });
  const signs = new Set(without.map(signOf));
  const written = faults.filter((one) => !signs.has(signOf(one)));
  return mostTelling(written).map((one) => {
    const overridden = files.contracts.find(({ file }) => file === one.file)?.overridden;
    if (overridden === undefined) return faultOfGiven(one, places);
    const made = valueAt(overridden.made, parsePointer(one.at) ?? []);
    const remedy =
      made === undefined
        ? one.remedy
        : `${one.remedy} What you write replaces the whole of ${truncate(JSON.stringify(made), MADE_CHARS_MAX)}.`;
    return faultOfGiven({ ...one, remedy }, overridden.places);
  });
}

/** Of several faults at one place, those that say more than which forms it does not have. */
function mostTelling(faults: readonly Fault[]): readonly Fault[] {
  const isOfForm = ({ message }: Fault): boolean => /^must (?:be|match) a /.test(message);
  return faults.filter(
    (one) =>
      !isOfForm(one) ||
      !faults.some(({ file, at, message }) => {
        return file === one.file && at === one.at && !isOfForm({ ...one, message });
      }),
  );
}

const MADE_CHARS_MAX = 200;

function signOf({ file, at, message }: Fault): string {
  return JSON.stringify([file, at, message]);
}
