// Faults in the forms of texts that few try, and in what one thing that is written does to another.

import { listed, stored, storedBy } from './altered-text.ts';
import { createdId, lostOnPut, person } from './client.ts';
import { type PlantedFault, POST, PUT, skillsOf, updating, without } from './planting.ts';

export const forms: readonly PlantedFault[] = [
  stored({
    name: 'hard-spaces-become-soft',
    about: 'A space in a skill that holds words together becomes a plain one.',
    place: 'each skill',
    change: (skill) => skill.replaceAll('\u00a0', ' '),
    shownBy: { skills: ['C\u00a0sharp'] },
  }),
  stored({
    name: 'tabs-become-spaces',
    about: 'Tabs in the city become spaces.',
    place: 'city',
    change: (city) => city.replaceAll('\t', ' '),
    shownBy: { address: { city: 'New\tYork', district: 'Bronx' } },
  }),
  stored({
    name: 'line-ends-are-unified',
    about: 'CR LF in the name becomes LF.',
    place: 'name',
    change: (name) => name.replaceAll('\r\n', '\n'),
    shownBy: { name: 'Ada\r\nByron' },
  }),
  stored({
    name: 'formulas-escaped',
    about: 'A name that begins as a formula of a spreadsheet does gets an apostrophe before it.',
    place: 'name',
    change: (name) => name.replace(/^[=+@-]/, "'$&"),
    shownBy: { name: '=Ada' },
  }),
  stored({
    name: 'joiners-dropped',
    about: 'Signs without width are dropped from the district.',
    place: 'district',
    change: (district) => district.replaceAll(/[\u200b-\u200d]/g, ''),
    shownBy: { address: { city: 'Oslo', district: '👩\u200d👧' } },
  }),
  storedBy('update', {
    name: 'braces-emptied-by-put',
    about: 'PUT takes what stands in two braces for a variable of a template.',
    place: 'name',
    change: (name) => name.replaceAll(/\{\{.*?\}\}/g, ''),
    shownBy: { name: 'Ada {{x}} Byron' },
  }),
  listed({
    name: 'names-with-markup-cut-in-list',
    about: 'The list shows names without tags.',
    place: 'name',
    change: (name) => name.replaceAll(/<[^>]*>/g, ''),
    shownBy: { name: 'Ada <b>Byron</b>' },
  }),
  {
    name: 'flag-off-drops-skills',
    about: 'A PUT that turns isPremium off drops all skills but three.',
    clauses: [PUT, 'section 2, user'],
    kind: 'stateful',
    plant: updating((after, before) =>
      before['isPremium'] === true && after['isPremium'] === false
        ? { ...after, skills: skillsOf(after).slice(0, 3) }
        : after,
    ),
    witness: lostOnPut({ isPremium: true }, { isPremium: false, skills: ['a', 'b', 'c', 'd'] }),
  },
  {
    name: 'same-put-drops-address',
    about: 'A PUT that names the city that is there drops the address.',
    clauses: [PUT],
    kind: 'stateful',
    plant: updating((after, before) =>
      JSON.stringify(after['address']) === JSON.stringify(before['address'])
        ? without(after, 'address')
        : after,
    ),
    witness: lostOnPut(
      { address: { city: 'Oslo', district: 'Sør' } },
      { address: { city: 'Oslo', district: 'Sør' } },
    ),
  },
  {
    name: 'post-answers-the-user-before',
    about: 'POST answers with the user that was created before.',
    clauses: [POST, 'section 2, user'],
    kind: 'stateful',
    notIn: { odd: 'its answer to POST shows an id alone' },
    plant: (parts) => ({
      ...parts,
      echo: (user) => parts.echo(parts.all().at(-2) ?? user),
    }),
    witness: async (client) => {
      const before = (await client.list()).map(({ id }) => id);
      return before.includes(createdId(await client.post(person())));
    },
  },
];
