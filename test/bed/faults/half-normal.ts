// Faults in normal forms: a service may trim, compose, lower or merge what it stores, but then always.

import type { Fields } from '../parts.ts';
import { listed, shown, stored, storedBy } from './altered-text.ts';
import { lostOnPost, lostOnPut } from './client.ts';
import { at, GET, type PlantedFault, POST, PUT, storing } from './planting.ts';

const address = (city: string, district: string): Fields => ({ address: { city, district } });

const once = (items: unknown): unknown => (Array.isArray(items) ? [...new Set(items)] : items);

export const halfNormal: readonly PlantedFault[] = [
  storedBy('create', {
    name: 'name-trimmed-by-post',
    about: 'POST drops blanks before and after the name; PUT stores them.',
    place: 'name',
    change: (name) => name.trim(),
    shownBy: { name: '  Ada ' },
  }),
  storedBy('update', {
    name: 'skills-trimmed-by-put',
    about: 'PUT drops blanks before and after a skill; POST stores them.',
    place: 'each skill',
    change: (item) => item.trim(),
    shownBy: { skills: [' sql', 'go '] },
  }),
  storedBy('update', {
    name: 'spaces-of-city-collapsed-by-put',
    about: 'PUT makes one blank of several within the city; POST stores them.',
    place: 'city',
    change: (city) => city.replace(/ +/g, ' '),
    shownBy: address('New  York', 'Bronx'),
  }),
  stored({
    name: 'email-in-capitals-lower-cased',
    about: 'An e-mail in capitals alone is stored in lower case, others as they are sent.',
    place: 'email',
    change: (email) => (email === email.toUpperCase() ? email.toLowerCase() : email),
    shownBy: { email: 'ADA@EXAMPLE.COM' },
  }),
  storedBy('create', {
    name: 'email-lower-cased-by-post',
    about: 'POST stores the e-mail in lower case; PUT stores it as it was sent.',
    place: 'email',
    change: (email) => email.toLowerCase(),
    shownBy: { email: 'Ada.Byron@Example.com' },
  }),
  {
    name: 'accents-composed-in-first-skill',
    about: 'The first skill is stored with composed accents, the others as they are sent.',
    clauses: [POST, PUT, GET],
    kind: 'value',
    plant: storing(
      at('skills', (items) =>
        Array.isArray(items)
          ? items.map((item, index) => (index === 0 ? String(item).normalize('NFC') : item))
          : items,
      ),
    ),
    witness: lostOnPost({ skills: ['Zoe\u0308', 'e\u0301'] }),
  },
  storedBy('create', {
    name: 'accents-composed-by-post',
    about: 'POST stores the district with composed accents; PUT stores it as it was sent.',
    place: 'district',
    change: (district) => district.normalize('NFC'),
    shownBy: address('Paris', 'E\u0301toile'),
  }),
  {
    name: 'skills-deduplicated-by-put',
    about: 'PUT stores equal skills once; POST stores all.',
    clauses: [PUT, GET],
    kind: 'value',
    plant: storing(at('skills', once), 'update'),
    witness: lostOnPut({}, { skills: ['go', 'sql', 'go'] }),
  },
  stored({
    name: 'name-trimmed-and-cut',
    about: 'Blanks around the name are dropped, and what follows 30 characters.',
    place: 'name',
    change: (name) => name.trim().slice(0, 30),
    shownBy: { name: 'n'.repeat(40) },
  }),
  stored({
    name: 'name-trimmed-and-escaped',
    about: 'Blanks around the name are dropped, and < and > are stored as entities.',
    place: 'name',
    change: (name) => name.trim().replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    shownBy: { name: 'Ada <b>' },
  }),
  stored({
    name: 'email-lower-cased-and-tag-dropped',
    about: 'The e-mail is stored in lower case, without what follows a +.',
    place: 'email',
    change: (email) => email.toLowerCase().replace(/\+[^@]*/, ''),
    shownBy: { email: 'ada+news@example.com' },
  }),
  listed({
    name: 'names-trimmed-in-list',
    about: 'The list shows names without blanks around them; GET of a user shows the blanks.',
    place: 'name',
    change: (name) => name.trim(),
    shownBy: { name: '  Ada ' },
  }),
  shown({
    name: 'email-lower-cased-when-read',
    about: 'GET of a user shows the e-mail in lower case; the list shows it as it was sent.',
    place: 'email',
    change: (email) => email.toLowerCase(),
    shownBy: { email: 'Ada.Byron@Example.com' },
  }),
];
