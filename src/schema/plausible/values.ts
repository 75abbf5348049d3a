// Plausible values by topic: the only file that uses faker. A seed gives the same values in any
// time zone, on any day. E-mail and web addresses are in reserved domains (RFC 2606), telephone
// numbers in the range reserved for fiction.

import { base, en, Faker } from '@faker-js/faker';

/** The person or thing that an object describes, so that its members fit each other. */
export interface Actor {
  readonly first: string;
  readonly last: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly updated: number;
}

/** A source of values. Each depends only on the seed and on the values drawn before. */
export interface Values {
  actor(): Actor;
  /** Makes a text or a number of a topic. A `serial` makes it unique. */
  about(topic: Topic, actor: Actor, serial: number | null): string | number;
  /** A whole number between two, both included. */
  whole(least: number, most: number): number;
  flag(odds: number): boolean;
  one<T>(all: readonly [T, ...T[]]): T;
  words(count: number): string;
  uuid(): string;
  /** Writes a moment as RFC 3339 has it. */
  instant(milliseconds: number): string;
}

/** Makes a source of values. */
export function createValues(seed: number): Values {
  const faker = new Faker({ locale: [en, base], seed });
  const whole = (min: number, max: number): number => faker.number.int({ min, max });
  return {
    actor() {
      const created = whole(FROM_MS, TODAY_MS);
      return {
        first: faker.person.firstName(),
        last: faker.person.lastName(),
        created,
        updated: whole(created, TODAY_MS),
      };
    },
    about: (topic, actor, serial) => makers[topic](faker, actor, serial),
    whole,
    flag: (odds) => faker.datatype.boolean(odds),
    one: (all) => faker.helpers.arrayElement(all),
    words: (count) => faker.lorem.words(count),
    uuid: () => faker.string.uuid(),
    instant: (at) => faker.date.between({ from: at, to: at }).toISOString(),
  };
}

/** "Today" is always 2026-01-01, so that a seed gives the same values. Milliseconds since 1970. */
const TODAY_MS = 1_767_225_600_000;
const DAY_MS = 86_400_000;
const FROM_MS = TODAY_MS - 5 * 365 * DAY_MS;

type Maker = (faker: Faker, actor: Actor, serial: number | null) => string | number;

const makers = {
  'first-name': (_, { first }) => first,
  'last-name': (_, { last }) => last,
  'full-name': (_, { first, last }) => `${first} ${last}`,
  username: (_, actor, serial) => `${handleOf(actor, '')}${serial ?? ''}`,
  email: (faker, actor, serial) =>
    `${handleOf(actor, '.')}${serial ?? ''}@${faker.helpers.arrayElement(DOMAINS)}`,
  phone: (faker) =>
    `+1-${faker.string.numeric({ length: 3, allowLeadingZeros: false })}-555-01${faker.string.numeric(2)}`,
  job: (faker) => faker.person.jobTitle(),
  company: (faker) => faker.company.name(),
  street: (faker) => faker.location.streetAddress(),
  city: (faker) => faker.location.city(),
  district: (faker) => faker.helpers.arrayElement(DISTRICTS),
  state: (faker) => faker.location.state(),
  postcode: (faker) => faker.location.zipCode('#####'),
  country: (faker) => faker.location.country(),
  'country-code': (faker) => faker.location.countryCode(),
  latitude: (faker) => faker.location.latitude(),
  longitude: (faker) => faker.location.longitude(),
  product: (faker) => faker.commerce.productName(),
  category: (faker) => faker.commerce.department(),
  colour: (faker) => faker.color.human(),
  material: (faker) => faker.commerce.productMaterial(),
  'article-number': (faker, _, serial) =>
    `${faker.string.alpha({ length: 3, casing: 'upper' })}-${serial === null ? faker.string.numeric(5) : String(serial).padStart(5, '0')}`,
  price: (faker) =>
    (faker.number.int({ min: 1, max: 200 }) * 100 - faker.helpers.arrayElement([1, 5, 25, 50])) /
    100,
  currency: (faker) => faker.finance.currencyCode(),
  amount: (faker) => faker.number.int(500),
  age: (faker) => faker.number.int({ min: 18, max: 90 }),
  year: (faker) => faker.number.int({ min: 1990, max: 2025 }),
  rating: (faker) => faker.number.int({ min: 2, max: 10 }) / 2,
  percent: (faker) => faker.number.int(100),
  measure: (faker) => faker.number.int({ min: 10, max: 2_500 }) / 10,
  reference: (faker) => faker.number.int({ min: 1, max: 100 }),
  id: (faker) => faker.string.uuid(),
  iban: (faker) => faker.finance.iban({ countryCode: faker.helpers.arrayElement(IBAN_COUNTRIES) }),
  skill: (faker) => faker.helpers.arrayElement(SKILLS),
  tag: (faker) => faker.commerce.productAdjective().toLowerCase(),
  role: (faker) => faker.helpers.arrayElement(['admin', 'editor', 'viewer', 'guest']),
  status: (faker) => faker.helpers.arrayElement(['active', 'pending', 'paused', 'closed']),
  language: (faker) => faker.location.language().name,
  locale: (faker) =>
    faker.helpers.arrayElement('en-GB en-US de-DE fr-FR it-IT pl-PL ja-JP ar-EG'.split(' ')),
  'time-zone': (faker) => faker.location.timeZone(),
  'web-address': (faker, _, serial) =>
    `https://www.${faker.helpers.arrayElement(DOMAINS)}/${faker.lorem.slug(2)}${suffixOf(serial)}`,
  picture: (faker, _, serial) =>
    `https://images.example.com/${faker.lorem.slug(2)}${suffixOf(serial)}.jpg`,
  host: (faker, _, serial) => `${faker.lorem.word()}${suffixOf(serial)}.example.com`,
  ip: (faker) => `192.0.2.${faker.number.int({ min: 1, max: 254 })}`,
  created: (_, { created }) => created,
  updated: (_, { updated }) => updated,
  due: (faker) => TODAY_MS + faker.number.int({ min: 1, max: 365 }) * DAY_MS,
  birth: (faker) => TODAY_MS - faker.number.int({ min: 18 * 366, max: 90 * 365 }) * DAY_MS,
  heading: (faker) => sentence(faker.lorem.words({ min: 3, max: 6 })),
  paragraph: (faker) => faker.lorem.sentences({ min: 1, max: 3 }),
  slug: (faker, _, serial) => `${faker.lorem.slug(3)}${suffixOf(serial)}`,
  version: (faker) => faker.system.semver(),
  thing: (faker) => sentence(faker.word.words({ count: 2 })),
} satisfies Record<string, Maker>;

/** What a value is about. `topics.ts` finds it from the name of a member. */
export type Topic = keyof typeof makers;

function suffixOf(serial: number | null): string {
  return serial === null ? '' : `-${serial}`;
}

/** The part of an e-mail address before the @: ASCII letters only. */
function handleOf({ first, last }: Actor, between: string): string {
  const plain = (text: string): string =>
    text
      .normalize('NFD')
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '');
  return `${plain(first)}${between}${plain(last)}`;
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const DOMAINS = ['example.com', 'example.org', 'example.net'] as const;

/** Those whose numbers of accounts are short: 16 to 22 characters. */
const IBAN_COUNTRIES = ['AT', 'BE', 'DE', 'GB', 'NL'] as const;

const DISTRICTS = `
  Old Town, Riverside, Harbour, Northgate, Southbank, Westend, Eastside, Castle Hill,
  Mill Quarter, Station Quarter, Lakeside, Market Square, Garden City, Canal District,
  University Quarter, Parkview, Orchard, Hillcrest, Docklands, Cathedral Quarter, Meadows,
  Brickfields, Newtown, Springfield`
  .trim()
  .split(/,\s+/);

const SKILLS = `
  typescript, sql, go, python, css, accessibility, figma, statistics, rust, java, kubernetes,
  linux, testing, copywriting, negotiation, accounting, photography, project management,
  public speaking, teaching, translation, graphic design, data analysis, customer service,
  marketing, research, first aid, carpentry`
  .trim()
  .split(/,\s+/);
