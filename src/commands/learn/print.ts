// The output of `standin learn`: each choice with its option, how often it was seen, what
// contradicts it, and what remained unseen and why.

import type { JsonObject } from '../../base/json.ts';
import { cut, printable } from '../../base/printable.ts';
import {
  type Learned,
  profileNotes,
  seenOf,
  unseenOf,
} from '../../verify/learn/learned-profile.ts';
import { columnsOf, padColumns } from '../../verify/print/columns.ts';
import type { ProfileTarget } from './profile-file.ts';

/** A lesson and its circumstances. */
export interface LearnReport {
  readonly learned: Learned;
  readonly place: ProfileTarget;
  /** The base address, without credentials. */
  readonly target: string;
  /** ISO 8601. */
  readonly learnedAt: string;
  readonly requests: number;
  readonly notes: readonly string[];
  /** Nothing was left behind. */
  readonly isClean: boolean;
}

export function learnReportJson(lesson: LearnReport): string {
  const { learned, place, target, learnedAt, requests, notes } = lesson;
  const seen = seenOf(learned).map(
    ({ choice, option, seen: times, isOption, disputed, clause }) => {
      return { choice, option, seen: times, isOption, disputed, clause };
    },
  );
  const unseen = unseenOf(learned).map(({ choice, why, clause }) => ({ choice, why, clause }));
  const file = { profile: place.name, file: place.out.file };
  const told = {
    format: 1,
    target,
    learnedAt,
    requests,
    ...file,
    seen,
    unseen,
    tellings: profileNotes(learned),
    notes,
  };
  return `${JSON.stringify(told, null, 2)}\n`;
}

export function learnReportText(lesson: LearnReport): string {
  const { learned, place, target, requests, notes } = lesson;
  const tellings = profileNotes(learned);
  const lines = [
    `standin learn ${printable(target)}, ${requests} requests`,
    '',
    ...table(learned),
    ...section('Left out or disputed', tellings),
    ...section('Unseen', unseenLines(learned)),
    ...section('Notes', notes),
    '',
    `${printable(place.out.file)} holds ${Object.keys(held(learned)).length} choices: standin serve --profile ${printable(place.profile)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function held(learned: Learned): JsonObject {
  return Object.fromEntries(
    seenOf(learned).flatMap(({ choice, option, isOption }) => (isOption ? [[choice, option]] : [])),
  );
}

function table(learned: Learned): readonly string[] {
  const rows = seenOf(learned).map(({ choice, option, seen, disputed }) => {
    const others = disputed.map((other) => `${shown(other.option)} ${other.seen}`).join(', ');
    return [choice, shown(option), String(seen), others];
  });
  const all = [['CHOICE', 'OPTION', 'SEEN', 'DISPUTED BY'], ...rows];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...all.map((row) => columnsOf(row[column] ?? ''))),
  );
  return all.map((row) =>
    row
      .map((text, column) => padColumns(text, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** One line per reason. */
function unseenLines(learned: Learned): readonly string[] {
  const reasons = new Map<string, string[]>();
  for (const { choice, why } of unseenOf(learned))
    reasons.set(why, [...(reasons.get(why) ?? []), choice]);
  return [...reasons].map(([why, choices]) => `${choices.join(', ')}: ${why}`);
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0
    ? []
    : ['', title, ...lines.map((line) => `  - ${cut(printable(line), LINE_CHARS_MAX)}`)];
}

/** Maximum number of characters of a text of the service in one line. */
const LINE_CHARS_MAX = 500;

function shown(option: string | number | boolean): string {
  return cut(printable(String(option)), OPTION_CHARS_MAX);
}

const OPTION_CHARS_MAX = 40;
