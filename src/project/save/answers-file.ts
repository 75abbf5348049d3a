// The answers to idempotency keys in a hidden file next to the seed file, which has rows alone.
// Written whole whenever the seed file is, and removed if there are none.

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { jsonText, parseExact } from '../../base/exact-numbers.ts';
import type { Json } from '../../base/json.ts';
import { type KeptAnswer, keptAnswerJson, readKeptAnswer } from '../../model/state/kept-answers.ts';
import { realTarget, removeQuietly, removeStale, writeWhole } from './write-seed-file.ts';

export interface AnswersFile {
  /** What an earlier process saved, oldest first. */
  readonly answers: readonly KeptAnswer[];
  /** Saves all answers in place of those before. Returns whether they are on the disk. */
  save(answers: readonly KeptAnswer[]): boolean;
}

/** Reads the answers of a seed file. What is there but cannot be read counts as none. */
export function openAnswersFile(db: string): AnswersFile {
  const target = realTarget(db);
  const file = join(dirname(target), `.${basename(target)}.answers`);
  removeStale(file, Date.now());
  let saved = textAt(file);
  return {
    answers: answersIn(saved),
    save(answers) {
      const text =
        answers.length === 0 ? '' : `${jsonText(answers.map((one) => keptAnswerJson(one)))}\n`;
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

function answersIn(text: string): readonly KeptAnswer[] {
  try {
    const all = text === '' ? [] : parseExact(text);
    return Array.isArray(all) ? all.flatMap((one) => readKeptAnswer(one as Json) ?? []) : [];
  } catch {
    return [];
  }
}
