// Hard faults in values that hardly ever occur: a certain length, character or word. Each is rare
// enough that a short run need not meet it.

import { listed, received, shown, stored, storedBy } from '../faults/altered-text.ts';
import { lostOnPost, lostOnPut } from '../faults/client.ts';
import { at, GET, type PlantedFault, POST, PUT, storing } from '../faults/planting.ts';
import { type Fields, isTexts } from '../parts.ts';

const address = (city: string, district: string): Fields => ({ address: { city, district } });

/** The first bytes of a text in UTF-8, without a character that is cut. */
function firstBytes(text: string, bytes: number): string {
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd$/, '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const NAMES_OF_OBJECTS = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];

export const rareTexts: readonly PlantedFault[] = [
  stored({
    name: 'name-of-256-loses-one',
    about: 'A name of 256 characters loses the last one; longer ones are kept elsewhere, whole.',
    place: 'name',
    change: (name) => (name.length === 256 ? name.slice(0, 255) : name),
    shownBy: { name: 'n'.repeat(256) },
  }),
  stored({
    name: 'name-of-64-is-padded',
    about: 'A name of 64 characters gets a blank at its end.',
    place: 'name',
    change: (name) => (name.length === 64 ? `${name} ` : name),
    shownBy: { name: 'n'.repeat(64) },
  }),
  storedBy('update', {
    name: 'district-cut-at-1000-by-put',
    about: 'PUT cuts the district after 1,000 characters.',
    place: 'district',
    change: (district) => district.slice(0, 1000),
    shownBy: address('c', 'd'.repeat(1001)),
  }),
  stored({
    name: 'name-cut-at-65535-bytes',
    about: 'Names are cut after 65,535 bytes.',
    place: 'name',
    change: (name) => firstBytes(name, 65_535),
    shownBy: { name: 'n'.repeat(65_536) },
  }),
  {
    name: 'skills-cut-at-64',
    about: 'Skills after the 64th are dropped.',
    clauses: [POST, PUT, GET],
    kind: 'value',
    plant: storing(at('skills', (skills) => (isTexts(skills) ? skills.slice(0, 64) : skills))),
    witness: lostOnPost({ skills: Array.from({ length: 65 }, (_, index) => `skill ${index}`) }),
  },
  {
    name: 'skill-between-chunks-lost-by-put',
    about: 'PUT stores skills in chunks of 100, and loses the one after the first chunk.',
    clauses: [PUT, GET],
    kind: 'value',
    plant: storing(
      at('skills', (skills) =>
        isTexts(skills) ? skills.filter((_, index) => index !== 100) : skills,
      ),
      'update',
    ),
    witness: lostOnPut({}, { skills: Array.from({ length: 102 }, (_, index) => `s${index}`) }),
  },
  stored({
    name: 'signs-of-no-width-dropped',
    about: 'Signs of no width are dropped from the name.',
    place: 'name',
    change: (name) => name.replace(/[\u200b\u00ad\ufeff]/g, ''),
    shownBy: { name: 'co\u00adoperate' },
  }),
  stored({
    name: 'name-ends-at-nul',
    about: 'What follows a NUL in the name is dropped.',
    place: 'name',
    change: (name) => name.split('\0')[0],
    shownBy: { name: 'Ada\0Byron' },
  }),
  stored({
    name: 'rare-ideographs-dropped',
    about: 'Characters beyond the second plane are dropped from the city; emoji are kept.',
    place: 'city',
    change: (city) => city.replace(/[\u{20000}-\u{10ffff}]/gu, ''),
    shownBy: address('\u{20bb7}野家', 'd'),
  }),
  storedBy('create', {
    name: 'wide-letters-narrowed-by-post',
    about: 'POST turns full-width letters of the district into ASCII.',
    place: 'district',
    change: (district) =>
      district.replace(/[\uff01-\uff5e]/g, (sign) =>
        String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
      ),
    shownBy: address('c', 'ＡＢＣ'),
  }),
  stored({
    name: 'line-separators-become-line-feeds',
    about: 'The separators U+2028 and U+2029 in the name become line feeds.',
    place: 'name',
    change: (name) => name.replace(/[\u2028\u2029]/g, '\n'),
    shownBy: { name: 'one\u2028two' },
  }),
  storedBy('update', {
    name: 'entities-of-numbers-decoded-by-put',
    about: 'PUT decodes character references such as &#233; in the name.',
    place: 'name',
    change: (name) =>
      name.replace(/&#(\d+);/g, (_whole, code) => String.fromCodePoint(Number(code))),
    shownBy: { name: 'Zo&#235;' },
  }),
  shown({
    name: 'city-of-yaml-is-flag',
    about: 'GET of a user gives true or false for a city named yes, no, on or off.',
    place: 'city',
    change: (city) => (/^(yes|on)$/i.test(city) ? true : /^(no|off)$/i.test(city) ? false : city),
    shownBy: address('No', 'd'),
  }),
  stored({
    name: 'name-of-a-day-gets-a-time',
    about: 'A name such as 2024-02-29 is stored as a moment.',
    place: 'name',
    change: (name) => (/^\d{4}-\d\d-\d\d$/.test(name) ? `${name}T00:00:00.000Z` : name),
    shownBy: { name: '2024-02-29' },
  }),
  stored({
    name: 'long-digits-rounded',
    about: 'A name of more than 16 digits is rounded as a number of double precision.',
    place: 'name',
    change: (name) => (/^[1-9]\d{16,}$/.test(name) ? BigInt(Number(name)).toString() : name),
    shownBy: { name: '12345678901234567' },
  }),
  stored({
    name: 'names-of-objects-emptied',
    about: 'A city that is named as a member of every object of JavaScript is stored as empty.',
    place: 'city',
    change: (city) => (NAMES_OF_OBJECTS.includes(city) ? '' : city),
    shownBy: address('constructor', 'd'),
  }),
  shown({
    name: 'district-of-json-parsed',
    about: 'GET of a user parses a district that is a list or an object in JSON.',
    place: 'district',
    change: (district) => (/^[[{].*[\]}]$/.test(district) ? parsed(district) : district),
    shownBy: address('c', '[1, 2]'),
  }),
  stored({
    name: 'formulas-guarded',
    about: 'A city that begins with @, + or - gets an apostrophe, as for a spreadsheet.',
    place: 'city',
    change: (city) => city.replace(/^[@+-]/, "'$&"),
    shownBy: address('-1', 'd'),
  }),
  listed({
    name: 'sharp-s-spelled-out-in-list',
    about: 'The list shows ss for a sharp s in names.',
    place: 'name',
    change: (name) => name.replaceAll('ß', 'ss'),
    shownBy: { name: 'Weiß' },
  }),
  stored({
    name: 'dotted-capital-loses-its-dot',
    about: 'The Turkish capital with a dot in the name becomes a plain one.',
    place: 'name',
    change: (name) => name.replaceAll('\u0130', 'I'),
    shownBy: { name: 'İzmir' },
  }),
];

const isSpaced = (text: string): boolean => /"isPremium":\s/.test(text);

/** The same values, written differently in JSON. */
export const rareSpellings: readonly PlantedFault[] = [
  {
    ...received({
      name: 'escaped-pairs-broken',
      about: 'A character of two escapes in a body becomes a replacement character.',
      decode: (bytes) =>
        bytes.toString().replace(/\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi, '\ufffd'),
      shownBy: {},
    }),
    witness: async (client) => {
      const sent = { name: 'Ada', email: 'ada.e@example.com' };
      const text = JSON.stringify(sent).replace('Ada', 'Ada \\ud83d\\ude00');
      const { status } = await client.send('POST', '/users', text);
      const found = (await client.list()).find(({ email }) => email === sent.email);
      return status < 300 && found?.['name'] !== 'Ada 😀';
    },
  },
  {
    ...received({
      name: 'flag-after-a-space-dropped',
      about: 'isPremium is dropped from a body that has a space between the name and the value.',
      decode: (bytes) => {
        const text = bytes.toString();
        const value = parsed(text);
        return isSpaced(text) && typeof value === 'object'
          ? JSON.stringify({ ...value, isPremium: undefined })
          : text;
      },
      shownBy: {},
    }),
    witness: async (client) => {
      const id = await client.create();
      const before = await client.read(id);
      const { id: _id, createdAt: _at, updatedAt: _then, ...sent } = before;
      const other = { ...sent, isPremium: before['isPremium'] !== true };
      await client.send('PUT', `/users/${id}`, JSON.stringify(other, null, 2));
      return (await client.read(id))['isPremium'] !== other.isPremium;
    },
  },
];
