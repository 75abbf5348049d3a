// What may be written over: the one rule of all commands. A file that is there stays as it is,
// unless it holds what the same option wrote before, or --force is given. What is no file is never
// replaced.

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { errnoOf } from '../../base/errno.ts';
import { StandinError } from '../../base/errors.ts';
import { writeWhole } from '../../project/save/save.ts';
import { TEST_FILE_START } from '../../verify/print/vitest/vitest.ts';

/** `own`: only what the same option wrote. `any`: any file (`--force`). */
export type Replacing = 'own' | 'any';

interface Kind {
  /** How a file begins that was written so; `null` where it looks like one that people made. */
  readonly start: RegExp | null;
  /** What writes it. */
  readonly by: string;
  /** The option that names the file. */
  readonly option: string;
}

/** Everything that a command writes whole into a file that somebody names. */
const kinds = {
  json: {
    start:
      /^\{\s*"format":\s*1,\s*(?:"kind":\s*"shard",\s*)?"version":\s*"(?:[^"\\]|\\.)*",\s*"(?:target|shard)":/,
    by: '--json',
    option: '--json',
  },
  junit: {
    start: /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*<testsuites name="standin verify"/,
    by: '--junit',
    option: '--junit',
  },
  html: {
    start:
      /^<!DOCTYPE html>\s*<html[^>]*>\s*<head>\s*(?:<meta [^>]*>\s*)*?<meta name="generator" content="standin verify" \/>/,
    by: '--html',
    option: '--html',
  },
  summary: { start: /^## standin verify /, by: '--summary', option: '--summary' },
  tests: { start: new RegExp(`^${TEST_FILE_START}`), by: '--write-test', option: '--write-test' },
  har: {
    start: /^\{"log":\{"version":"1\.2","creator":\{"name":"standin",/,
    by: '--form har',
    option: '--out',
  },
  curl: { start: /^# \d+: '/, by: '--form curl', option: '--out' },
  fetch: { start: /^\/\/ \d+: '/, by: '--form fetch', option: '--out' },
  // Seed rows, pacts and profiles are what a project is made of, whoever wrote them first.
  pact: { start: null, by: '--form pact', option: '--out' },
  rows: { start: null, by: '--form rows', option: '--out' },
  profile: { start: null, by: 'learn', option: '--name or --out' },
} as const satisfies Readonly<Record<string, Kind>>;

export type OutKind = keyof typeof kinds;

/** Gives the option that names such a file. */
export function optionOf(kind: OutKind): string {
  return kinds[kind].option;
}

/** A file that is to be written. */
export interface OutFile {
  readonly file: string;
  readonly kind: OutKind;
}

/**
 * Throws a StandinError (`file-unwritable`) where a file is there that must stay as it is. It is
 * better known before anything is tried; `writeOut` looks again.
 */
export function refuseForeign({ file, kind }: OutFile, replacing: Replacing): void {
  const { start, by, option }: Kind = kinds[kind];
  const found = statOf(file, option);
  if (found === undefined) return;
  if (!found.isFile()) throw unwritable(`${file} is no file`, `Name another file with ${option}.`);
  if (replacing === 'any') return;
  if (start !== null && (found.size === 0 || start.test(startOf(file)))) return;
  const whose = start === null ? '' : `, and ${by} did not write it`;
  throw unwritable(
    `${file} is there already${whose}`,
    `Name another file with ${option}, or give --force to write over it.`,
  );
}

/**
 * Writes a text into a file, whole or not at all. Throws a StandinError where it cannot be written,
 * or what is there must stay.
 */
export function writeOut(out: OutFile, text: string, replacing: Replacing): void {
  // It may have come there meanwhile.
  refuseForeign(out, replacing);
  writeWhole(out.file, text);
}

function statOf(file: string, option: string): ReturnType<typeof statSync> {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw unwritable(
      `${file} cannot be written (${errnoOf(error)})`,
      `Name another file with ${option}.`,
    );
  }
}

/** How much of a file is looked at, in bytes. */
const START_BYTES = 1_024;

/** Gives how a file begins; what cannot be read begins like none. */
function startOf(file: string): string {
  try {
    const handle = openSync(file, 'r');
    try {
      const start = Buffer.alloc(START_BYTES);
      return start.toString('utf8', 0, readSync(handle, start));
    } finally {
      closeSync(handle);
    }
  } catch {
    return '';
  }
}

function unwritable(message: string, remedy: string): StandinError {
  return new StandinError('file-unwritable', message, remedy);
}
