// The bodies of creations that the probe tries in turn, until the service accepts one: all members
// that the contract specifies first, in the usual wording. Sends nothing.

import type { ServiceTraits } from '../session/service-traits.ts';
import type { Session } from '../session/session.ts';

/** A body to try. */
export interface BodyToTry {
  readonly members: readonly string[];
  readonly wording: ServiceTraits['wording'];
  /** How its values are worded, for a sentence; `null` if they are worded as usual. */
  readonly words: string | null;
  /** The last one has the fewest members, in the usual wording: a service should accept it. */
  readonly isLast: boolean;
}

/**
 * Yields each body in turn, and takes what the service answered. Members that an answer names are added
 * if they were left out, and left out if the contract does not require them. A contract of your own is
 * exact: with one, all members are tried, then those that are required.
 */
export function* bodiesToTry({ service, clock }: Session): Generator<BodyToTry, void, string> {
  const all = service.membersOf('create');
  const needed = service.requiredMembers('create');
  const required = all.filter((member) => needed.includes(member));
  const amend = (members: readonly string[], answer: string): readonly string[] => {
    const named = all.filter((member) => names(answer, member));
    const lacking = named.filter((member) => !members.includes(member));
    const without = members.filter((one) => !named.includes(one) || required.includes(one));
    return lacking.length > 0
      ? all.filter((one) => members.includes(one) || lacking.includes(one))
      : without;
  };
  const last: BodyToTry = { members: required, wording: {}, words: null, isLast: true };
  if (!service.isIdAssumed) {
    yield { ...last, members: all, isLast: false };
    yield last;
    return;
  }
  for (const { words, wording } of wordings(clock.now())) {
    for (const start of [all, required]) {
      let members = start;
      for (let amended = 0; amended <= AMENDED_MAX; amended++) {
        const answer = yield { members, wording, words, isLast: false };
        const next = amend(members, answer);
        if (next.length === members.length) break;
        members = next;
      }
    }
  }
  yield last;
}

/** How often the answers to one body may change it. */
const AMENDED_MAX = 3;

/** Whether an answer names a member as a word of its own. */
function names(answer: string, member: string): boolean {
  const name = member.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(answer);
}

/** The wordings, the usual one first. Moments are in the years after this one but for the first. */
function wordings(now: number): readonly Pick<BodyToTry, 'words' | 'wording'>[] {
  const yearsLater = new Date(now).getUTCFullYear() + 1 - FIRST_YEAR;
  return [
    { words: null, wording: {} },
    { words: 'dates in the future', wording: { yearsLater } },
    {
      words: 'dates in the future and texts of one word',
      wording: { yearsLater, wording: 'word' },
    },
    {
      words: 'dates in the future and domain names as texts',
      wording: { yearsLater, wording: 'domain' },
    },
  ];
}

/** The year in which the usual days begin. */
const FIRST_YEAR = 2001;
