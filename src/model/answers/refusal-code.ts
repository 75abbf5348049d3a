// Which of the codes that a specification names for refusals means one of them.

import type { Json } from '../../base/json.ts';
import { refusals, situationRow } from '../../contract/situations.ts';
import type { ProblemFacts } from '../problems/problem-facts.ts';

/** What codes mean by their letters, the most special first; 200 is a success. */
const MEANINGS: readonly (readonly [status: number, letters: RegExp])[] = [
  [200, /success|^ok$/],
  [405, /methodnot/],
  [415, /mediatype|contenttype|unsupported/],
  [406, /acceptable/],
  [429, /toomany|ratelimit|throttl|quota/],
  [413, /toolarge/],
  [401, /unauth(?!orizedaccess)|notauth|authenticat|credential|login|token|session/],
  [403, /forbidden|denied|permi|insufficient|notallowed|unauthorizedaccess/],
  [404, /notfound|nosuch|notexist|^missing$|^unknown$|gone/],
  [409, /conflict|duplicat|exist|taken|unique|inuse/],
  [412, /precondition|stale/],
  [400, /invalid|validation|badrequest|badinput|malformed|unprocess|missing|required|schema/],
  [503, /unavailable|maintenance|timeout/],
  [500, /internal|server|unexpected|unknown/],
];

function meaningOf(option: Json): number | undefined {
  const letters = String(option)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  const [digits] = /(?<!\d)[45]\d\d/.exec(letters) ?? [];
  if (digits !== undefined) return Number(digits);
  return MEANINGS.find(([, meant]) => meant.test(letters))?.[0];
}

/**
 * Returns the option that means a refusal, else the first that means no other; `undefined` if there
 * is no choice.
 */
export function codeOfRefusal(options: readonly Json[], facts: ProblemFacts): Json | undefined {
  if (options.length < 2) return undefined;
  const { status } = facts;
  const means =
    (one: number) =>
    (option: Json): boolean =>
      meaningOf(option) === one;
  const found = statusesOf(facts)
    .map((one) => options.find(means(one)))
    .find((one) => one !== undefined);
  return (
    found ??
    options.find((one) => /^(?:error|fail(?:ed|ure)?)$/i.test(String(one))) ??
    options.find((one) => meaningOf(one) === undefined) ??
    options.find(means(status < 500 ? 400 : 500))
  );
}

/** Whether a word is a code that means a refusal: `validation_error` of 400. */
export function isCodeOf(word: string, facts: ProblemFacts): boolean {
  const meaning = /^[A-Za-z][\w.-]*$/.test(word) ? meaningOf(word) : undefined;
  return meaning !== undefined && statusesOf(facts).includes(meaning);
}

/** The statuses that codes of a refusal may mean, the most special first. */
function statusesOf({ situation, status }: ProblemFacts): readonly number[] {
  const row = refusals.find((one) => one === situation);
  const [usual = status] = row === undefined ? [] : (situationRow(row).statuses ?? []);
  const isBad = status === 400 || status === 422;
  if (!isBad) return [status];
  return usual === 409 ? [usual, 422, 400] : [status, 422, 400];
}
