// Whatever the specification does not show is open in the contract of users, and a choice of the
// table decides it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ChoiceKey, choiceKeys, choices, defaultProfile } from '../../src/contract/choices.ts';
import type { OpenQuestion } from '../../src/contract/contract.ts';
import { root } from '../support/root.ts';

const contract = JSON.parse(readFileSync(join(root, 'contracts', 'users.json'), 'utf8')) as {
  readonly open: readonly OpenQuestion[];
  readonly shown: Readonly<Record<string, unknown>>;
};

/**
 * Every "not shown" of the specification: clause, short name, and a choice without which it would
 * not be decided.
 */
const notShown: readonly (readonly [clause: string, name: string, choice: ChoiceKey])[] = [
  ['section 1', 'purpose beyond managing users', 'path.root'],
  ['section 2', 'which fields are required', 'fields.required'],
  ['section 2', 'formats', 'fields.format'],
  ['section 2', 'length bounds', 'fields.bounds'],
  ['section 2', 'uniqueness rules', 'fields.unique'],
  ['section 2', 'defaults', 'fields.defaults'],
  ['section 2', 'resources other than the user', 'unrouted.status'],
  ['section 3', 'states of any resource', 'removed.status'],
  ['section 3', 'transitions', 'remove.missing'],
  ['section 4, PUT', 'response shape', 'replace.body'],
  ['section 4, DELETE', 'response shape', 'remove.body'],
  ['section 4, rule 3', 'path and payload of PATCH', 'update.media'],
  ['section 4, rule 4', 'fields of the POST response', 'create.body'],
  ['section 4, POST', 'fields accepted by POST', 'create.takes'],
  ['section 4, rule 5', 'fields accepted by PUT', 'replace.takes'],
  ['section 4, rule 5', 'fields accepted by PUT', 'replace.mode'],
  ['section 4, rule 6', 'response of DELETE and of PUT', 'remove.body'],
  ['section 4, rule 6', 'response of DELETE and of PUT', 'replace.body'],
  ['section 4, rule 7', 'query parameters', 'query.parameters'],
  ['section 4, rule 7', 'pagination', 'query.parameters'],
  ['section 4, rule 7', 'pagination', 'query.dialect'],
  ['section 4, rule 7', 'filtering', 'query.parameters'],
  ['section 4, rule 7', 'filtering', 'query.dialect'],
  ['section 4, rule 7', 'sorting', 'list.order'],
  ['section 4, rule 7', 'sorting', 'query.dialect'],
  ['section 4, rule 8', 'success status codes per operation', 'list.status'],
  ['section 4, rule 8', 'success status codes per operation', 'create.status'],
  ['section 4, rule 8', 'success status codes per operation', 'read.status'],
  ['section 4, rule 8', 'success status codes per operation', 'replace.status'],
  ['section 4, rule 8', 'success status codes per operation', 'update.status'],
  ['section 4, rule 8', 'success status codes per operation', 'remove.status'],
  ['section 5', 'whether the endpoints require credentials', 'auth.scheme'],
  ['section 5', 'scheme', 'auth.scheme'],
  ['section 5', 'header names', 'auth.header'],
  ['section 6', 'events', 'events.delivery'],
  ['section 6', 'webhooks', 'events.delivery'],
  ['section 6', 'payloads', 'events.delivery'],
  ['section 7', 'status codes for failures', 'invalid.status'],
  ['section 7', 'status codes for failures', 'missing.status'],
  ['section 7', 'status codes for failures', 'malformed.status'],
  ['section 7', 'error body shape', 'error.shape'],
  ['section 7', 'error codes', 'error.code'],
  ['section 8', 'rate limits', 'limit.requests'],
  ['section 8', 'size limits', 'limit.body'],
  ['section 8', 'time-outs', 'limit.time'],
  ['section 9', 'versioning scheme', 'version.header'],
];

describe('contracts/users.json', () => {
  it.each(notShown)('leaves open: %s, %s, which %s decides', (clause, name, choice) => {
    const entries = contract.open.filter(
      (entry) => entry.clause === clause && entry.what.toLowerCase().includes(name.toLowerCase()),
    );
    expect(entries).not.toEqual([]);
    expect(entries.flatMap((entry) => entry.choices)).toContain(choice);
  });

  it('names only known choices, at least one for each open point', () => {
    expect(contract.open.length).toBeGreaterThan(0);
    for (const entry of contract.open) {
      expect(entry.choices.length, entry.what).toBeGreaterThan(0);
      expect(
        entry.choices.filter((key) => !(choiceKeys as readonly string[]).includes(key)),
        entry.what,
      ).toEqual([]);
    }
  });

  it('states nothing that it lists as open', () => {
    const open = contract.open.flatMap((entry) => entry.choices);
    expect(
      Object.keys(contract.shown).filter((key) => (open as readonly string[]).includes(key)),
    ).toEqual([]);
  });
});

describe('choices', () => {
  // There is nothing below a user, a user refers to nothing, and no operation has parameters.
  const ofUsers = choiceKeys.filter((key) => !/^(?:parent|reference|parameters|unfit)\./.test(key));

  it.each(ofUsers)('%s decides something that the contract of users leaves open', (key) => {
    expect(contract.open.filter((entry) => entry.choices.includes(key))).not.toEqual([]);
  });
});

describe('contracts/profiles/standin.json', () => {
  const text = readFileSync(join(root, 'contracts', 'profiles', 'standin.json'), 'utf8');
  const profile = JSON.parse(text) as {
    readonly profile: string;
    readonly choices: Readonly<Record<string, unknown>>;
  };

  it('holds exactly the defaults, in the order of the table', () => {
    expect(profile.profile).toBe('standin');
    expect(Object.entries(profile.choices)).toEqual(
      choiceKeys.map((key) => [key, choices[key].default]),
    );
    expect(profile.choices).toEqual(defaultProfile);
  });
});
