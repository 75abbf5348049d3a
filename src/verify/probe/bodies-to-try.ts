// The bodies of creations that the probe tries in turn, until the service accepts one: all members
// that the contract specifies first, in the usual wording. Sends nothing.

import { isObject, type Json } from '../../base/json.ts';
import type { TextForm } from '../../schema/sample/draft.ts';
import type { ServiceTraits } from '../session/service-traits.ts';
import type { Session } from '../session/session.ts';
import {
  formsAsked,
  holdersOfQuoted,
  namesMember,
  type Refusal,
  reasonOf,
  saysTaken,
  saysUnknown,
  textsIn,
} from './refusal-reasons.ts';

/** A body to try. */
export interface BodyToTry {
  readonly members: readonly string[];
  readonly wording: ServiceTraits['wording'];
  /** How its values are worded, for a sentence; `null` if they are worded as usual. */
  readonly words: string | null;
  /** The last one has the fewest members, in the usual wording: a service should accept it. */
  readonly isLast: boolean;
}

type Wording = Pick<BodyToTry, 'words' | 'wording'>;

/**
 * Yields each body in turn, and takes how the service refused it; `null` if it failed. What an answer
 * names or quotes is added if it was left out, written in the form that the answer asks for, and else
 * left out if the contract does not require it. With the bodies that lacked nothing, another wording of
 * all texts is tried, and lists without objects; both go on only where the reasons differ. A contract of
 * your own is exact: with one, all members are tried, then those that are required.
 */
export function* bodiesToTry({
  service,
  clock,
}: Session): Generator<BodyToTry, void, Refusal | null> {
  const all = service.membersOf('create');
  const needed = service.requiredMembers('create');
  const required = all.filter((member) => needed.includes(member));
  const last: BodyToTry = { members: required, wording: {}, words: null, isLast: true };
  if (!service.isIdAssumed) {
    yield { ...last, members: all, isLast: false };
    yield last;
    return;
  }
  const trial = new Trial(all, required);
  for (const start of [all, required]) yield* trial.amended(start, USUAL, null);
  const worth = trial.complete();
  const wordings = otherWordings(clock.now()).filter(
    ({ wording }) => trial.isDated || wording.wording !== undefined,
  );
  for (const wording of [...wordings, ...(trial.hasObjects ? [NO_OBJECTS] : [])])
    for (const one of worth) yield* trial.amended(one.members, wording, one.reason);
  yield last;
}

interface Body {
  readonly members: readonly string[];
  readonly forms: Readonly<Record<string, TextForm>>;
  /** Another item has an example of the schema already. */
  readonly examples: 'taken' | 'no-texts';
}

class Trial {
  /** Whether a body had a day or a moment. */
  isDated = false;
  /** Whether a body had a list of objects. */
  hasObjects = false;
  private readonly all: readonly string[];
  private readonly required: readonly string[];
  private readonly tried = new Set<string>();
  /** Why each set of members was refused in the usual wording; `null` if it lacked one. */
  private readonly reasons = new Map<
    string,
    { members: readonly string[]; reason: string | null }
  >();

  constructor(all: readonly string[], required: readonly string[]) {
    this.all = all;
    this.required = required;
  }

  /** The sets of members that were not refused for what they lacked. */
  complete(): readonly { readonly members: readonly string[]; readonly reason: string }[] {
    return [...this.reasons.values()].flatMap(({ members, reason }) =>
      reason === null ? [] : [{ members, reason }],
    );
  }

  /** Bodies from some members on, each amended by the answer to the one before; `known` ends them. */
  *amended(
    start: readonly string[],
    { words, wording }: Wording,
    known: string | null,
  ): Generator<BodyToTry, void, Refusal | null> {
    let body: Body = { members: start, forms: {}, examples: 'taken' };
    for (let amended = 0; amended <= AMENDED_MAX; amended++) {
      const key = JSON.stringify([body, words]);
      if (this.tried.has(key)) return;
      this.tried.add(key);
      const { members } = body;
      const refusal = yield toTry(body, { words, wording });
      // What fails is tried with fewer members, in each wording.
      if (refusal === null) return this.note(members, '', words);
      this.isDated ||= textsIn(refusal.sent).some(({ value }) => DAY.test(value));
      this.hasObjects ||= holdsObjects(Object.values(refusal.sent));
      const reason = reasonOf(refusal, this.all);
      const lacking = this.lackingIn(members, refusal);
      if (isPlain(body)) this.note(members, lacking.length > 0 ? null : reason, words);
      if (reason === known) return;
      const next = lacking.length > 0 ? this.with(body, lacking) : this.amend(body, refusal);
      if (next === null) return;
      body = next;
    }
  }

  private note(members: readonly string[], reason: string | null, words: string | null): void {
    const key = members.join();
    if (words === null && !this.reasons.has(key)) this.reasons.set(key, { members, reason });
  }

  private lackingIn(members: readonly string[], { text }: Refusal): readonly string[] {
    return this.all.filter((one) => !members.includes(one) && namesMember(text, one));
  }

  private with(body: Body, lacking: readonly string[]): Body {
    const { members } = body;
    const both = this.all.filter((one) => members.includes(one) || lacking.includes(one));
    return { ...body, members: both };
  }

  /** The body with texts in another form, or without what the answer is about; `null` if it stays. */
  private amend(body: Body, { text, sent }: Refusal): Body | null {
    const { members, forms } = body;
    if (body.examples === 'taken' && saysTaken(text)) return { ...body, examples: 'no-texts' };
    const asked = formsAsked(text);
    const free = textsIn(sent).filter(
      ({ key, value }) => forms[key] !== undefined || value.includes(key),
    );
    const quoted = free.filter(({ value }) => text.includes(value));
    const named = asked.length === 0 ? [] : free.filter(({ key }) => namesMember(text, key));
    const about = quoted.length > 0 ? quoted : named;
    const unknown = saysUnknown(text)
      ? this.fewer(
          body,
          about.map(({ member }) => member),
        )
      : null;
    // No other form is the name of something.
    if (unknown !== null) return unknown;
    const further: Record<string, TextForm> = {};
    for (const { key } of about) {
      const choices = [...new Set([...asked, ...FORMS])];
      const before = forms[key];
      const form = before === undefined ? choices[0] : choices[choices.indexOf(before) + 1];
      if (form !== undefined) further[key] = form;
    }
    if (Object.keys(further).length > 0) return { ...body, forms: { ...forms, ...further } };
    const blamed = members.filter(
      (one) => namesMember(text, one) || about.some(({ member }) => member === one),
    );
    return this.fewer(body, blamed) ?? this.fewer(body, holdersOfQuoted(text, sent));
  }

  /** The body without members that it need not have; `null` if it has none of them. */
  private fewer(body: Body, blamed: readonly string[]): Body | null {
    const { members } = body;
    const fewer = members.filter((one) => !blamed.includes(one) || this.required.includes(one));
    return fewer.length === members.length ? null : { ...body, members: fewer };
  }
}

/** Whether a list of objects is among values, or within them. */
function holdsObjects(values: readonly Json[]): boolean {
  return values.some((value) =>
    Array.isArray(value)
      ? value.some(isObject) || holdsObjects(value)
      : isObject(value) && holdsObjects(Object.values(value)),
  );
}

/** How often the answers to one body may change it. */
const AMENDED_MAX = 12;

const DAY = /\b\d{4}-\d\d-\d\d/;

/** The forms of a text that an answer quotes, whatever it says. */
const FORMS: readonly TextForm[] = ['word', 'domain'];

function isPlain({ forms, examples }: Body): boolean {
  return Object.keys(forms).length === 0 && examples === 'taken';
}

function toTry(body: Body, { words, wording }: Wording): BodyToTry {
  const { members, forms, examples } = body;
  const all = [
    ...(words === null ? [] : [words]),
    ...Object.entries(forms).map(([key, form]) => `${key} as ${WORDS_OF_FORMS[form]}`),
    ...(examples === 'no-texts' ? ['values other than the examples'] : []),
  ];
  return {
    members,
    wording: {
      ...wording,
      ...(Object.keys(forms).length > 0 ? { textForms: forms } : {}),
      ...(examples === 'no-texts' ? { examples } : {}),
    },
    words: all.length === 0 ? null : all.join(' and '),
    isLast: false,
  };
}

const WORDS_OF_FORMS: Readonly<Record<TextForm, string>> = {
  word: 'one word',
  domain: 'a domain name',
  email: 'an e-mail address',
  uuid: 'a UUID',
  uri: 'a URL',
  date: 'a day',
  'date-time': 'a moment',
  ipv4: 'an IP address',
  int64: 'digits',
};

const USUAL: Wording = { words: null, wording: {} };

/** Services have rules of their own for the objects in a list, such as conditions of a filter. */
const NO_OBJECTS: Wording = {
  words: 'lists without objects',
  wording: { lists: 'no-objects' },
};

/** The other wordings of all texts, and moments in the years after this one. */
function otherWordings(now: number): readonly Wording[] {
  const yearsLater = new Date(now).getUTCFullYear() + 1 - FIRST_YEAR;
  return [
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
