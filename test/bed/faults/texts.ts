// Faults in texts that are accepted and stored otherwise: spaces, case, length, digits.

import type { Fields } from '../parts.ts';
import { listed, shown, stored, storedBy } from './altered-text.ts';
import type { PlantedFault } from './planting.ts';

const address = (city: string, district: string): Fields => ({ address: { city, district } });

const skill = (...skills: readonly string[]): Fields => ({ skills });

export const texts: readonly PlantedFault[] = [
  stored({
    name: 'name-that-is-no-number-emptied',
    about: 'A name that is NaN is stored as an empty one.',
    place: 'name',
    change: (name) => (name === 'NaN' ? '' : name),
    shownBy: { name: 'NaN' },
  }),
  stored({
    name: 'name-decoded',
    about: 'Percent sequences of the name are decoded, where all of them can be.',
    place: 'name',
    change: (name) => {
      try {
        return decodeURIComponent(name);
      } catch {
        return name;
      }
    },
    shownBy: { name: '100%25 sure' },
  }),
  stored({
    name: 'email-cut-at-sixty',
    about: 'The e-mail ends after 60 characters.',
    place: 'email',
    change: (email) => email.slice(0, 60),
    shownBy: { email: `${'a'.repeat(60)}@example.com` },
  }),
  storedBy('update', {
    name: 'domain-lower-cased-by-put',
    about: 'PUT stores the domain of the e-mail in lower case; POST stores it as it was sent.',
    place: 'email',
    change: (email) => email.replace(/@.*/, (domain) => domain.toLowerCase()),
    shownBy: { email: 'ada@Example.COM' },
  }),
  stored({
    name: 'name-capitalised',
    about: 'Each word of the name begins with a capital and goes on in lower case.',
    place: 'name',
    change: (name) =>
      name.replace(/\S+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
    shownBy: { name: 'ada McByron' },
  }),
  stored({
    name: 'skills-lower-cased',
    about: 'Skills are stored in lower case.',
    place: 'each skill',
    change: (item) => item.toLowerCase(),
    shownBy: skill('SQL'),
  }),
  storedBy('update', {
    name: 'city-upper-cased-by-put',
    about: 'PUT stores the city in capitals.',
    place: 'city',
    change: (city) => city.toUpperCase(),
    shownBy: address('Oslo', 'Frogner'),
  }),
  stored({
    name: 'name-cut-at-255',
    about: 'Names are cut after 255 characters.',
    place: 'name',
    change: (name) => name.slice(0, 255),
    shownBy: { name: 'n'.repeat(300) },
  }),
  stored({
    name: 'skill-cut-at-50',
    about: 'Skills are cut after 50 characters.',
    place: 'each skill',
    change: (item) => item.slice(0, 50),
    shownBy: skill('s'.repeat(300)),
  }),
  storedBy('update', {
    name: 'city-cut-at-64-by-put',
    about: 'PUT cuts the city after 64 characters; POST stores all of it.',
    place: 'city',
    change: (city) => city.slice(0, 64),
    shownBy: address('c'.repeat(300), 'd'),
  }),
  listed({
    name: 'name-abbreviated-in-list',
    about: 'The list shows the first 40 characters of a name and three dots.',
    place: 'name',
    change: (name) => (name.length > 40 ? `${name.slice(0, 40)}...` : name),
    shownBy: { name: 'n'.repeat(300) },
  }),
  listed({
    name: 'name-in-capitals-in-list',
    about: 'The list shows names in capitals.',
    place: 'name',
    change: (name) => name.toUpperCase(),
    shownBy: { name: 'Ada' },
  }),
  shown({
    name: 'name-of-digits-is-number',
    about: 'GET of a user gives a name that consists of digits as a number.',
    place: 'name',
    change: (name) => (/^\d+$/.test(name) ? Number(name) : name),
    shownBy: { name: '12345' },
  }),
  shown({
    name: 'district-of-digits-is-number',
    about: 'GET of a user gives a district that consists of digits as a number.',
    place: 'district',
    change: (district) => (/^\d+$/.test(district) ? Number(district) : district),
    shownBy: address('Paris', '5'),
  }),
  stored({
    name: 'skills-of-digits-are-numbers',
    about: 'A skill that consists of digits is stored as a number.',
    place: 'each skill',
    change: (item) => (/^\d+$/.test(item) ? Number(item) : item),
    shownBy: skill('365', 'sql'),
  }),
  stored({
    name: 'leading-zeros-lost',
    about: 'A name of digits loses the zeros that it begins with.',
    place: 'name',
    change: (name) => (/^0+\d+$/.test(name) ? name.replace(/^0+/, '') : name),
    shownBy: { name: '007' },
  }),
  shown({
    name: 'city-named-null',
    about: 'GET of a user gives null for a city named "null", and true or false for one named so.',
    place: 'city',
    change: (city) => (/^(null|true|false)$/.test(city) ? JSON.parse(city) : city),
    shownBy: address('null', 'true'),
  }),
  shown({
    name: 'empty-district-is-null',
    about: 'GET of a user gives null for a district that is an empty text.',
    place: 'district',
    change: (district) => (district === '' ? null : district),
    shownBy: address('Paris', ''),
  }),
];
