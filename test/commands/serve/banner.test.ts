// The first screen of `serve`, word for word.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { banner } from '../../../src/commands/serve/banner.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { createMock } from '../../../src/mock/mock.ts';
import { State, StoredRecord } from '../../../src/model/state/state.ts';
import { loadProject, type Project } from '../../../src/project/load/project.ts';
import { createLazyChecker } from '../../../src/schema/lazy-checker.ts';
import { copyProject, type Folder } from '../../support/cli.ts';

let folder: Folder;
let project: Project;

beforeAll(async () => {
  folder = copyProject();
  project = await loadProject({
    contract: folder.at('contracts'),
    db: folder.at('db.json'),
    profile: 'standin',
  });
});

afterAll(() => folder[Symbol.dispose]());

function write(
  more: {
    contracts?: readonly Contract[];
    records?: number;
    colour?: boolean;
    saving?: 'save' | 'keep';
    url?: string;
    credentials?: readonly string[];
    files?: Project['files'];
  } = {},
): string {
  const contracts = more.contracts ?? project.contracts;
  const changed: Project = { ...project, contracts, files: more.files ?? project.files };
  const state = State.of(contracts.map((contract) => contract.resource));
  for (let id = 1; id <= (more.records ?? 2); id++)
    state.collection('users').put(new StoredRecord(String(id), { id, name: 'a' }));
  const { schemas, profile } = project;
  const mock = createMock({
    rules: { contracts, schemas, profile, checker: createLazyChecker(schemas) },
    state,
  });
  const { url = 'http://127.0.0.1:3000', saving = 'keep', colour = false } = more;
  const { credentials = [] } = more;
  return banner({ url, project: changed, mock, saving, db: 'db.json', colour, credentials });
}

describe('banner', () => {
  it('says what is not checked', () => {
    const notes = [
      { place: 'schemas/user.json#/format', message: 'the format "iban" is not checked' },
    ];
    const source = { ...project.files.source, notes };
    const noted = { ...project, files: { ...project.files, source } };
    const { schemas, contracts, profile } = project;
    const checker = createLazyChecker(schemas);
    const mock = createMock({
      rules: { contracts, schemas, profile, checker },
      state: State.of(['users']),
    });
    const url = 'http://127.0.0.1:3000';
    expect(
      banner({ url, project: noted, mock, saving: 'keep', db: 'db.json', colour: false }),
    ).toContain('\n  note       schemas/user.json#/format: the format "iban" is not checked\n');
  });

  it('explains how to trust its own certificate, but not a named one', () => {
    const [contracts, mock] = [
      project.contracts,
      createMock({
        rules: { ...project, checker: createLazyChecker(project.schemas) },
        state: State.of(['users']),
      }),
    ];
    const tls = { cert: '', key: '' };
    const facts = {
      url: 'https://127.0.0.1:3000',
      project: { ...project, contracts },
      mock,
      saving: 'keep',
      db: 'db.json',
      colour: false,
    } as const;
    const made = banner({
      ...facts,
      certificate: { tls, sha256: 'AB:CD', file: 'x/cert.pem', origin: 'made' },
    });
    expect(made).toContain(
      '  try        curl -i --cacert x/cert.pem https://127.0.0.1:3000/users\n',
    );
    expect(made).toContain(
      '  SHA-256    AB:CD\n             kept in x/cert.pem; browsers ask once and show this fingerprint\n',
    );
    expect(made).toContain(
      'not valid for subdomains: name worlds by path (/~alice/...) or header, or use --cert\n',
    );
    const nowhere = banner({
      ...facts,
      certificate: { tls, sha256: 'AB:CD', file: null, origin: 'made' },
    });
    expect(nowhere).toContain('curl -i --insecure https://');
    expect(nowhere).toContain('made for this start only, because there is no node_modules;');
    const given = banner({
      ...facts,
      certificate: { tls, sha256: 'AB:CD', file: 'mine.pem', origin: 'given' },
    });
    expect(given).toContain('  try        curl -i https://127.0.0.1:3000/users\n');
    expect(given).not.toContain('mine.pem');
    expect(given).not.toContain('subdomains');
  });

  it('shows the address, the resources, a command to try and the source of the rules', () => {
    const contractFile = project.files.contracts[0]?.file;
    expect(write()).toBe(
      [
        'Standin serves Users interface at http://127.0.0.1:3000',
        '',
        '  /users     2 records, GET POST PUT PATCH DELETE',
        '  try        curl -i http://127.0.0.1:3000/users',
        `  rules      ${contractFile}, profile standin`,
        '  data       db.json, never written; --save keeps changes',
        '  inspector  http://127.0.0.1:3000/__standin/',
        '',
        'Ctrl-C ends it.',
        '',
        '',
      ].join('\n'),
    );
  });

  it('uses the singular for one record', () => {
    expect(write({ records: 1 })).toContain('1 record, ');
    expect(write({ records: 0 })).toContain('0 records, ');
  });

  it('says that changes are saved', () => {
    expect(write({ saving: 'save' })).toContain(
      '  data       db.json, changes are written back to it\n',
    );
  });

  it('says where rows are from without a file, and where changes would go', () => {
    const mock = createMock({
      rules: { ...project, checker: createLazyChecker(project.schemas) },
      state: State.of(['users']),
    });
    const { files } = project;
    const connectionString = 'postgres://localhost/team';
    const store = { connectionString, schema: 'standin', recording: null, shown: connectionString };
    const withRows = (rows: Project['rows'], more = {}): string =>
      banner({
        ...more,
        url: 'http://127.0.0.1:3000',
        project: {
          ...project,
          rows,
          files: {
            ...files,
            source: { ...files.source, place: 'api.yaml' },
            db: { ...files.db, text: '' },
          },
        },
        mock,
        saving: 'keep',
        db: 'db.json',
        colour: false,
      });
    expect(withRows(project.rows)).toContain(
      '  data       examples of api.yaml; --save keeps changes in db.json\n',
    );
    expect(withRows(new Map([['users', []]]))).toContain(
      '  data       no rows yet; --save keeps changes in db.json\n',
    );
    const shared = `  data       ${connectionString}, shared with other mocks; if it was empty, it began with`;
    expect(withRows(project.rows, { store })).toContain(`${shared} examples of api.yaml\n`);
    expect(withRows(new Map([['users', []]]), { store })).toContain(`${shared} no rows\n`);
  });

  it('says which credentials are accepted', () => {
    const [users] = project.contracts as [Contract];
    const { list, ...others } = users.operations;
    if (list === undefined) throw new Error('there is no list');
    const access = (changed: Partial<typeof list>, credentials: readonly string[] = []) => {
      const contract = { ...users, operations: { ...others, list: { ...list, ...changed } } };
      return /^ {2}access +(.*)$/m.exec(write({ contracts: [contract], credentials }))?.[1];
    };
    const security = [{ scheme: 'bearer' }] as const;
    const outcomes = { unauthorized: { status: 401, source: 'section 1' } };
    expect(access({})).toBeUndefined();
    expect(access({ security })).toBe(
      'open; --pin auth.scheme=bearer requires what the contracts declare',
    );
    expect(access({ security, outcomes })).toBe(
      'any credentials but "standin-wrong" will do; name others with --credential',
    );
    expect(access({ security, outcomes }, ['a'])).toBeUndefined();
    const source = { ...project.files.source, kind: 'openapi', place: 'api.yaml' } as const;
    const files = { ...project.files, source };
    const contract = { ...users, operations: { list: { ...list, security } } };
    expect(write({ contracts: [contract], files })).toContain(
      'access     open; --pin auth.scheme=bearer requires what the document declares',
    );
  });

  it.each([
    ['bearer', [], "-H 'Authorization: Bearer any' "],
    ['bearer', ['s3cret'], "-H 'Authorization: Bearer ...' "],
    ['basic', [], '-u any:any '],
    ['api-key', [], "-H 'X-API-Key: any' "],
    ['basic', ['a:b'], '-u ...:... '],
    ['none', [], ''],
  ] as const)(
    'shows a call with the credentials that %s requires, given %j',
    (scheme, credentials, sent) => {
      const [users] = project.contracts as [Contract];
      const contract = { ...users, shown: { 'auth.scheme': scheme } };
      expect(write({ contracts: [contract], credentials })).toContain(
        `  try        curl -i ${sent}http://127.0.0.1:3000/users\n`,
      );
    },
  );

  it.each([
    [{ scheme: 'bearer' }, "-H 'Authorization: Bearer any' http://127.0.0.1:3000/users"],
    [
      { scheme: 'api-key', in: 'header', name: 'X-Key' },
      "-H 'X-Key: any' http://127.0.0.1:3000/users",
    ],
    [{ scheme: 'api-key', in: 'query', name: 'key' }, "'http://127.0.0.1:3000/users?key=any'"],
    [{ scheme: 'api-key', in: 'cookie', name: 'key' }, "-b 'key=any' http://127.0.0.1:3000/users"],
  ] as const)('shows a call with the credentials that the list declares: %j', (scheme, sent) => {
    const [users] = project.contracts as [Contract];
    const { list, ...others } = users.operations;
    if (list === undefined) throw new Error('there is no list');
    const outcomes = { unauthorized: { status: 401, source: 'section 1' } };
    const declaring = { ...list, outcomes, security: [scheme] };
    const contract = { ...users, operations: { ...others, list: declaring } };
    expect(write({ contracts: [contract] })).toContain(`curl -i ${sent}\n`);
  });

  it('shows the address with the base path, and the journal without it', () => {
    const text = write({ url: 'http://127.0.0.1:3000/api/v1' });
    expect(text).toContain('curl -i http://127.0.0.1:3000/api/v1/users\n');
    expect(text).toContain('  inspector  http://127.0.0.1:3000/__standin/\n');
  });

  it('is coloured on request, with the same text', () => {
    const text = write({ colour: true });
    expect(text).toContain('\u001b[1mhttp://127.0.0.1:3000\u001b[22m');
    expect(text.replace('\u001b[1m', '').replace('\u001b[22m', '')).toBe(write());
  });

  it('fits one screen of 24 lines of 100 columns, however many resources there are', () => {
    const [users] = project.contracts;
    if (users === undefined) throw new Error('there is no contract');
    const contracts = [
      users,
      ...Array.from({ length: 14 }, (_, index) => ({
        ...users,
        resource: `r${index}`,
        path: `/r${index}`,
        title: 'R',
      })),
    ];
    const lines = write({ contracts }).split('\n');
    expect(lines).toContain('             and 5 more');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });
});
