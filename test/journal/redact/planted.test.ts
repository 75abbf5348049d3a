// Every place of a message, by name: what is planted there is in nothing that is kept or printed.

import { describe, expect, it } from 'vitest';
import { toLine } from '../../../src/commands/shared/log.ts';
import { createRedactor } from '../../../src/journal/redact/redactor.ts';
import { readRedaction } from '../../../src/journal/redact/selection.ts';
import { interactionOf } from '../../support/interactions.ts';
import { plantedSecrets } from '../../support/planted-secrets.ts';
import { innocentNames } from '../../support/secret-names.ts';
import { usersProject } from '../../support/users.ts';
import { recordedOf, textOf } from '../../support/written.ts';

const redact = createRedactor({
  ...usersProject,
  key: new Uint8Array(32).fill(7),
  ...readRedaction({ redact: [], keep: [] }),
});

describe('createRedactor', () => {
  it('hides all of more than 400 planted secrets', () => {
    const all = plantedSecrets();
    expect(all.length).toBeGreaterThan(400);
    const left = all.filter(({ method, target, headers, body, secret }) => {
      const fields = Object.entries(headers);
      const sent = body === null ? {} : { sent: textOf(body) };
      const answered = body === null ? {} : { answered: textOf(body) };
      const replyHeaders = fields.filter(([name]) => name === 'content-type');
      const request = `${method} ${target}`;
      const more = target.startsWith('/users') ? {} : { more: { resource: null } };
      const written = { request, headers: fields, ...sent, ...answered, replyHeaders, ...more };
      const recorded = recordedOf(written);
      return JSON.stringify(redact(recorded)).includes(secret);
    });
    expect(left.map(({ place, name }) => `${place}: ${name}`)).toEqual([]);
  });

  it('leaves innocent names alone', () => {
    const value = 'plain 17 words';
    for (const name of innocentNames) {
      const body = textOf(
        JSON.stringify({ [name]: value, list: [{ name, value }, [[name, value]]] }),
      );
      const request = `POST /users?${encodeURIComponent(name)}=plain17words`;
      const recorded = recordedOf({ request, sent: body });
      expect(redact(recorded)).toEqual(recorded);
    }
  });
});

describe('toLine', () => {
  it('prints none of them', () => {
    const left = plantedSecrets().filter(({ target, secret }) => {
      const [path = '', query = ''] = target.split('?');
      const made = interactionOf();
      const call = { ...made.call, path, query };
      const ruling = { ...made.ruling, resource: null, detail: `it was ${secret}` };
      const line = toLine({ ...made, seq: 1, call, ruling }, false);
      return target.includes(secret) && line.includes(secret);
    });
    expect(left.map(({ place, name }) => `${place}: ${name}`)).toEqual([]);
  });
});
