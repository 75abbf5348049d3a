// `standin serve --https` as its users meet it: with curl, with its own certificate and with
// theirs, and what is wrong with those.

import { execFile } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../src/http/tls/make-certificate.ts';
import { copyProject, type Folder, follow, runToEnd } from './support/cli.ts';
import { identity } from './support/streams.ts';

const run = promisify(execFile);
const DAY_MS = 86_400_000;
const hasCurl = await run('curl', ['--version']).then(
  ({ stdout }) => /HTTP2/.test(stdout),
  () => false,
);

interface Listening {
  readonly url: string;
  readonly certificate: { readonly file: string | null; readonly sha256: string };
}

function follows(folder: Folder, args: readonly string[] = []): ReturnType<typeof follow> {
  return follow(['serve', '--port', '0', '--json', '--https', ...args], { cwd: folder.path });
}

function listeningOf(serving: Awaited<ReturnType<typeof follow>>): Listening {
  return serving.events('listening')[0] as unknown as Listening;
}

/** The certificate that a server shows. */
function shownAt(port: number): Promise<X509Certificate> {
  return new Promise((done, failed) => {
    const socket = connect(
      { port, host: '127.0.0.1', rejectUnauthorized: false, servername: 'localhost' },
      () => {
        const shown = socket.getPeerX509Certificate();
        socket.destroy();
        if (shown === undefined) failed(new Error('it shows none'));
        else done(shown);
      },
    );
    socket.on('error', failed);
  });
}

function statusOf(url: string, ca: string): Promise<number> {
  return new Promise((done, failed) => {
    request(url, { ca, agent: false }, (response) => done(response.resume().statusCode ?? 0))
      .on('error', failed)
      .end();
  });
}

describe('standin serve --https', () => {
  it('keeps its own certificate across starts, readable by this user only, and prints its fingerprint', async () => {
    using folder = copyProject();
    mkdirSync(folder.at('node_modules'));
    const seen: Listening[] = [];
    for (let start = 0; start < 2; start++) {
      await using serving = await follows(folder);
      const listening = listeningOf(serving);
      seen.push(listening);
      expect(listening.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
      expect((await shownAt(serving.port)).fingerprint256).toBe(listening.certificate.sha256);
      const ca = readFileSync(folder.at(String(listening.certificate.file)), 'utf8');
      expect(await statusOf(`${listening.url}/users`, ca)).toBe(200);
      expect(await statusOf(`https://localhost:${serving.port}/users`, ca)).toBe(200);
    }
    expect(seen[1]?.certificate).toEqual(seen[0]?.certificate);
    for (const file of ['https-cert.pem', 'https-key.pem']) {
      expect(statSync(folder.at('node_modules/.cache/standin', file)).mode & 0o777).toBe(0o600);
    }
  });

  it('makes another if it cannot keep one, or if the kept one is broken', async () => {
    using folder = copyProject();
    await using serving = await follows(folder);
    expect(listeningOf(serving).certificate.file).toBeNull();
    mkdirSync(folder.at('node_modules/.cache/standin'), { recursive: true });
    for (const file of ['https-cert.pem', 'https-key.pem'])
      writeFileSync(folder.at('node_modules/.cache/standin', file), 'x');
    await using other = await follows(folder);
    expect(listeningOf(other).certificate.file).toBe('node_modules/.cache/standin/https-cert.pem');
    expect((await shownAt(other.port)).fingerprint256).toBe(listeningOf(other).certificate.sha256);
  });

  it('makes a new one for a host that the kept one does not cover', async () => {
    using folder = copyProject();
    mkdirSync(folder.at('node_modules'));
    await using one = await follows(folder);
    await using other = await follows(folder, ['--host', '127.0.0.2']);
    expect(listeningOf(other).certificate.sha256).not.toBe(listeningOf(one).certificate.sha256);
    expect((await shownAt(one.port)).checkIP('127.0.0.2')).toBeUndefined();
  });

  it.runIf(hasCurl)(
    'answers curl over HTTP/2 and HTTP/1.1, which trusts it as the banner says',
    async () => {
      using folder = copyProject();
      mkdirSync(folder.at('node_modules'));
      await using serving = await follows(folder);
      const curl = async (...args: readonly string[]): Promise<string> => {
        const trust = [
          '--silent',
          '--show-error',
          '--cacert',
          folder.at(String(listeningOf(serving).certificate.file)),
        ];
        return (await run('curl', [...trust, '-w', ' %{http_version} %{http_code}', ...args]))
          .stdout;
      };
      expect(await curl(`${serving.url}/users/2`)).toMatch(/"Bilal Haddad".* 2 200$/);
      expect(await curl('--http1.1', `${serving.url}/users/2`)).toMatch(
        /"Bilal Haddad".* 1\.1 200$/,
      );
      const json = [
        '-H',
        'content-type: application/json',
        '-d',
        '{"name":"Zofia","email":"z@example.com"}',
      ];
      expect(await curl(...json, `${serving.url}/users`)).toMatch(/"id":6.* 2 201$/);
      expect(await curl('-X', 'DELETE', `${serving.url}/users/6`)).toBe(' 2 204');
      await expect(run('curl', ['--silent', `${serving.url}/users`])).rejects.toMatchObject({
        code: 60,
      });
    },
  );

  it.runIf(hasCurl)(
    'is trusted for worlds by path or header, but not by subdomain, as the banner says',
    async () => {
      using folder = copyProject();
      mkdirSync(folder.at('node_modules'));
      await using serving = await follows(folder);
      const trust = [
        '--silent',
        '--cacert',
        folder.at(String(listeningOf(serving).certificate.file)),
        '-w',
        ' %{http_code}',
      ];
      const below = `https://alice.localhost:${serving.port}`;
      const resolve = ['--resolve', `alice.localhost:${serving.port}:127.0.0.1`];
      expect((await run('curl', [...trust, `${serving.url}/~alice/users/2`])).stdout).toMatch(
        / 200$/,
      );
      expect(
        (await run('curl', [...trust, '-H', 'Standin-World: alice', `${serving.url}/users/2`]))
          .stdout,
      ).toMatch(/ 200$/);
      await expect(run('curl', [...trust, ...resolve, `${below}/users/2`])).rejects.toMatchObject({
        code: 60,
      });
      const insecure = await run('curl', ['--insecure', ...trust, ...resolve, `${below}/users/2`]);
      expect(insecure.stdout).toMatch(/ 200$/);
    },
  );

  it('shows its page to its own origin only', async () => {
    using folder = copyProject();
    await using serving = await follows(folder);
    const ask = (origin: string): Promise<number> =>
      new Promise((done, failed) => {
        const options = { rejectUnauthorized: false, agent: false, headers: { origin } } as const;
        request(`${serving.url}/__standin/api/info`, options, (response) =>
          done(response.resume().statusCode ?? 0),
        )
          .on('error', failed)
          .end();
      });
    const own = await ask(serving.url);
    expect(own).not.toBe(403);
    expect(await ask(serving.url.replace('https:', 'http:'))).toBe(403);
    expect(await ask('https://example.com')).toBe(403);
  });

  it('serves HTTPS with a named certificate, also without --https', async () => {
    using folder = copyProject();
    writeFileSync(folder.at('cert.pem'), identity.cert);
    writeFileSync(folder.at('key.pem'), identity.key);
    const args = ['serve', '--port', '0', '--json', '--cert', 'cert.pem', '--key', 'key.pem'];
    await using serving = await follow(args, { cwd: folder.path });
    expect((await shownAt(serving.port)).fingerprint256).toBe(
      new X509Certificate(identity.cert).fingerprint256,
    );
    expect(await statusOf(`${serving.url}/users`, identity.cert)).toBe(200);
  });

  it('ends with 2 and reports what is wrong with a named certificate', async () => {
    using folder = copyProject();
    const old = makeCertificate(['localhost'], Date.now() - 500 * DAY_MS);
    const early = makeCertificate(['localhost'], Date.now() + 2 * DAY_MS);
    const locked = createPrivateKey(identity.key).export({
      format: 'pem',
      type: 'pkcs8',
      cipher: 'aes-256-cbc',
      passphrase: 'x',
    });
    const files = {
      'cert.pem': identity.cert,
      'key.pem': identity.key,
      'old.pem': old.cert,
      'old-key.pem': old.key,
      'early.pem': early.cert,
      'early-key.pem': early.key,
      'locked.pem': String(locked),
      'text.pem': 'none',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(folder.at(name), text);
    const cases: readonly (readonly [cert: string, key: string, message: RegExp])[] = [
      ['nothing.pem', 'key.pem', /nothing\.pem cannot be read/],
      ['text.pem', 'key.pem', /text\.pem holds no readable certificate/],
      ['cert.pem', 'text.pem', /text\.pem holds no readable private key/],
      ['cert.pem', 'locked.pem', /locked\.pem is locked with a passphrase/],
      ['cert.pem', 'old-key.pem', /old-key\.pem is not the key of cert\.pem/],
      ['old.pem', 'old-key.pem', /old\.pem expired on 20\d\d-\d\d-\d\d\nRenew it/],
      ['early.pem', 'early-key.pem', /early\.pem is not valid before 20\d\d-\d\d-\d\d/],
    ];
    const all = cases.map(async ([cert, key, message]) => {
      const ended = await runToEnd(['serve', '--port', '0', '--cert', cert, '--key', key], {
        cwd: folder.path,
      });
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toMatch(message);
    });
    await Promise.all(all);
    const alone = await runToEnd(['serve', '--port', '0', '--cert', 'cert.pem'], {
      cwd: folder.path,
    });
    expect(alone).toMatchObject({
      code: 2,
      stderr: '--cert is given without --key\nName both files, or neither.\n'.replace(
        /^/,
        'standin: ',
      ),
    });
  });
});
