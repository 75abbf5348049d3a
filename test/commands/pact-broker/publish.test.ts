// `standin publish`, and the commands of docs/broker.md one after the other: a consumer publishes,
// the service is verified, results come back.

import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { publishPacts } from '../../../src/commands/pact-broker/publish.ts';
import { toPublishOptions } from '../../../src/commands/pact-broker/publish-flags.ts';
import { plain } from '../../bed/plain.ts';
import { started, USERS } from '../../support/bed.ts';
import { blocksIn, commandFor } from '../../support/broker-docs.ts';
import { copyProject } from '../../support/cli.ts';
import { type PactBroker, startPactBroker } from '../../support/pact-broker.ts';
import { interactionOf, pactOf } from '../../verify/pacts/texts.ts';

const TOKEN = 'tok-8c1d2e-secret';

async function published(
  broker: PactBroker,
  places: readonly string[],
  given: Parameters<typeof toPublishOptions>[1] = {},
): Promise<string> {
  const options = toPublishOptions(
    places,
    { broker: broker.baseUrl, brokerToken: TOKEN, consumerVersion: '1.0.0', ...given },
    {},
  );
  let told = '';
  const screen = {
    write: (text: string) => {
      told += text;
    },
  };
  try {
    await publishPacts(options, screen);
  } catch (error) {
    if (!(error instanceof StandinError)) throw error;
    return `${told}${error.code}: ${error.message}\n${error.remedy}`;
  }
  return told;
}

describe('publishPacts', () => {
  it('publishes all pacts of a consumer at once, byte by byte, with branch, tags and build', async () => {
    using folder = copyProject();
    await using broker = await startPactBroker({
      authorization: `Bearer ${TOKEN}`,
      basePath: '/pact',
    });
    mkdirSync(folder.at('pacts'));
    const texts = ['users', 'orders'].map(
      (name) => `${pactOf([interactionOf()], { provider: { name } }).text}\n`,
    );
    writeFileSync(folder.at('pacts/users.json'), texts[0] ?? '');
    writeFileSync(folder.at('pacts/orders.json'), texts[1] ?? '');
    const app = pactOf([interactionOf()], { consumer: { name: 'app' } }).text;
    writeFileSync(folder.at('app.json'), app);
    const given = { branch: 'main', tag: ['a', 'b'], buildUrl: 'https://ci.example.com/1' };
    const told = await published(broker, [folder.at('pacts'), folder.at('app.json')], given);
    expect(told).toBe(
      'published: web 1.0.0 with orders, users\nbroker: Pact successfully published for web version 1.0.0.\n' +
        'published: app 1.0.0 with users\nbroker: Pact successfully published for app version 1.0.0.\n',
    );
    const posts = broker.asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
    const contractOf = (name: string, text: string): object => ({
      consumerName: 'web',
      providerName: name,
      specification: 'pact',
      contentType: 'application/json',
      content: Buffer.from(text).toString('base64'),
    });
    expect(posts[0]).toEqual({
      pacticipantName: 'web',
      pacticipantVersionNumber: '1.0.0',
      branch: 'main',
      tags: ['a', 'b'],
      buildUrl: 'https://ci.example.com/1',
      contracts: [contractOf('orders', texts[1] ?? ''), contractOf('users', texts[0] ?? '')],
    });
    expect([...broker.store.version('web', '1.0.0').branches]).toEqual(['main']);
  });

  it('prints nothing from a broker that GitHub Actions would run as a command', async () => {
    using folder = copyProject();
    await using broker = await startPactBroker();
    writeFileSync(
      folder.at('a.json'),
      pactOf([interactionOf()], { consumer: { name: 'web\n::error::pwn' } }).text,
    );
    const told = await published(broker, [folder.at('a.json')]);
    expect(told).toContain(
      'broker: Pact successfully published for web\n\\u003a:error::pwn version 1.0.0.\n',
    );
    expect(told).not.toMatch(/^\s*::/m);
  });

  it('quotes a broker that refuses other content for the same version', async () => {
    using folder = copyProject();
    await using broker = await startPactBroker();
    broker.has(
      '1.0.0',
      JSON.parse(pactOf([interactionOf({ description: 'before' })]).text) as never,
    );
    writeFileSync(folder.at('a.json'), pactOf([interactionOf()]).text);
    expect(await published(broker, [folder.at('a.json')])).toMatch(
      /^broker-unusable: the broker \S+ answered 409 \(publishing the pacts of web 1\.0\.0\): Cannot change the content of the pact for web version 1\.0\.0\n/,
    );
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['no JSON', { 'a.json': '{' }, 'pact-invalid: one fault in the pacts\n  '],
    ['no pact', { 'a.json': '[]' }, 'it is no pact'],
    [
      'a pact of nobody',
      { 'a.json': pactOf([interactionOf()], { provider: {} }).text },
      'at /provider/name: the provider has no name',
    ],
    ['an empty pact', { 'a.json': pactOf([]).text }, 'it has no interactions'],
    ['a key twice', { 'a.json': '{"a":1,"a":2}' }, 'pact-invalid: one fault in the pacts\n  '],
    [
      'two of one pair',
      { 'a.json': pactOf([interactionOf()]).text, 'b.json': pactOf([interactionOf()]).text },
      'it has the same consumer and provider as ',
    ],
    ['an empty folder', {}, 'file-unreadable: '],
  ])('sends nothing of %s', async (_, files, told) => {
    using folder = copyProject();
    await using broker = await startPactBroker();
    mkdirSync(folder.at('p'));
    for (const [name, text] of Object.entries(files)) writeFileSync(folder.at(`p/${name}`), text);
    expect(await published(broker, [folder.at('p')])).toContain(told);
    expect(broker.asked).toEqual([]);
  });

  it('reports a missing file, and a broker that is too old', async () => {
    await using broker = await startPactBroker({ without: ['pb:publish-contracts'] });
    expect(await published(broker, ['nowhere.json'])).toMatch(
      /^file-unreadable: nowhere\.json cannot be read: there is no such file or folder\n/,
    );
    const told = await published(broker, ['contracts/pacts']);
    expect(told).toMatch(
      /has no pb:publish-contracts in its index\nGive the address of the index; brokers have it from version 2\.86 on\.$/,
    );
  });
});

describe('docs/broker.md', () => {
  it('has commands that work as described', { timeout: 240_000 }, async () => {
    using folder = copyProject();
    await using broker = await startPactBroker({ authorization: `Bearer ${TOKEN}` });
    await using service = await started(plain.start(USERS));
    // One interaction is enough here, and takes little time.
    writeFileSync(
      folder.at('contracts/pacts/users-frontend-users.json'),
      pactOf([interactionOf()], { consumer: { name: 'users-frontend' } }).text,
    );
    const [environment = '', publish = '', ...verifying] = blocksIn('sh');
    expect(environment.match(/^export (\w+)=/gm)).toEqual([
      'export PACT_BROKER_BASE_URL=',
      'export PACT_BROKER_TOKEN=',
    ]);
    const env = {
      PACT_BROKER_BASE_URL: broker.baseUrl,
      PACT_BROKER_TOKEN: TOKEN,
      GITHUB_SHA: '0a1b2c3',
      GITHUB_REF_NAME: 'main',
    };
    const run = (block: string): Promise<Ran> =>
      shell(commandFor(block, service.baseUrl), folder.path, env);
    expect(await run(publish)).toMatchObject({
      code: 0,
      output: expect.stringContaining('published: users-frontend 0a1b2c3 with users\n') as string,
    });
    // They are independent of each other, but for the last one, which publishes.
    const [step = ''] = /^- run: (.*)$/m.exec(blocksIn('yaml')[0] ?? '')?.slice(1) ?? [];
    const ran = await Promise.all(verifying.slice(0, -1).map(run));
    ran.push(await run(verifying.at(-1) ?? ''), await run(step));
    expect(verifying).toHaveLength(4);
    for (const { code, output } of ran) {
      expect(code, output).toBe(0);
      expect(output).toMatch(/\n {2}(\d+) of \1 interactions passed\n/);
      expect(output).not.toContain(TOKEN);
    }
    const [body, ...others] = broker.results().map((one) => one.body);
    const [wanted = ''] = blocksIn('json');
    const { testResults: shown, verifiedBy, ...frame } = JSON.parse(wanted) as Shown;
    expect(body).toMatchObject({
      ...frame,
      verifiedBy: { implementation: verifiedBy.implementation },
    });
    const { testResults } = body as unknown as Shown;
    expect(testResults).toHaveLength(1);
    for (const one of testResults) expect(Object.keys(one)).toEqual(Object.keys(shown[0] ?? {}));
    expect(
      others.map(({ success, providerApplicationVersion }) => [
        success,
        providerApplicationVersion,
      ]),
    ).toEqual([[true, '0a1b2c3']]);
    expect(service.stored()).toEqual(USERS);
  });
});

interface Shown {
  readonly testResults: readonly object[];
  readonly verifiedBy: { readonly implementation: string };
}

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a line of the document as a shell does. */
function shell(line: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const child = spawn('sh', ['-c', line], {
    cwd,
    env: { ...process.env, NODE_V8_COVERAGE: '', GITHUB_ACTIONS: '', ...env },
  });
  let output = '';
  const take = (text: string): void => {
    output += text;
  };
  child.stdout.setEncoding('utf8').on('data', take);
  child.stderr.setEncoding('utf8').on('data', take);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
