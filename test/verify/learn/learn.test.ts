import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Option } from '../../../src/contract/choice-row.ts';
import {
  type ChoiceKey,
  choiceKeys,
  choices,
  defaultProfile,
  type Profile,
} from '../../../src/contract/choices.ts';
import { readProfile } from '../../../src/contract/profile.ts';
import type { Headers } from '../../../src/model/message/call.ts';
import {
  driftOf,
  type Learned,
  observationsOf,
  profileNotes,
  profileOf,
  seenOf,
} from '../../../src/verify/learn/learned-profile.ts';
import { type CorrectService, correctServices } from '../../bed/correct/index.ts';
import { odd } from '../../bed/odd.ts';
import { plain } from '../../bed/plain.ts';
import type { StoredUser } from '../../bed/service.ts';
import { library } from '../../support/library.ts';
import { type Project, projectWith, usersContract, usersProject } from '../../support/users.ts';
import { learnFrom, optionsOf, serveMock, whyUnseen } from './learning.ts';

/** What no probe can see from outside; the table says why. */
const unprobed = choiceKeys.filter((key) => choices[key].unprobed !== null);

const free = { name: { type: 'string' } };
const texts = projectWith({ id: { type: 'string' }, ...free });
const bounded = projectWith({ ...free, note: { type: 'string', maxLength: 60 } });
const unique = projectWith({ ...free, mail: { type: 'string', 'x-unique': true } });
const defaulted = projectWith({ ...free, colour: { type: 'string', default: 'red' } });

/** The books of a library: what they refer to is known from those that are there. */
const books: Project = {
  ...library,
  contracts: library.contracts.toSorted((one) => (one.resource === 'books' ? -1 : 1)),
};

const formed = projectWith({
  ...free,
  mail: { type: 'string', format: 'email' },
  at: { type: 'string', format: 'date-time' },
  page: { type: 'string', format: 'uri' },
  tags: { type: 'array', items: { type: 'string' } },
  price: { type: 'number' },
});

const projects: readonly Project[] = [
  usersProject,
  texts,
  bounded,
  unique,
  defaulted,
  formed,
  books,
];

const bearer: Headers = { authorization: 'Bearer any.token' };

interface Case {
  /** Other choices that must be taken for this one to be seen. */
  readonly beside?: Partial<Profile>;
  /** A project whose schemas have what the choice is about. */
  readonly project?: Project;
  readonly headers?: (option: Option) => Headers;
}

const cases: Partial<Record<ChoiceKey, Case>> = {
  'id.texts': { project: texts },
  'fields.bounds': { project: bounded },
  'fields.unique': { project: unique },
  'reference.unknown': { project: books },
  'fields.defaults': { project: defaulted },
  'fields.normal': { project: formed },
  'remove.body': { beside: { 'remove.status': 200 } },
  'reused.status': { beside: { 'create.idempotency': 'replay' } },
  'unexpected.status': { beside: { 'query.parameters': 'refuse' } },
  'taken.status': { beside: { 'create.id': 'keep' } },
  'unauthorized.status': { beside: { 'auth.scheme': 'bearer' }, headers: () => bearer },
  'auth.scheme': {
    headers: (option) =>
      ({
        bearer,
        basic: { authorization: 'Basic dXNlcjpwYXNz' },
        'api-key': { 'x-api-key': 'any' },
      })[String(option)] ?? {},
  },
  'auth.header': {
    beside: { 'auth.scheme': 'api-key' },
    headers: (option) => ({ [String(option).toLowerCase()]: 'any' }),
  },
};

const rows = choiceKeys
  .filter((key) => !unprobed.includes(key))
  .flatMap((key) =>
    choices[key].options.map((option: Option): [ChoiceKey, Option] => [key, option]),
  )
  // Creations have keys only if the contract requires them.
  .filter(([key, option]) => key !== 'create.idempotency' || option !== 'require')
  // Each look at a write waits that long. Which option a longer lag is, is tested without a service.
  .filter(([key, option]) => key !== 'consistency.within' || Number(option) <= 200);

/** Everything that was seen is as chosen, and never seen otherwise. */
function expectToFollow(learned: Learned, chosen: Profile): void {
  const seen = seenOf(learned);
  expect(optionsOf(learned)).toEqual(
    Object.fromEntries(seen.map(({ choice }) => [choice, chosen[choice]])),
  );
  expect(seen.filter(({ disputed }) => disputed.length > 0)).toEqual([]);
}

interface Taught {
  readonly learned: Learned;
  readonly chosen: Profile;
}

const taught = new Map<string, Promise<Taught>>();

/**
 * Learns from a mock under a profile, once for each: most options are those of the default profile.
 */
function teach(profile: Partial<Profile>, project: Project, headers: Headers): Promise<Taught> {
  const chosen = { ...defaultProfile, ...profile };
  const sign = JSON.stringify([chosen, projects.indexOf(project), headers]);
  const known = taught.get(sign) ?? teachNow(chosen, project, headers);
  taught.set(sign, known);
  return known;
}

async function teachNow(chosen: Profile, project: Project, headers: Headers): Promise<Taught> {
  const [contract] = project.contracts;
  if (contract === undefined) throw new Error('a project has a contract');
  await using mock = await serveMock(chosen, project);
  const before = mock.state.collection(contract.resource).size;
  const lesson = await learnFrom(mock.baseUrl, { ...project, contract, headers });
  expect(lesson.left).toEqual([]);
  expect(mock.state.collection(contract.resource).size).toBe(before);
  expect(lesson.requests).toBeLessThan(120);
  return { learned: lesson.learned, chosen };
}

describe('learn', () => {
  it.each(rows)('%s=%s: learns it back from a mock that chose it', async (key, option) => {
    const { beside = {}, project = usersProject, headers = () => ({}) } = cases[key] ?? {};
    const { learned, chosen } = await teach({ ...beside, [key]: option }, project, headers(option));
    expect(optionsOf(learned)).toMatchObject({ [key]: option });
    expectToFollow(learned, chosen);
  });

  it.each(unprobed)('%s: says why it remains unseen', async (key) => {
    const { learned } = await teach({}, usersProject, {});
    expect(whyUnseen(learned, key)).toBe(choices[key].unprobed);
  });

  it('learns any profile back, as far as it is visible', async () => {
    const profiles = fc.record(
      Object.fromEntries(
        choiceKeys.map((key) => [key, fc.constantFrom<Option>(...optionsTried(key))]),
      ),
    ) as unknown as fc.Arbitrary<Profile>;
    // Null for a member that was sent is a fault, whatever the service takes.
    const seemsFaulty = (profile: Profile): boolean =>
      profile['fields.unset'] === 'null' && TAKES.some((key) => profile[key] === 'required');
    await fc.assert(
      fc.asyncProperty(
        profiles.filter((one) => !seemsFaulty(one)),
        async (profile) => {
          await using mock = await serveMock(profile);
          const { learned, left, requests } = await learnFrom(mock.baseUrl);
          expectToFollow(learned, profile);
          const seen = seenOf(learned).map(({ choice }) => choice);
          expect(choiceKeys.filter((key) => isShown(key, profile) && !seen.includes(key))).toEqual(
            [],
          );
          expect(left).toEqual([]);
          expect(mock.state.collection('users').size).toBe(usersProject.rows['users']?.length);
          expect(requests).toBeLessThan(120);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('returns every choice once, in the order of the table', async () => {
    const { learned } = await teach({}, usersProject, {});
    expect(learned.choices.map(({ choice }) => choice)).toEqual(choiceKeys);
  });

  it('only reads if it may not write, and says why the rest is unseen', async () => {
    await using mock = await serveMock({ 'read.status': 203 });
    const { learned } = await learnFrom(mock.baseUrl, { mode: 'read-only' });
    expect(optionsOf(learned)).toMatchObject({
      'list.status': 200,
      'read.status': 203,
      'missing.status': 404,
    });
    expect(whyUnseen(learned, 'create.status')).toMatch(/\w/);
    expect(whyUnseen(learned, 'replace.mode')).toBe('nothing could be created');
  });

  it('stops if no time is left, and leaves nothing behind', async () => {
    await using mock = await serveMock({});
    const { learned, left } = await learnFrom(mock.baseUrl, { ms: 0 });
    expect(whyUnseen(learned, 'replace.mode')).toBe('no time was left');
    expect(left).toEqual([]);
  });

  it('does not probe what the contract states', async () => {
    const shown = projectWith(free, { shown: { 'create.id': 'keep' } });
    await using mock = await serveMock({}, shown);
    const [contract] = shown.contracts;
    const { learned } = await learnFrom(mock.baseUrl, {
      ...shown,
      ...(contract === undefined ? {} : { contract }),
    });
    expect(whyUnseen(learned, 'create.id')).toBe('the contract shows it');
  });
});

/** Random profiles leave out what the run could not go on with. */
function optionsTried(key: ChoiceKey): readonly Option[] {
  const closed: readonly ChoiceKey[] = [
    'consistency.within',
    'limit.requests',
    'access.writes',
    'auth.scheme',
    'create.idempotency',
    'query.dialect',
    'version.request',
    // What is read as an empty object may be refused for what it lacks.
    'content.foreign',
    'content.empty',
    'update.merge',
    // Users have neither times nor addresses of pages.
    'fields.normal',
  ];
  return closed.includes(key) ? [defaultProfile[key]] : choices[key].options;
}

/**
 * Whether an option shows under a profile, with schemas that have no bounds, no marks, no defaults,
 * and numbers as ids.
 */
function isShown(key: ChoiceKey, profile: Profile): boolean {
  if (unprobed.includes(key) || cases[key]?.project !== undefined || key.startsWith('auth.'))
    return false;
  const hidden: Partial<Record<ChoiceKey, boolean>> = {
    'unauthorized.status': true,
    'replace.mode': TAKES.every((key) => profile[key] === 'required'),
    'replace.body': profile['replace.status'] === 204,
    'update.status': profile['update.media'] === 'none',
    'update.body': profile['update.media'] === 'none' || profile['update.status'] === 204,
    'remove.body': profile['remove.status'] === 204,
    'error.code': ['empty-object', 'none', 'prism'].includes(profile['error.shape']),
    'taken.status': profile['create.id'] !== 'keep',
    'unexpected.status': profile['query.parameters'] === 'ignore',
    'unacceptable.status': profile['accept.unmet'] === 'ignore',
    'unsupported.status': profile['content.type'] === 'assume-json',
    'oversized.status': profile['limit.body'] === 10_485_760,
    'stale.status': profile['cache.validator'] === 'none',
    'check.order': profile['replace.missing'] === 'create' || isAlike(profile),
  };
  return hidden[key] !== true;
}

/** Without members that a creation does not require, none can be left out. */
const TAKES = ['create.takes', 'replace.takes'] as const;

/** A missing item and a wrong body are answered with one status. */
function isAlike(profile: Profile): boolean {
  const missing = profile['removed.status'] === 410 ? 410 : profile['missing.status'];
  return ([profile['malformed.status'], profile['invalid.status']] as readonly number[]).every(
    (status) => status === missing,
  );
}

const users: readonly StoredUser[] = [
  {
    id: 1,
    name: 'Ada Kowalska',
    email: 'ada@example.com',
    isPremium: true,
    skills: ['sql'],
    address: { city: 'Lyon' },
  },
  {
    id: 2,
    name: 'Bilal Haddad',
    email: 'bilal@example.com',
    isPremium: false,
    skills: [],
    address: { city: 'Bonn' },
  },
  {
    id: 13,
    name: 'Chiara Moretti',
    email: 'chiara@example.org',
    isPremium: true,
    skills: ['css', 'go'],
  },
];

/** One of each server of the bed, and those that make it hard. */
const tried = [
  'created-word-in-brief-pages',
  'put-needs-id',
  'put-creates-and-delete-forgives',
  'unknown-403',
  'pages-newest-first',
  'ids-reused',
  'bearer-token',
  'soft-delete',
  'etag',
  'recycled-ids',
  'name-and-email-strictly',
  'one-connection-at-a-time',
];
const services: readonly CorrectService[] = [
  plain,
  odd,
  ...correctServices.filter(({ name }) => tried.includes(name)),
];

function headersOf({ headers = [] }: CorrectService): Headers {
  return Object.fromEntries(
    headers.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
}

describe('learn, from services without a known profile', () => {
  it('tries all named services', () => {
    expect(services.length).toBe(tried.length + 2);
  });

  it.each(services)(
    '$name: changes no item of others, leaves nothing behind, and learns the same again',
    async (correct) => {
      const service = await correct.start(users);
      try {
        const before = service.stored();
        const headers = headersOf(correct);
        const first = await learnFrom(service.baseUrl, { headers });
        expect(first.left).toEqual([]);
        expect(service.stored()).toEqual(before);
        expect(first.requests).toBeLessThan(120);
        expect(seenOf(first.learned).length).toBeGreaterThan(35);
        const document = profileOf(first.learned, { name: 'learned', about: correct.about });
        expect(readProfile(document, 'learned.json').faults).toEqual([]);
        const second = await learnFrom(service.baseUrl, { headers });
        expect(
          driftOf(second.learned, document['choices'] as Partial<Profile>, usersContract),
        ).toEqual([]);
        expect(service.stored()).toEqual(before);
      } finally {
        await service.close();
      }
    },
  );

  it('sees the unusual choices of the odd service', async () => {
    const service = await odd.start(users);
    try {
      const { learned } = await learnFrom(service.baseUrl);
      expect(optionsOf(learned)).toMatchObject({
        'create.status': 200,
        'create.body': '{data}',
        'create.location': 'none',
        'list.order': 'newest-first',
        'list.fields': 'id, name, email',
        'replace.mode': 'merge',
        'replace.body': '{ok}',
        'remove.missing': 'succeed',
        'removed.status': 410,
        'id.numbers': 'random',
        'fields.unknown': 'drop',
        'check.order': 'body-first',
        'error.shape': 'message',
      });
    } finally {
      await service.close();
    }
  });
});

function learnedOf(
  choice: ChoiceKey,
  option: Option,
  disputed: readonly { option: Option; seen: number }[] = [],
): Learned {
  const isOption = (choices[choice].options as readonly Option[]).includes(option);
  return {
    choices: [
      {
        kind: 'observed',
        choice,
        clause: 'section 4, rule 8',
        option,
        isOption,
        seen: 3,
        evidence: [],
        disputed,
      },
    ],
  };
}

describe('profileOf', () => {
  it('contains the observed options', () => {
    const document = profileOf(learnedOf('create.status', 202), {
      name: 'real',
      about: 'The real one.',
    });
    expect(document).toEqual({
      profile: 'real',
      about: 'The real one.',
      choices: { 'create.status': 202 },
    });
  });

  it('omits a value that is no option', () => {
    expect(
      profileOf(learnedOf('create.status', 226), { name: 'real', about: '' })['choices'],
    ).toEqual({});
  });
});

describe('profileNotes', () => {
  it('mentions a value that is no option', () => {
    expect(profileNotes(learnedOf('create.status', 226))).toEqual([
      'create.status is 226, which is not one of its options (201, 200, 202): the profile leaves it out',
    ]);
  });

  it('mentions choices with several observed options', () => {
    expect(
      profileNotes(learnedOf('content.type', 'refuse', [{ option: 'assume-json', seen: 1 }])),
    ).toEqual(['content.type is refuse (3 times), and also assume-json (1 times)']);
  });

  it('mentions no clear choice', () => {
    expect(profileNotes(learnedOf('create.status', 201))).toEqual([]);
  });
});

describe('observationsOf', () => {
  it('returns what a report shows', () => {
    expect(observationsOf(learnedOf('create.status', 201))).toEqual([
      { choice: 'create.status', option: 201, seen: 3, disputed: [] },
    ]);
  });
});

describe('driftOf', () => {
  it('is empty if the service follows every pin', () => {
    expect(
      driftOf(
        learnedOf('create.status', 201),
        { 'create.status': 201, 'read.status': 203 },
        usersContract,
      ),
    ).toEqual([]);
  });

  it('names the choice, its clause, and the observed option', () => {
    expect(
      driftOf(
        learnedOf('create.status', 200, [{ option: 201, seen: 1 }]),
        { 'create.status': 201 },
        usersContract,
      ).map(({ finding }) => finding),
    ).toEqual([
      {
        code: 'drifted',
        breach: 'drifted',
        operation: 'create',
        clause: 'section 4, rule 8',
        at: null,
        message:
          'the service no longer follows its profile in create.status: Status of a successful creation',
        expected: '201',
        actual: '200, 3 times; 201, 1 times',
        by: 'create.status',
        remedy:
          'Restore the earlier behaviour, or learn the profile again and tell the clients that rely on it.',
      },
    ]);
  });

  it('finds each changed choice of a mock, and no other', async () => {
    await using mock = await serveMock({ 'create.status': 200, 'removed.status': 410 });
    const { learned } = await learnFrom(mock.baseUrl);
    const drifts = driftOf(learned, defaultProfile, usersContract);
    expect(drifts.map(({ finding: { by, clause, operation } }) => [by, clause, operation])).toEqual(
      [
        ['create.status', 'section 4, rule 8', 'create'],
        ['removed.status', 'section 3', 'read'],
      ],
    );
  });
});
