// Faults in lists of skills.

import type { Fields } from '../parts.ts';
import { lostOnPost, lostOnPut } from './client.ts';
import {
  at,
  GET,
  keeping,
  type PlantedFault,
  POST,
  PUT,
  reading,
  skillsOf,
  storing,
  valueFault,
} from './planting.ts';

const stored = valueFault(POST, PUT, GET);
const storedByPut = valueFault(PUT, GET);
const shown = valueFault(GET, 'section 2, user', POST);

/** Changes the skills, if there are any. */
function skills(change: (skills: readonly unknown[]) => unknown): (fields: Fields) => Fields {
  return at('skills', (value) => (Array.isArray(value) ? change(value) : value));
}

const many = Array.from({ length: 15 }, (_, index) => `skill ${index}`);

export const skillLists: readonly PlantedFault[] = [
  stored({
    name: 'skills-split-at-commas',
    about: 'A skill with a comma becomes two.',
    plant: storing(skills((items) => items.flatMap((item) => String(item).split(',')))),
    witness: lostOnPost({ skills: ['sql, basic', 'go'] }),
  }),
  stored({
    name: 'skills-sorted',
    about: 'Skills are stored in the order of the alphabet.',
    plant: storing(skills((items) => [...items].sort())),
    witness: lostOnPost({ skills: ['sql', 'go'] }),
  }),
  stored({
    name: 'skills-cut-at-twelve',
    about: 'The first twelve skills are stored, the others dropped.',
    plant: storing(skills((items) => items.slice(0, 12))),
    witness: lostOnPost({ skills: many }),
  }),
  storedByPut({
    name: 'skills-cut-at-ten-by-put',
    about: 'PUT stores the first ten skills.',
    plant: storing(
      skills((items) => items.slice(0, 10)),
      'update',
    ),
    witness: lostOnPut({}, { skills: many }),
  }),
  shown({
    name: 'last-of-many-skills-hidden',
    about: 'GET of a user leaves the last skill out where there are more than twelve.',
    plant: reading(skills((items) => (items.length > 12 ? items.slice(0, -1) : items))),
    witness: lostOnPost({ skills: many }),
  }),
  stored({
    name: 'many-skills-in-order-of-text-keys',
    about: 'More than ten skills come back in the order 0, 1, 10, 11, 2, ...',
    plant: storing(
      skills((items) =>
        [...items.keys()]
          .map(String)
          .sort()
          .map((key) => items[Number(key)]),
      ),
    ),
    witness: lostOnPost({ skills: many }),
  }),
  shown({
    name: 'one-skill-is-text',
    about: 'GET of a user gives a single skill as a string, without the array.',
    plant: reading(skills((items) => (items.length === 1 ? items[0] : items))),
    witness: lostOnPost({ skills: ['go'] }),
  }),
  shown({
    name: 'no-skills-is-null',
    about: 'GET of a user gives null for an empty array of skills.',
    plant: reading(skills((items) => (items.length === 0 ? null : items))),
    witness: lostOnPost({ skills: [] }),
  }),
  stored({
    name: 'no-skills-is-one-empty-skill',
    about: 'An empty array of skills is stored as an array of one empty text, as by "".split(",").',
    plant: storing(skills((items) => (items.length === 0 ? [''] : items))),
    witness: lostOnPost({ skills: [] }),
  }),
  storedByPut({
    name: 'no-skills-ignored-by-put',
    about: 'PUT of an empty array of skills keeps the skills there are.',
    plant: keeping('skills', (after) => skillsOf(after).length === 0),
    witness: lostOnPut({ skills: ['go'] }, { skills: [] }),
  }),
  storedByPut({
    name: 'first-skill-lost-by-put',
    about: 'PUT drops the first of several skills.',
    plant: storing(
      skills((items) => (items.length > 1 ? items.slice(1) : items)),
      'update',
    ),
    witness: lostOnPut({}, { skills: ['go', 'sql'] }),
  }),
  storedByPut({
    name: 'skills-turned-around-by-put',
    about: 'PUT stores the skills in reverse.',
    plant: storing(
      skills((items) => [...items].reverse()),
      'update',
    ),
    witness: lostOnPut({}, { skills: ['go', 'sql'] }),
  }),
  stored({
    name: 'empty-skill-dropped',
    about: 'A skill that is an empty text is dropped.',
    plant: storing(skills((items) => items.filter(Boolean))),
    witness: lostOnPost({ skills: ['go', ''] }),
  }),
  storedByPut({
    name: 'as-many-skills-ignored-by-put',
    about: 'PUT compares the number of skills only: as many others are not stored.',
    plant: keeping('skills', (after, before) => skillsOf(after).length === skillsOf(before).length),
    witness: lostOnPut({ skills: ['go', 'sql'] }, { skills: ['css', 'ada'] }),
  }),
];
