// The host names that a recorder accepts, and the requests that it does not forward.

import { describe, expect, it } from 'vitest';
import { readBaseUrl } from '../../../src/http/client/base-url.ts';
import { acceptedHostNames } from '../../../src/record/proxy/unsafe-message.ts';
import { readRaw, sendRaw } from '../../support/raw.ts';
import { startTroubled } from '../../support/troubled.ts';
import { proxied } from '../proxied.ts';

describe('whyUnsafe', () => {
  const asked: readonly [host: string, status: number][] = [
    ['localhost', 200],
    ['LOCALHOST:4000', 200],
    ['127.0.0.1:1', 200],
    ['[::1]:4000', 200],
    ['a:80', 200],
    ['evil.test', 421],
    ['localhost.evil.test:4000', 421],
    ['evil.test@localhost', 421],
    ['10.0.0.1', 421],
    ['', 421],
  ];

  it.each(asked)('answers a request for the host %j with %i', async (host, status) => {
    await using server = await startTroubled((_request, response) => response.end('passed'));
    await using one = await proxied(server.url);
    const answer = await sendRaw(
      one.proxy.port,
      `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(readRaw(answer).status).toBe(status);
    expect(server.requests).toHaveLength(status === 200 ? 1 : 0);
  });

  it('says how to allow a name', async () => {
    await using one = await proxied('http://127.0.0.1:1');
    const detailOf = async (fields: string): Promise<unknown> => {
      const { body } = readRaw(
        await sendRaw(one.proxy.port, `GET / HTTP/1.1\r\n${fields}Connection: close\r\n\r\n`),
      );
      return (JSON.parse(body) as { detail: unknown }).detail;
    };
    const end = '; this answer comes from the Standin recorder, not from the service';
    const name =
      'this recorder does not accept the name in Host: use localhost, or allow the name with';
    expect(await detailOf('Host: evil.test:4000\r\n')).toBe(`${name} --allow-host evil.test${end}`);
    expect(await detailOf('Host: <b>\r\n')).toBe(`${name} --allow-host <name>${end}`);
    expect(await detailOf('Host: a\r\nService-Worker: script\r\n')).toBe(
      `a service worker could answer in place of this recorder and its page: if you need the worker, use the service directly${end}`,
    );
    expect(one.passed.map(({ fate }) => fate)).toEqual(['refused', 'refused', 'refused']);
  });

  it.each([
    '',
    'Expect: other\r\n',
    'Content-Length: 0\r\n',
    'Connection: Upgrade\r\nUpgrade: websocket\r\n',
  ])('answers with problem details if Host is missing: %j', async (fields) => {
    await using one = await proxied('http://127.0.0.1:1');
    const { status, headers, body } = readRaw(
      await sendRaw(one.proxy.port, `GET / HTTP/1.1\r\n${fields}\r\n`),
    );
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    expect(body).toContain('the header Host is missing');
  });

  it('refuses the script of a service worker, and WebSocket under another name', async () => {
    await using server = await startTroubled((_request, response) => response.end('passed'));
    await using one = await proxied(server.url);
    const statusOf = async (fields: string): Promise<number> =>
      readRaw(await sendRaw(one.proxy.port, `GET /worker.js HTTP/1.1\r\n${fields}\r\n`)).status;
    expect(await statusOf('Host: localhost\r\nService-Worker: script\r\n')).toBe(403);
    expect(await statusOf('Host: evil.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n')).toBe(
      421,
    );
    expect(server.requests).toEqual([]);
  });
});

describe('whyUnsafe, for requests of pages', () => {
  const websocket = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
  const credentials = ['authorization', 'Bearer secret'];

  async function statusOf(
    method: string,
    fields: string,
    added: readonly string[],
  ): Promise<number> {
    await using server = await startTroubled((_request, response) => response.end('passed'));
    await using one = await proxied(server.url, { added });
    const { status } = readRaw(
      await sendRaw(one.proxy.port, `${method} / HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`),
    );
    expect(server.requests).toHaveLength(status === 200 ? 1 : 0);
    return status;
  }

  it.each([
    'http://evil.test',
    'https://localhost.evil.test:4000',
    'null',
    'file://',
    'http://localhost@evil.test',
  ])('refuses WebSocket, and requests with added credentials, if %s asks', async (origin) => {
    expect(await statusOf('GET', `${websocket}Origin: ${origin}\r\n`, [])).toBe(403);
    expect(await statusOf('GET', `Origin: ${origin}\r\n`, credentials)).toBe(403);
    expect(
      await statusOf('POST', `Content-Type: text/plain\r\nOrigin: ${origin}\r\n`, credentials),
    ).toBe(403);
    expect(
      await statusOf('GET', `Origin: ${origin}\r\n`, []),
      'what is between the browser and the service',
    ).toBe(200);
  });

  const image = 'Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: image\r\n';

  it.each([
    '',
    'Referer: https://evil.test/page\r\n',
    'Referer: http://localhost@evil.test/\r\n',
    'Referer: http://localhost.evil.test/?http://localhost/\r\n',
    'Referer: null\r\n',
  ])(
    'refuses images, scripts and links of other sites, which send no Origin: %j',
    async (referer) => {
      expect(await statusOf('GET', image + referer, credentials)).toBe(403);
      expect(
        await statusOf('HEAD', `Sec-Fetch-Mode: navigate\r\n${image}${referer}`, credentials),
      ).toBe(403);
      expect(
        await statusOf('GET', image + referer, []),
        'what is between the browser and the service',
      ).toBe(200);
    },
  );

  it.each([
    `${image}Referer: http://localhost:5173/page\r\n`,
    `${image}Referer: http://A\r\n`,
    'Sec-Fetch-Site: same-site\r\n',
    'Sec-Fetch-Site: same-origin\r\n',
    'Sec-Fetch-Site: none\r\n',
  ])('forwards requests from this machine or an allowed name: %j', async (fields) => {
    expect(await statusOf('GET', fields, credentials)).toBe(200);
  });

  it.each([
    '',
    'Origin: http://localhost:5173\r\n',
    'Origin: https://127.0.0.1\r\n',
    'Origin: http://[::1]:80\r\n',
    'Origin: http://A\r\n',
  ])('forwards requests of programs, and of pages under allowed names: %j', async (origin) => {
    expect(await statusOf('GET', websocket + origin, credentials)).toBe(200);
    expect(await statusOf('POST', origin, credentials)).toBe(200);
  });
});

describe('acceptedHostNames', () => {
  it('returns the names of this machine, the recorder, the service, and the allowed ones', () => {
    expect([
      ...acceptedHostNames('fe80::1', readBaseUrl('http://Api.test:8080/v1'), ['Other.test']),
    ]).toEqual(['localhost', '127.0.0.1', '[::1]', '[fe80::1]', 'api.test', 'other.test']);
  });
});
