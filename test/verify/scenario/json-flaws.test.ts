// JSON that can be read, but that readers treat differently, is noted.

import { describe, expect, it } from 'vitest';
import { readBody } from '../../../src/model/message/call.ts';
import { jsonFlaws } from '../../../src/verify/scenario/json-flaws.ts';
import { replying } from '../../bed/faults/planting.ts';
import { plain } from '../../bed/plain.ts';
import { started, USERS } from '../../support/bed.ts';
import { withSession } from '../search/walking.ts';

const flawsOf = (text: string): readonly string[] =>
  jsonFlaws('read', { status: 200, headers: {}, body: readBody(text) });

describe('jsonFlaws', () => {
  it.each([
    ['{"id":1}', []],
    ['', []],
    ['<html>', []],
    [
      '\ufeff{"id":1}',
      ['an answer to read begins with a byte order mark (RFC 8259 section 8.1 forbids it)'],
    ],
  ])('of %j are %j', (text, flaws) => {
    expect(flawsOf(text)).toEqual(flaws);
  });

  it('name a member that is there twice', () => {
    expect(flawsOf('{"id":1,"id":2}')).toEqual([
      expect.stringMatching(
        /^an answer to read has a member twice: .*; readers take either value$/,
      ),
    ]);
  });

  it.each([
    ['a byte order mark', (text: string) => `\ufeff${text}`],
    ['a member twice', (text: string) => text.replace('{', '{"name":"x",')],
  ])('are noted by a run, as the bytes have them: %s', async (_what, change) => {
    const plant = replying('read', ({ status, body }) => ({
      status,
      raw: change(JSON.stringify(body)),
    }));
    await using service = await started(plain.startPlanted(USERS, plant));
    await withSession(service, {}, async ({ session }) => {
      expect([...session.service.notes].join()).toContain('an answer to read');
    });
  });
});
