// What `serve` prints of calls: the exact line, nothing that could draw on a terminal, and no line
// lost.

import { describe, expect, it } from 'vitest';
import {
  createColumn,
  createLog,
  type LogTarget,
  printableStart,
  toLine,
} from '../../../src/commands/shared/log.ts';
import type { Interaction } from '../../../src/journal/interaction/interaction.ts';
import { readBody } from '../../../src/model/message/call.ts';
import { serveProject } from '../../support/served.ts';

/** Five past four in the morning of this machine's own time. */
const AT = new Date(2026, 0, 2, 4, 5, 6).getTime();

async function interactionOf(
  method: string,
  target: string,
  body?: string,
  elapsedMs = 1.26,
): Promise<Interaction> {
  await using served = await serveProject();
  await import('../../../src/schema/check.ts');
  const [path = '', query = ''] = target.split('?');
  const headers = { 'content-type': 'application/json' };
  served.mock.answer({ method, path, query, headers, body: readBody(body ?? '') });
  const [newest] = served.mock.journal.newest(1);
  if (newest === undefined) throw new Error('nothing was journalled');
  return { ...newest, at: AT, elapsedMs };
}

function gather(isTTY?: boolean): LogTarget & { readonly texts: string[] } {
  const texts: string[] = [];
  return { texts, write: (text) => texts.push(text), ...(isTTY === undefined ? {} : { isTTY }) };
}

describe('toLine', () => {
  it('writes time, method, path, status, duration and who decided', async () => {
    expect(toLine(await interactionOf('GET', '/users/1'), false)).toBe(
      '04:05:06 GET     /users/1                 200   1.3 ms  ok',
    );
  });

  it('names the query parameters that nothing reads', async () => {
    expect(toLine(await interactionOf('GET', '/users?_page=2&_limit=1&_page=3'), false)).toBe(
      '04:05:06 GET     /users?_page=2&_limit=1&_page=3 200   1.3 ms  ok  ignored: _page, _limit',
    );
  });

  it('stays in line after a longer path', async () => {
    const column = createColumn();
    const lines = [];
    for (const target of ['/users/1', '/users?name=Ada%20Kowalska&a=1', '/users/2'])
      lines.push(toLine(await interactionOf('GET', target), false, undefined, column));
    expect(lines.map((line) => line.indexOf(' 200 '))).toEqual([41, 47, 47]);
    expect(column('x'.repeat(60))).toHaveLength(60);
    expect(column('x')).toHaveLength(30);
  });

  it('writes why a call was refused', async () => {
    expect(toLine(await interactionOf('DELETE', '/users/999999', undefined, 12.04), false)).toBe(
      '04:05:06 DELETE  /users/999999            404  12.0 ms  missing (missing.status)  there is no users/999999',
    );
  });

  it('writes why a change cannot be kept, and who asked for a status that no situation has', async () => {
    const interaction = await interactionOf('DELETE', '/users/1');
    const lineOf = (status: number, by: 'http' | 'override', detail: string | null): string => {
      const situation = { value: 'directed', by } as const;
      const ruling = { ...interaction.ruling, situation, status: { value: status, by }, detail };
      const reply = { ...interaction.reply, status };
      return toLine({ ...interaction, ruling, reply }, false);
    };
    expect([lineOf(507, 'http', 'the disk has no room'), lineOf(418, 'override', null)]).toEqual([
      '04:05:06 DELETE  /users/1                 507   1.3 ms  refused  the disk has no room',
      '04:05:06 DELETE  /users/1                 418   1.3 ms  override',
    ]);
  });

  it('writes the status that was sent, the world, and what changed the answer', async () => {
    const interaction = await interactionOf('GET', '/users/1');
    const delivery = { delayMs: 320, fault: { kind: 'reset' } } as const;
    const reply = { ...interaction.reply, status: 503, delivery };
    expect(toLine({ ...interaction, reply, world: 'alice' }, false)).toBe(
      '04:05:06 GET     /users/1                 503   1.3 ms  ok  in alice  held back 320 ms, then connection reset, as requested',
    );
  });

  it('writes that an answer was never sent', async () => {
    const interaction = await interactionOf('GET', '/users/1');
    const reply = {
      ...interaction.reply,
      delivery: { delayMs: 320, fault: { kind: 'reset' } },
    } as const;
    expect(toLine({ ...interaction, reply, fate: 'client-gone' }, false)).toBe(
      '04:05:06 GET     /users/1                 200   1.3 ms  ok  to be held back 320 ms, as requested; the client had left before it was sent',
    );
  });

  it('writes the query, and long paths without losing columns', async () => {
    const path = `/users/${'1'.repeat(30)}?a=b&c`;
    expect(toLine(await interactionOf('OPTIONS', path), false)).toBe(
      `04:05:06 OPTIONS ${path} 204   1.3 ms  ok`,
    );
  });

  it('makes control characters of path, method and detail visible', async () => {
    const line = toLine(await interactionOf('GET', '/users/\u001b[2J\u009b\u202e\r\n'), false);
    expect(line).toContain('/users/\\u001b[2J\\u009b\\u202e\\u000d\\u000a ');
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('makes control characters that were percent-encoded visible too', async () => {
    const line = toLine(await interactionOf('GET', '/users/%1b%5B2J%E2%80%AE%C2%9B'), false);
    expect(line).toContain('cannot be the id of users');
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it.each([
    ['GET', '/users', '200', '\u001b[32m'],
    ['GET', '/nothing', '404', '\u001b[33m'],
  ])('colours %s %s by its status %s', async (method, target, status, colour) => {
    const interaction = await interactionOf(method, target);
    const line = toLine(interaction, true);
    expect(line).toContain(`${colour}${status}\u001b[39m`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours are what is taken out
    expect(line.replaceAll(/\u001b\[\d+m/g, '')).toBe(toLine(interaction, false));
  });

  it.each([
    [304, '\u001b[36m'],
    [500, '\u001b[31m'],
  ])('colours the status %i', async (status, colour) => {
    const interaction = await interactionOf('GET', '/users/1');
    const reply = { ...interaction.reply, status };
    expect(toLine({ ...interaction, reply }, true)).toContain(`${colour}${status}`);
  });
});

describe('printableStart', () => {
  it('keeps letters of any script and emoji', () => {
    const text = "Zażółć d'Ünïcødé 北区 🦊 \\ \" ' %1b";
    expect(printableStart(text)).toBe(text);
  });

  it.each([
    ['\0', '\\u0000'],
    ['\u0007', '\\u0007'],
    ['\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
    ['\u007f', '\\u007f'],
    ['\u009b31m', '\\u009b31m'],
    ['\u00ad', '\\u00ad'],
    ['\u200b', '\\u200b'],
    ['\u2028\u2029', '\\u2028\\u2029'],
    ['\u202eabc', '\\u202eabc'],
    ['\ufeff', '\\ufeff'],
    ['\u{e0041}', '\\udb40\\udc41'],
  ])('makes %j visible', (text, shown) => {
    expect(printableStart(text)).toBe(shown);
  });

  it('shows 200 characters at most, and marks the cut', () => {
    expect(printableStart('a'.repeat(200))).toBe('a'.repeat(200));
    expect(printableStart('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`);
  });
});

describe('createLog', () => {
  it('writes interactions and lines in order and whole when flushed', async () => {
    const target = gather();
    const log = createLog(target, 'lines');
    const first = await interactionOf('GET', '/users/1');
    const second = await interactionOf('GET', '/users/2');
    log.interaction(first);
    log.line('a note');
    log.interaction(second);
    log.flush();
    expect(target.texts.join('').split('\n')).toEqual([
      expect.stringContaining('/users/1'),
      'a note',
      expect.stringContaining('/users/2'),
      '',
    ]);
    log.flush();
    expect(target.texts).toHaveLength(1);
  });

  it('writes without being flushed, a moment later', async () => {
    const interaction = await interactionOf('GET', '/users/1');
    const text = await new Promise((resolve) => {
      createLog({ write: resolve }, 'lines').interaction(interaction);
    });
    expect(text).toBe(`${toLine(interaction, false)}\n`);
  });

  it('uses colours only on a terminal', async () => {
    for (const isTTY of [true, false, undefined]) {
      const target = gather(isTTY);
      const log = createLog(target, 'lines');
      log.interaction(await interactionOf('GET', '/users/1'));
      log.flush();
      expect(target.texts.join('').includes('\u001b')).toBe(isTTY === true);
    }
  });

  it('writes one JSON object per line, with who decided each facet', async () => {
    const target = gather(true);
    const log = createLog(target, 'json');
    const interaction = await interactionOf('POST', '/users', '{"name":"a\\nb","email":');
    log.interaction(interaction);
    log.line('a note');
    log.flush();
    const lines = target.texts.join('').split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      event: 'interaction',
      seq: 1,
      at: new Date(AT).toISOString(),
      elapsedMs: 1.26,
      call: { method: 'POST', path: '/users', body: '{"name":"a\\nb","email":' },
      reply: { status: 400 },
      ruling: {
        operation: 'create',
        status: { value: 400, by: 'malformed.status' },
        effect: 'none',
      },
    });
  });

  it('writes nothing if it is quiet', async () => {
    const target = gather();
    const log = createLog(target, 'quiet');
    log.interaction(await interactionOf('GET', '/users/1'));
    log.line('a note');
    log.flush();
    expect(target.texts).toEqual([]);
  });
});
