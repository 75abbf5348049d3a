// The answers to idempotency keys in a hidden file next to the seed file, which has rows alone.
// Written whole whenever the seed file is, and removed if there are none.

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { refuseNewerForm, StandinError } from '../../base/errors.ts';
import { isObject, type Json, jsonText, own, parseExact } from '../../base/json.ts';
import { type KeptAnswer, keptAnswerJson, readKeptAnswer } from '../../model/state/kept-answers.ts';
import { realTarget, removeQuietly, removeStale, writeWhole } from './write-seed-file.ts';

export interface AnswersFile {
  /** What an earlier process saved, oldest first. */
  readonly answers: readonly KeptAnswer[];
  /** Saves all answers in place of those before. Returns whether they are on the disk. */
  save(answers: readonly KeptAnswer[]): boolean;
}

/**
 * Reads the answers of a seed file. What is there but cannot be read counts as none. Throws a
 * StandinError if a newer version of Standin wrote them.
 */
export function openAnswersFile(db: string): AnswersFile {
  const target = realTarget(db);
  const file = join(dirname(target), `.${basename(target)}.answers`);
  removeStale(file, Date.now());
  let saved = textAt(file);
  return {
    answers: answersIn(saved, file),
    save(answers) {
      const text =
        answers.length === 0
          ? ''
          : `${jsonText({ version: VERSION, answers: answers.map(keptAnswerJson) })}
`;
      if (text === saved) return true;
      try {
        if (text === '') removeQuietly(file);
        else writeWhole(file, text);
      } catch (error) {
        if (!(error instanceof StandinError)) throw error;
        return false;
      }
      saved = text;
      return true;
    },
  };
}

function textAt(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The version of the file. Before it was noted, the file was a list of the answers. */
const VERSION = 1;

function answersIn(text: string, file: string): readonly KeptAnswer[] {
  const json = parse(text);
  if (isObject(json)) refuseNewerForm(file, own(json, 'version'), VERSION);
  const all = isObject(json) ? own(json, 'answers') : json;
  return Array.isArray(all) ? all.flatMap((one) => readKeptAnswer(one as Json) ?? []) : [];
}

function parse(text: string): Json {
  try {
    return parseExact(text);
  } catch {
    return null;
  }
}
