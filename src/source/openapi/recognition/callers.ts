// What a path says about who calls: that it is about the caller (`/users/me`), or that it registers one
// (`POST /register`, `/auth/sign-up`). Registrations make rows of accounts, and have a word of their own in tables.

import { isParameter } from '../api-paths.ts';
import type { ApiOperation } from '../operations.ts';
import { isPlural } from './things-listed.ts';

/** Steps that can be about nobody but the caller. */
const SURELY =
  /^(?:me|self|who-?am-?i|(?:user-?_?)?profile|user-?_?info|(?:my|current|logged-?_?in)-?_?(?:user|account|profile|info))$/i;

/** Whether a step of a path names the caller. */
export function isCallerStep(step: string): boolean {
  return SURELY.test(step);
}

/** What members of answers are called that hold what the caller sees of itself. */
export function wordsOfCaller({ path: { segments } }: ApiOperation): readonly string[] {
  return isCallerStep(segments.at(-1) ?? '') ? ['user', 'account', 'profile'] : [];
}

/** Words of what is about the caller, or of what there is one of. */
const OF_CALLER =
  /\b(?:current|(?:currently )?(?:logged[- ]?in|authenticated))\b.*\b(?:user|account|profile)\b/i;
const ONE_OF_ALL = /^(?:settings?|preferences|configuration|config)$/i;

/** Whether words are about the account of the caller: "Get user profile". */
export function saysOwnProfile({ summary }: Pick<ApiOperation, 'summary'>): boolean {
  return OWN_PROFILE.test(summary ?? '');
}

const OWN_PROFILE =
  /\b(?:(?:current|logged[- ]?in|authenticated)\b.*\b(?:user|account|profile)|(?:get|show|view|fetch|retrieve) (?:the |my |own |user |account )*profile)\b/i;

/** Whether GET reads what there is one of by its words: "Current user info", `/settings`. */
export function isOneByWords({ path: { segments }, summary }: ApiOperation): boolean {
  const isOne =
    OF_CALLER.test(summary ?? '') &&
    /^(?:info|user|details?|account)$/i.test(segments.at(-1) ?? '');
  return !segments.some(isParameter) && (isOne || ONE_OF_ALL.test(segments.at(-1) ?? ''));
}

/** Whether a path is about the caller: `surely` if it can be of no collection either. */
export function isOfCaller({ path: { segments } }: ApiOperation, how?: 'surely'): boolean {
  const [last = '', above = ''] = segments.toReversed();
  const isPossible = how === undefined && /^(?:user|account|current)$/i.test(last);
  // `/bookings/me` are the bookings of the caller.
  const isOfThings = /^(?:me|self)$/i.test(last) && isPlural(above) && !ABOVE.test(above);
  return (isPossible || isCallerStep(last)) && !isOfThings && !segments.some(isParameter);
}

/** Whether PUT, PATCH or POST changes what the caller has, by its path: `/user/update`, `/update-profile`. */
export function changesCaller({ method, path: { segments } }: ApiOperation): boolean {
  const [last = '', above = ''] = segments.toReversed();
  const isVerb = /^(?:update|edit|modify|change)$/i.test(last) && WHOSE.test(above);
  const isWrite = method === 'POST' || method === 'PUT' || method === 'PATCH';
  return isWrite && !segments.some(isParameter) && (isVerb || CHANGING_OWN.test(last));
}

const WHOSE = /^(?:users?|accounts?|profile|me|settings|preferences)$/i;
const CHANGING_OWN =
  /^(?:update|edit|modify|change)[-_]?(?:(?:my|user|account)[-_]?)?(?:profile|account|me|user|settings|preferences|info|details)$/i;

const PERSON =
  '(?:user|account|member|customer|client|admin|student|teacher|patient|doctor|driver|seller|buyer|vendor|employee|company|email|usuario|cliente)';
/** A step of a path, perhaps with who registers: `register-user`, `userSignup`. */
const REGISTRATION = new RegExp(
  `^(?:${PERSON}?[-_]?(?:self[-_]?)?(?:register|registration|sign[-_]?up|sing[-_]?up)(?:[-_]?(?:an?[-_]?)?(?:new[-_]?)?${PERSON}s?)?|registrar?(?:se|te)?[-_]?${PERSON}?|registro|cadastr(?:o|ar)(?:se|[-_]?${PERSON})?|inscription)$`,
  'i',
);
/** What stands above a registration: `/auth/register`, `/users/signup`. */
const ABOVE =
  /^(?:api|rest|v\d[\d.]*|auth\w*|authentication|identity|security|public|me|self|(?:app|admin)?_?(?:users?|accounts?|customers?|members?|persons?|people|clients?|players?|students?|teachers?|patients?|doctors?|drivers?|sellers?|vendors?|admins?|employees?|profiles?)|usuarios?|utilisateurs?|clientes?|benutzer|pengguna)$/i;

/** Whether a step of a path registers accounts. */
export function isRegistrationStep(step: string): boolean {
  return REGISTRATION.test(step);
}

/** Whether an operation registers the caller: POST at a path that says so, below nothing but accounts. */
export function isRegistration(operation: ApiOperation): boolean {
  const { method, path } = operation.served ?? operation;
  const { segments } = path;
  const index = segments.findLastIndex(isRegistrationStep);
  const rest = segments.slice(index + 1);
  const [above] = segments.slice(0, Math.max(index, 0)).toReversed();
  const isWho =
    rest.length === 0 ||
    (rest.length === 1 && new RegExp(`^${PERSON}s?$`, 'i').test(rest[0] ?? ''));
  return (
    method === 'POST' &&
    index >= 0 &&
    isWho &&
    !segments.some(isParameter) &&
    (above === undefined || ABOVE.test(above))
  );
}
