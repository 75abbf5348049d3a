// Correct services with PATCH: each chooses differently where the contract leaves something open.

import type { TaskChoices } from './server.ts';

export interface CorrectTasks {
  readonly name: string;
  /** How its choices differ, in a sentence. */
  readonly about: string;
  readonly choices: Partial<TaskChoices>;
}

export const correctTasks: readonly CorrectTasks[] = [
  { name: 'merge-patch-and-json', about: 'Merge patch, and plain JSON read alike.', choices: {} },
  { name: 'merge-patch-alone', about: 'Merge patch alone.', choices: { forms: ['merge'] } },
  { name: 'json-alone', about: 'Plain JSON alone, merged.', choices: { forms: ['json'] } },
  { name: 'steps-alone', about: 'JSON Patch alone.', choices: { forms: ['steps'] } },
  {
    name: 'all-forms',
    about: 'Merge patch, plain JSON and JSON Patch.',
    choices: { forms: ['merge', 'json', 'steps'] },
  },
  {
    name: 'merge-patch-and-steps',
    about: 'Merge patch and JSON Patch, not plain JSON.',
    choices: { forms: ['merge', 'steps'] },
  },
  {
    name: 'all-forms-plain-json-overwrites',
    about: 'Merge patch merges; plain JSON replaces nested objects and stores null.',
    choices: { forms: ['merge', 'json', 'steps'], nested: 'replaced', nulls: 'stored' },
  },
  {
    name: 'json-replaces-nested-objects',
    about: 'Plain JSON replaces nested objects.',
    choices: { forms: ['json'], nested: 'replaced' },
  },
  {
    name: 'json-stores-null',
    about: 'Plain JSON stores null.',
    choices: { forms: ['json'], nulls: 'stored' },
  },
  {
    name: 'json-ignores-null',
    about: 'Null in plain JSON leaves the member as it is.',
    choices: { forms: ['json'], nulls: 'ignored', nested: 'replaced' },
  },
  {
    name: 'null-for-missing',
    about: 'Members without a value are shown as null.',
    choices: { shows: 'null for missing' },
  },
  {
    name: 'no-empty-values',
    about: 'Members with an empty value are not shown.',
    choices: { shows: 'no empty values' },
  },
  {
    name: 'defaults-shown',
    about: 'Members without a value are shown with an empty one.',
    choices: { shows: 'defaults' },
  },
  {
    name: 'unknown-members-ignored',
    about: 'Unknown members are ignored.',
    choices: { unknown: 'ignored' },
  },
  {
    name: 'unknown-members-stored',
    about: 'Unknown members are stored and shown.',
    choices: { unknown: 'stored' },
  },
  {
    name: 'other-types-ignored',
    about: 'A PATCH of another media type succeeds and changes nothing.',
    choices: { forms: ['json'], otherForms: 'ignored' },
  },
  {
    name: 'silent',
    about: 'PATCH answers 204, POST the id alone, an unknown id is 410.',
    choices: { patchStatus: 204, patchBody: 'none', createBody: 'id', missing: 410 },
  },
  {
    name: 'accepted',
    about: 'PATCH answers 202 with {"ok":true}, POST 200, DELETE 200.',
    choices: { patchStatus: 202, patchBody: 'ok', createStatus: 200, removeStatus: 200 },
  },
  { name: 'id-needed', about: 'The body of a PATCH must hold the id.', choices: { id: 'needed' } },
  {
    name: 'id-refused',
    about: 'The body of a PATCH must not hold it.',
    choices: { id: 'refused' },
  },
  {
    name: 'newest-first-and-brief',
    about: 'The list is brief, the newest task first.',
    choices: { order: 'newest first', list: 'brief' },
  },
  {
    name: 'empty-texts-refused',
    about: 'Empty texts are refused.',
    choices: { emptyTexts: 'refused' },
  },
  {
    name: 'empty-patches-refused',
    about: 'A PATCH of nothing is refused.',
    choices: { emptyPatch: 'refused' },
  },
  {
    name: 'priority-is-fixed',
    about: 'A PATCH that changes the priority is refused.',
    choices: { fixed: ['priority'] },
  },
  {
    name: 'priority-and-tags-are-fixed-in-steps',
    about: 'A JSON Patch that changes the priority or the tags is refused.',
    choices: { forms: ['steps'], fixed: ['priority', 'tags'] },
  },
  {
    name: 'bearer',
    about: 'Everything needs a token.',
    choices: { bearer: 'secret', forms: ['json'] },
  },
  {
    name: 'unknown-ids-forbidden',
    about: 'An unknown id is answered with 403, which does not tell whether something is there.',
    choices: { missing: 403 },
  },
  {
    name: 'mixture',
    about: 'A token, JSON alone, null stored, brief list, 204, unknown members ignored, 410.',
    choices: {
      bearer: 'secret',
      forms: ['json'],
      nulls: 'stored',
      nested: 'replaced',
      list: 'brief',
      patchStatus: 204,
      patchBody: 'none',
      unknown: 'ignored',
      missing: 410,
      emptyTexts: 'refused',
    },
  },
];
