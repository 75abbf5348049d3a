// Faults in single characters of texts that are accepted: beyond ASCII, with a meaning in HTML,
// SQL, JSON or forms.

import type { Fields } from '../parts.ts';
import { listed, received, stored, storedBy } from './altered-text.ts';
import type { PlantedFault } from './planting.ts';

const address = (city: string, district: string): Fields => ({ address: { city, district } });

const skill = (...skills: readonly string[]): Fields => ({ skills });

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export const characters: readonly PlantedFault[] = [
  stored({
    name: 'plus-cut-from-email',
    about: 'What follows a + in the e-mail is dropped, up to the @.',
    place: 'email',
    change: (email) => email.replace(/\+[^@]*/, ''),
    shownBy: { email: 'ada+news@example.com' },
  }),
  stored({
    name: 'plus-in-email-is-space',
    about: 'A + in the e-mail becomes a space, as in a form.',
    place: 'email',
    change: (email) => email.replaceAll('+', ' '),
    shownBy: { email: 'ada+news@example.com' },
  }),
  stored({
    name: 'name-without-accents',
    about: 'Letters beyond ASCII are dropped from the name.',
    place: 'name',
    change: (name) => name.replace(/[^\0-\x7f]/g, ''),
    shownBy: { name: 'Zoë 漢' },
  }),
  stored({
    name: 'city-in-question-marks',
    about: 'Characters of the city beyond Latin-1 become question marks.',
    place: 'city',
    change: (city) => city.replace(/[^\0-\xff]/gu, '?'),
    shownBy: address('漢口', 'Hankou'),
  }),
  stored({
    name: 'emoji-dropped',
    about:
      'Characters beyond the basic plane are dropped from the name, as with three bytes a character.',
    place: 'name',
    change: (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
    shownBy: { name: 'Ada 😀' },
  }),
  stored({
    name: 'emoji-halved-in-skills',
    about:
      'Of a character beyond the basic plane, a skill keeps the first half, shown as a replacement character.',
    place: 'each skill',
    change: (item) => item.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
    shownBy: skill('juggling 🤹'),
  }),
  received({
    name: 'body-read-as-latin-1',
    about: 'The bytes of a body are read as Latin-1, though JSON is UTF-8.',
    decode: (bytes) => bytes.toString('latin1'),
    shownBy: { name: 'Zoë' },
  }),
  received({
    name: 'body-unescaped-twice',
    about: 'Percent-encoding within the body is decoded.',
    decode: (bytes) =>
      bytes
        .toString()
        .replace(/%([2-7][0-9a-f])/gi, (whole, code) =>
          code === '22' ? whole : String.fromCharCode(Number.parseInt(code, 16)),
        ),
    shownBy: { name: 'Ada%20Byron' },
  }),
  stored({
    name: 'name-decomposed',
    about: 'Accents in the name are stored apart from their letters (NFD).',
    place: 'name',
    change: (name) => name.normalize('NFD'),
    shownBy: { name: 'Zo\u00eb' },
  }),
  stored({
    name: 'accents-folded-in-district',
    about: 'The district loses its accents and keeps the letters.',
    place: 'district',
    change: (district) => district.normalize('NFD').replace(/\p{M}/gu, ''),
    shownBy: address('Malm\u00f6', 'M\u00f6llev\u00e5ngen'),
  }),
  stored({
    name: 'name-escaped-for-html',
    about: 'The characters & < > in the name are stored as entities.',
    place: 'name',
    change: (name) => name.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign),
    shownBy: { name: 'Ada <& Sons>' },
  }),
  storedBy('update', {
    name: 'tags-cut-from-name-by-put',
    about: 'PUT drops everything between < and > from the name.',
    place: 'name',
    change: (name) => name.replace(/<[^>]*>/g, ''),
    shownBy: { name: 'Ada <b>Byron</b>' },
  }),
  listed({
    name: 'name-escaped-in-list',
    about: 'The list shows & < > in names as entities; GET of a user shows them as they are.',
    place: 'name',
    change: (name) => name.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign),
    shownBy: { name: 'Ada <& Sons>' },
  }),
  stored({
    name: 'apostrophe-doubled',
    about: 'An apostrophe in the name is stored twice, as in SQL.',
    place: 'name',
    change: (name) => name.replaceAll("'", "''"),
    shownBy: { name: "Sinead O'Connor" },
  }),
  stored({
    name: 'quotes-dropped-from-skills',
    about: 'Double quotes are dropped from skills.',
    place: 'each skill',
    change: (item) => item.replaceAll('"', ''),
    shownBy: skill('the "good" parts'),
  }),
  stored({
    name: 'quotes-escaped-in-name',
    about: 'A backslash is put before each quote in the name.',
    place: 'name',
    change: (name) => name.replace(/["']/g, '\\$&'),
    shownBy: { name: 'Ada "Countess" Byron' },
  }),
  stored({
    name: 'backslash-dropped-from-city',
    about: 'Backslashes are dropped from the city.',
    place: 'city',
    change: (city) => city.replaceAll('\\', ''),
    shownBy: address('a\\b', 'c'),
  }),
  storedBy('create', {
    name: 'backslash-n-becomes-a-line',
    about: 'POST turns a backslash and n within the name into a line feed.',
    place: 'name',
    change: (name) =>
      name.replace(/\\(.)/g, (_whole, sign: string) => (sign === 'n' ? '\n' : sign)),
    shownBy: { name: 'C:\\new' },
  }),
  stored({
    name: 'name-ends-at-the-line',
    about: 'What follows a line feed in the name is dropped.',
    place: 'name',
    change: (name) => name.split('\n')[0],
    shownBy: { name: 'Ada\nByron' },
  }),
  stored({
    name: 'name-ends-at-the-semicolon',
    about: 'What follows a semicolon in the name is dropped.',
    place: 'name',
    change: (name) => name.split(';')[0],
    shownBy: { name: 'Ada; Countess' },
  }),
];
