// The terms of the event log, as services of the bed: what each takes, refuses, fills in, and
// forgets.

import type { CorrectService } from '../correct-service.ts';
import {
  asciiNames,
  constant,
  fewSkills,
  fieldNames,
  lowerCaseEmails,
  needs,
  nothingBut,
  plainEmails,
  plainNames,
  premiumLater,
  wholeAddresses,
} from './rules.ts';
import { logged, type Terms } from './server.ts';

const withId = [...fieldNames, 'id'];
const defaults = { isPremium: false, skills: [], address: {} };
const blanks = { skills: [], address: {} };

const all: readonly [name: string, about: string, terms: Partial<Terms>][] = [
  [
    'event-log',
    'An event log under /rest; POST answers {"user":{...}}, DELETE {"left":id}; unknown fields are dropped.',
    {},
  ],
  [
    'strict-400',
    'Refuses fields that it does not know with 400.',
    { rules: [nothingBut(withId, 'both', 400)] },
  ],
  [
    'strict-422',
    'Refuses with 422 the fields that it does not know, and an id in a POST.',
    {
      wrongStatus: 422,
      rules: [nothingBut(withId, 'both', 422), nothingBut(fieldNames, 'POST', 422)],
      put: 'rewrites',
    },
  ],
  [
    'post-needs-all-fields',
    'POST needs all five fields, or answers 422.',
    {
      rules: [needs(fieldNames, 'POST', 422)],
      wrongStatus: 422,
    },
  ],
  [
    'both-need-all-fields',
    'POST and PUT need all five fields, or answer 400.',
    {
      rules: [needs(fieldNames, 'both', 400), wholeAddresses(400)],
      put: 'rewrites',
      putAnswers: 'nothing',
    },
  ],
  [
    'put-needs-all-fields',
    'POST needs name and email, PUT all five fields.',
    {
      rules: [needs(fieldNames, 'PUT', 422)],
      put: 'rewrites',
    },
  ],
  [
    'put-needs-all-and-id',
    'PUT needs all five fields and the id.',
    {
      rules: [needs(withId, 'PUT', 400)],
      put: 'rewrites',
    },
  ],
  [
    'fills-defaults',
    'Fills in isPremium false, no skills and an empty address; PUT changes what it is sent.',
    { defaults },
  ],
  [
    'rewrites-with-defaults',
    'Fills in the same; PUT sets what it is not sent back to it.',
    { defaults, put: 'rewrites' },
  ],
  [
    'rewrites-to-nothing',
    'PUT leaves an empty address and no skills where it is told none.',
    { blanks, put: 'rewrites' },
  ],
  [
    'rewrites-to-blanks',
    'PUT leaves an address of empty texts where it is told none.',
    { blanks: { ...blanks, address: { city: '', district: '' } }, put: 'rewrites' },
  ],
  [
    'name-and-email-only',
    'Stores name and email, and drops all other fields.',
    { stored: ['name', 'email'] },
  ],
  [
    'name-and-email-strictly',
    'Takes name and email, and refuses all other fields.',
    {
      stored: ['name', 'email'],
      rules: [nothingBut(['name', 'email'], 'both', 400)],
      putAnswers: 'sent',
    },
  ],
  [
    'name-alone-is-returned',
    'Takes an email and never shows it; a user is id, name, skills and isPremium.',
    {
      stored: ['name', 'skills', 'isPremium'],
    },
  ],
  [
    'no-address',
    'Drops the address and keeps the other fields.',
    { stored: ['name', 'email', 'isPremium', 'skills'] },
  ],
  [
    'others-by-put-alone',
    'POST takes name and email and refuses the others; PUT takes all.',
    {
      rules: [nothingBut(['name', 'email'], 'POST', 422)],
      defaults,
    },
  ],
  [
    'put-keeps-to-name-and-email',
    'PUT takes name and email and refuses the others; POST takes all.',
    {
      rules: [nothingBut(['name', 'email', 'id'], 'PUT', 400)],
    },
  ],
  [
    'refuses-unusual-names',
    'Refuses with 422 names of over 100 characters, with emoji, <>, outer spaces, or digits only.',
    {
      rules: [plainNames(422)],
    },
  ],
  [
    'ascii-names',
    'Takes names of 2 to 40 ASCII letters and spaces; 400.',
    { rules: [asciiNames(400)], put: 'rewrites' },
  ],
  [
    'plain-emails',
    'Refuses e-mails with a plus, or with signs, with 400.',
    { rules: [plainEmails(400)] },
  ],
  [
    'refuses-all-unusual',
    'Refuses with 400 unusual names and e-mails, capitals in e-mails, over 12 skills or equal ones, partial addresses.',
    {
      rules: [
        plainNames(400),
        plainEmails(400),
        lowerCaseEmails(400),
        fewSkills(12, 400),
        wholeAddresses(400),
      ],
    },
  ],
  [
    'few-skills',
    'Takes five skills, all different; 422.',
    { rules: [fewSkills(5, 422)], putAnswers: 'nothing' },
  ],
  [
    'constant-email',
    'Refuses with 409 a PUT that changes the e-mail.',
    { rules: [constant('email', 409)] },
  ],
  [
    'premium-later',
    'Refuses with 403 a POST with isPremium true; a PUT may set it.',
    { rules: [premiumLater(403)] },
  ],
  [
    'thirty-members',
    'Holds 30 users and no more: 507; fills in defaults.',
    { membersMax: 30, defaults },
  ],
];

export const logServices: readonly CorrectService[] = all.map(([name, about, terms]) => ({
  name,
  about,
  start: logged(terms),
}));
