import { describe, expect, it } from 'vitest';
import { StandinError } from '../../src/base/errors.ts';
import type { NamedArchive } from '../../src/inspector/compared.ts';
import type { Unnumbered } from '../../src/journal/interaction/recorded.ts';
import { RecordedRing } from '../../src/journal/memory/recorded-ring.ts';
import { createRingArchive } from '../../src/journal/memory/ring-archive.ts';
import { recordedOf, replyOf } from '../support/recorded.ts';
import { createInspectorClient, memberOf } from './inspector-client.ts';

function named(name: string, all: readonly Unnumbered[]): NamedArchive & { ring: RecordedRing } {
  const ring = new RecordedRing();
  for (const one of all) ring.add(one);
  return { name, ring, archive: createRingArchive(ring) };
}

const found = recordedOf();
const broken = recordedOf({ reply: replyOf({ status: 500 }) });

describe('api/compare', () => {
  it('compares the recording with the older one, and shows interactions of both', async () => {
    const { archive } = named('today', [broken]);
    const { ask } = createInspectorClient({ archive, older: named('yesterday', [found]) });
    expect((await ask('GET api/compare')).json).toMatchObject({
      older: { name: 'yesterday', count: 1 },
      operations: [
        {
          operation: 'GET /users/{userId}',
          differences: [
            {
              kind: 'status',
              text: 'answers 500 in 1 of 1, before in none of 1',
              older: 1,
              newer: 1,
            },
          ],
        },
      ],
    });
    expect(memberOf(await ask('GET api/'), 'older')).toBe('yesterday');
    const status = async (query: string) =>
      (await ask(`GET api/interactions/1${query}`)).json as { recorded: { reply: object } };
    expect((await status('')).recorded.reply).toMatchObject({ status: 500 });
    expect((await status('?of=older')).recorded.reply).toMatchObject({ status: 200 });
    const note = { tags: [], note: 'x' };
    const put = await ask('PUT api/interactions/1/annotation?of=older', note);
    expect(memberOf(put, 'detail')).toBe('The older recording is only read.');
    expect((await ask('GET api/interactions/1?of=oldest')).status).toBe(400);
  });

  it('compares two parts of one recording, and sees what was added since', async () => {
    const { archive, ring } = named('today', [found, broken]);
    const { ask } = createInspectorClient({ archive });
    const compare = async () => (await ask('GET api/compare?older=seq:1&q=seq:>1')).json;
    expect(await compare()).toMatchObject({ older: { count: 1 }, newer: { count: 1 } });
    ring.add(broken);
    expect(await compare()).toMatchObject({ older: { count: 1 }, newer: { count: 2 } });
    expect((await ask('GET api/interactions/1?of=older')).status).toBe(404);
  });

  it('says which filter is wrong', async () => {
    const { ask } = createInspectorClient();
    expect((await ask('GET api/compare?older=statsu:1')).json).toMatchObject({
      status: 400,
      title: 'The filter of the older recording is wrong',
      from: 0,
    });
    expect((await ask('GET api/compare?q=seq:x')).json).toMatchObject({
      title: 'The filter of the newer recording is wrong',
    });
  });
});

describe('api/older', () => {
  it('takes a HAR file, and forgets it', async () => {
    const { archive } = named('today', [broken]);
    const { ask } = createInspectorClient({
      archive,
      openHar(text, name) {
        if (text === '{}')
          throw new StandinError('har-invalid', `${name} is no HAR`, 'Export one.');
        return named(name, [found]).archive;
      },
    });
    expect(memberOf(await ask('PUT api/older?name=bad.har', '{}'), 'detail')).toBe(
      'bad.har is no HAR. Export one.',
    );
    expect(memberOf(await ask('GET api/'), 'older')).toBe(null);
    expect((await ask('PUT api/older?name=monday.har', '{"log":{}}')).status).toBe(204);
    expect(memberOf(await ask('GET api/compare'), 'older')).toMatchObject({ name: 'monday.har' });
    expect((await ask(`PUT api/older?name=${'x'.repeat(201)}`, '{"log":{}}')).status).toBe(400);
    expect((await ask('DELETE api/older')).status).toBe(204);
    expect(memberOf(await ask('GET api/compare'), 'older')).toMatchObject({
      name: 'http://127.0.0.1:3000',
    });
  });

  it('needs the token from a page', async () => {
    const { ask } = createInspectorClient();
    const headers = { 'standin-token': 'wrong', 'sec-fetch-mode': 'cors' };
    expect((await ask('PUT api/older?name=a.har', '{}', headers)).status).toBe(401);
  });
});
