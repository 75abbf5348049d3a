// `standin/verify`: the run of the command as a function of a program.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifyCommand } from '../../../src/commands/verify/flags.ts';
import {
  type Verification,
  type VerifyEvent,
  type VerifySettings,
  verify,
} from '../../../src/verify.ts';
import { plain } from '../../bed/plain.ts';
import { started, startFault, USERS } from '../../support/bed.ts';
import { copyProject } from '../../support/cli.ts';
import { answering, startTroubled } from '../../support/troubled.ts';

const FEW: VerifySettings = { law: ['created-is-there', 'removed-is-gone'], seed: 7 };

describe('verify', () => {
  it('tells of a service that conforms, and leaves nothing', async () => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const events: VerifyEvent[] = [];
    const found: Verification = await verify(service.baseUrl, {
      seed: 7,
      source: folder.at('contracts'),
      onEvent: (event) => events.push(event),
    });
    expect(found, found.text).toMatchObject({ verdict: 'conforms', exitCode: 0, findings: [] });
    expect(found.reports.map(({ resource, seed }) => [resource, seed])).toEqual([['users', 7]]);
    expect(found.text).toContain(`✓ ${service.baseUrl} conforms to the contract`);
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['stage', 'law', 'report']));
    expect(events.at(-1)).toEqual({ kind: 'report', resource: 'users', report: found.reports[0] });
    expect(service.stored()).toEqual(USERS);
  });

  it('tells a finding as it comes, and at the end, with the files that it was asked for', async () => {
    using folder = copyProject();
    await using service = await started(startFault('skills-are-one-text'));
    const events: VerifyEvent[] = [];
    const found = await verify(service.baseUrl, {
      ...FEW,
      source: folder.at('contracts'),
      json: folder.at('a.json'),
      onEvent: (event) => events.push(event),
    });
    expect(found).toMatchObject({ verdict: 'violates', exitCode: 1 });
    expect(found.findings).toMatchObject([{ clause: 'section 2, User' }]);
    expect(events.find(({ kind }) => kind === 'finding')).toMatchObject({
      resource: 'users',
      finding: { clause: 'section 2, User' },
    });
    expect(JSON.parse(readFileSync(folder.at('a.json'), 'utf8'))).toMatchObject({
      verdict: 'violates',
    });
    expect(service.stored()).toEqual(USERS);
  });

  it('does not judge what it could not reach, less than was required, or what was stopped', async () => {
    using folder = copyProject();
    const source = folder.at('contracts');
    await using down = await startTroubled(answering(401, 'application/json', '{}'));
    const unreached = await verify(down.url, { ...FEW, source });
    expect(unreached).toMatchObject({ verdict: 'unjudged', exitCode: 2, findings: [] });
    await using service = await started(plain.start(USERS));
    const few = await verify(service.baseUrl, { ...FEW, source, require: 'all' });
    expect(few).toMatchObject({ verdict: 'unjudged', exitCode: 2 });
    const stop = new AbortController();
    const stopped = await verify(service.baseUrl, {
      source,
      signal: stop.signal,
      onEvent: ({ kind }) => kind === 'law' && stop.abort(),
    });
    expect(stopped).toMatchObject({ verdict: 'unjudged', exitCode: 2 });
    expect(service.stored()).toEqual(USERS);
    expect(existsSync(folder.at('.standin'))).toBe(false);
  });

  it('reads credentials of the environment only if it is given one, and hides them', async () => {
    using folder = copyProject();
    const source = folder.at('contracts');
    const sent: (string | undefined)[] = [];
    await using service = await startTroubled((request, response) => {
      sent.push(request.headers.authorization);
      response.writeHead(401, { 'Content-Type': 'application/json' }).end('{}');
    });
    const environment = { STANDIN_TOKEN: 's3cr3t-of-the-shell' };
    const one = await verify(service.url, { ...FEW, source });
    expect(new Set(sent)).toEqual(new Set([undefined]));
    const other = await verify(service.url, { ...FEW, source, environment });
    expect(sent).toContain('Bearer s3cr3t-of-the-shell');
    expect(JSON.stringify([one, other])).not.toContain('s3cr3t');
  });

  it.each<[string, unknown, RegExp]>([
    ['an unknown setting', { budgett: 'quick' }, /there is no setting "budgett".*"budget"/s],
    ['a flag of the shell', { shard: '1/2' }, /there is no setting "shard"/],
    ['a wrong choice', { budget: 'fast' }, /setting budget is wrong.*quick, standard, thorough/s],
    ['a wrong number', { maxTime: -1 }, /setting maxTime is wrong.*above 0/s],
    ['a text for a switch', { readOnly: 'yes' }, /setting readOnly is wrong.*true or false/s],
    ['an empty list', { law: [] }, /setting law is wrong/],
    ['two values for one', { token: ['a', 'b'] }, /setting token is wrong.*one value/s],
    ['an object in a list', { header: [{}, null] }, /setting header is wrong/],
    ['an object of objects', { param: { store: {} } }, /setting param is wrong/],
    ['an unknown choice', { pin: { 'create.statu': 200 } }, /setting pin is wrong/],
    ['an unknown law', { law: 'created' }, /there is no law "created"/],
    ['no settings', null, /options must be an object/],
    ['a source that is missing', { source: 'nowhere.yaml' }, /nowhere\.yaml/],
  ])('refuses %s before it sends anything', async (_what, settings, message) => {
    const refused = verify('http://127.0.0.1:9', settings as VerifySettings);
    const told = refused.catch(({ message: what, remedy }: Error & { remedy: string }) => {
      return `${what}\n${remedy}`;
    });
    expect(await told).toMatch(message);
  });

  it('refuses what is no address', async () => {
    await expect(verify(3000 as unknown as string)).rejects.toThrow(
      'must be a string, not a number',
    );
    await expect(verify('localhost:3000')).rejects.toThrow();
  });

  it('takes what a program may want of the flags, by their names', () => {
    const names = Object.keys(verifyCommand.options);
    const settings: Required<
      Omit<VerifySettings, 'source' | 'environment' | 'signal' | 'onEvent'>
    > = {
      header: [],
      token: '',
      login: '',
      loginAs: '',
      secondLoginAs: '',
      restrictedToken: '',
      secondUser: [],
      query: [],
      param: {},
      profile: '',
      pin: {},
      budget: 'quick',
      maxRequests: 100,
      maxTime: 1,
      timeout: 1,
      rate: 1,
      seed: 1,
      readOnly: true,
      leave: 1,
      retries: 1,
      failOn: 'unstable',
      writeSingles: true,
      writeActions: true,
      law: [],
      skipLaw: [],
      skipOperation: [],
      skipMember: [],
      value: [],
      require: 'all',
      pacts: [],
      noPacts: true,
      stateHandler: '',
      allowRemoteHandler: true,
      json: '',
      junit: '',
      html: '',
      summary: '',
      sarif: '',
      codeQuality: '',
      writeTest: '',
      baseline: '',
      writeBaseline: '',
      record: '',
      redact: [],
      keep: [],
    };
    expect(names).toEqual(expect.arrayContaining(Object.keys(settings)));
  });
});
