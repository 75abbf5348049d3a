// The page for one recording: what it says, that nothing in it is markup or is loaded, and that a
// browser opens it from a file.

import { describe, expect, it } from 'vitest';
import { PAGE_INTERACTIONS_MAX, toHtmlPage } from '../../../src/journal/export/html.ts';
import type { Recorded } from '../../../src/journal/interaction/recorded.ts';
import { endlessOf, findingOf, numbered, replyOf } from '../../support/recorded.ts';
import { textOf } from '../../support/written.ts';

async function pageOf(recorded: readonly Recorded[]): Promise<string> {
  const all = {
    async *[Symbol.asyncIterator]() {
      yield* recorded;
    },
  };
  const pieces: string[] = [];
  for await (const piece of toHtmlPage(all, { version: '1', title: 'a <b> & c' }))
    pieces.push(piece);
  return pieces.join('');
}

const finding = findingOf({
  message: 'draft is <script>alert(1)</script>',
  expected: 'a',
  actual: 'b',
});
const wrong = numbered(7, { verdict: 'violates', findings: [finding] });

describe('toHtmlPage', () => {
  it('begins with the verdicts and the violations, which are open', async () => {
    const page = await pageOf([numbered(6), wrong, numbered(8, { verdict: 'not-shown' })]);
    expect(page).toContain('<h1>3 interactions: 1 violates, 1 conforms, 1 unspecified</h1>');
    expect(page).toContain('<a href="#i7">#7 GET /users/7</a>: draft is &lt;script&gt;');
    expect(page.match(/<details[^>]*open=""/g)).toHaveLength(1);
    expect(page).toContain('<title>a &lt;b&gt; &amp; c</title>');
  });

  it('opens a call that is alone on it', async () => {
    const open = /<details[^>]*open=""/;
    expect(await pageOf([numbered(6)])).toMatch(open);
    expect(await pageOf([numbered(6), numbered(7)])).not.toMatch(open);
  });

  it('loads nothing, runs nothing, and takes no text for markup', async () => {
    const hostile = textOf('</pre><img src=x onerror=alert(1)>');
    const headers = [['x-a', '"><script src="https://a.test/x.js"></script>']] as const;
    const page = await pageOf([wrong, numbered(9, { reply: replyOf({ body: hostile, headers }) })]);
    expect(page).not.toMatch(/<script|<img src=x|src="https?:/i);
    expect(page).toMatch(
      /Content-Security-Policy" content="default-src &#39;none&#39;[^"]*img-src data:"/,
    );
  });

  it('lists events and messages with their times, and says how many more there are', async () => {
    const part = {
      from: 'client',
      name: 'text',
      offsetMs: 1.26,
      body: textOf('<b>\nnext'),
    } as const;
    const binary = { kind: 'bytes', base64: 'AA==', bytes: 1, cut: false } as const;
    const parts = [
      part,
      { ...part, from: 'service', name: 'binary', body: binary },
      { ...part, offsetMs: null, name: 'ping', body: { kind: 'none' } },
    ] as const;
    const reply = replyOf({ status: 101, body: { kind: 'unkept', bytes: null } });
    const page = await pageOf([
      numbered(1, { reply, stream: { kind: 'websocket', parts, left: { parts: 2, bytes: 70 } } }),
      numbered(2, {
        stream: {
          kind: 'events',
          parts: Array.from({ length: 201 }, () => part),
          left: { parts: 0, bytes: 0 },
        },
      }),
    ]);
    expect(page).toContain(
      '<h3>Messages</h3><pre tabindex="0">+1.3 ms  client  text  &lt;b&gt;\n  next\n+1.3 ms  service  binary  bytes\n?  client  ping</pre>' +
        '<p class="warn">Not shown: 2 more, and 70 bytes.</p></div>',
    );
    expect(page).toContain('<h3>Events</h3><pre tabindex="0">+1.3 ms  text  &lt;b&gt;');
    expect(page).toContain('<p class="warn">Not shown: 1 more.</p>');
  });

  it('shows JSON on several lines, images, and how much of a body there is', async () => {
    const image = { kind: 'bytes', base64: 'iVBORw0=', bytes: 5, cut: false } as const;
    const page = await pageOf([
      numbered(1, { reply: replyOf({ body: textOf('{"a":[1]}') }) }),
      numbered(2, { reply: replyOf({ headers: [['content-type', 'image/png']], body: image }) }),
      numbered(3, {
        reply: replyOf({ headers: [['content-type', 'image/svg+xml']], body: image }),
      }),
      numbered(4, {
        reply: replyOf({ body: { kind: 'text', text: '{"a', bytes: 99, cut: true } }),
      }),
      numbered(5, { reply: replyOf({ body: { kind: 'unkept', bytes: null } }) }),
      numbered(6, { reply: null, trouble: 'connection reset' }),
    ]);
    expect(page).toContain('<pre tabindex="0">{\n  &quot;a&quot;: [\n    1\n  ]\n}</pre>');
    expect(page).toContain('src="data:image/png;base64,iVBORw0="');
    expect(page).not.toContain('data:image/svg');
    expect(page).toContain('Cut here: the body has 99 bytes.');
    expect(page).toContain('The body was not kept.');
    expect(page).toContain('no answer: connection reset');
  });

  it('says how many are left out', async () => {
    const many = Array.from({ length: PAGE_INTERACTIONS_MAX + 2 }, (_, index) => ({
      seq: index + 1,
      ...endlessOf(index % 50),
    }));
    expect(await pageOf(many)).toContain('2 more interactions are not on this page.');
  });
});
