// Makes the values that laws send: items that fit the schemas and differ in every member, plain
// ones and ones that break naive code.

import {
  isObject,
  type Json,
  type JsonObject,
  jsonText,
  objectOf,
  own,
  pick,
} from '../../base/json.ts';
import { parsePointer, valueAt, withValueAt } from '../../base/pointer.ts';
import type { Contract, Reference } from '../../contract/contract.ts';
import { declaresInvalid } from '../../contract/is-specified.ts';
import { sendsIds } from '../../contract/item-members.ts';
import { parametersOf } from '../../contract/nested-path.ts';
import { templateOf } from '../../contract/rows.ts';
import { type Place, without as withoutIn } from '../../oracle/member-places.ts';
import type { Checker } from '../../schema/check.ts';
import { type Draft, markOf } from '../../schema/sample/draft.ts';
import { isLifetime, sampleOf, sampleValue } from '../../schema/sample/sample.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import type { Violation } from '../../schema/violation.ts';
import type { FlawedBody } from '../move.ts';
import type { OwnedItems } from './owned-items.ts';
import type { ServiceKnowledge } from './service-knowledge.ts';

export interface ItemFactory {
  /** Values that every service should accept. Each differs in every member from the one before. */
  plain(wishes?: Wishes): JsonObject;
  /** Plain values by each further alternative of the schema (`oneOf`, `anyOf`): three at most. */
  alternatives(): readonly JsonObject[];
  /** The members whose values must differ between items. */
  readonly unique: readonly string[];
  /** Plain values of the members that a PATCH may hold. */
  changes(wishes?: Wishes): JsonObject;
  /** For each member of a PATCH, an empty value that its schema admits: false, 0, '' or []. */
  emptied(): readonly JsonObject[];
  /** For each member of a PATCH, `null`, if its schema admits that. */
  nulled(): readonly JsonObject[];
  /** Plain values of the members that the contract requires in a creation, beside each other, too. */
  shown(): JsonObject;
  /** Values with their texts in capitals, if a replacement may have them so. */
  inCapitals(values: JsonObject): JsonObject;
  /**
   * Plain bodies in which one member violates its schema: one for each that can. If the operation
   * declares how it refuses them, also one that lacks a member, and one beyond a bound.
   */
  flawed(kind: 'create' | 'replace' | 'update'): readonly JsonObject[];
  /**
   * Bodies that violate their schema in one place each: one for each keyword of the schema, and one
   * for each required member. Formats are left out: a schema may only name them.
   */
  flawedByKeyword(kind: 'create' | 'replace' | 'update'): readonly FlawedBody[];
  /** Values with one of some texts in every free text, and decimals; each text has its own index. */
  unusual(index: number, texts?: readonly UnusualText[]): JsonObject;
  /** The same with numbers, days and moments at which programs often fail. */
  rare(index: number, texts: readonly UnusualText[]): JsonObject;
}

export interface Wishes {
  readonly flag?: boolean;
  readonly count?: number;
}

/** A valid text that breaks naive code. */
export interface UnusualText {
  readonly what: string;
  /** `mark` identifies the item; it is empty if nothing has to. */
  readonly text: (mark: string) => string;
  /** The writes that send it beside other laws: both, for texts that services put in a normal form. */
  readonly by: 'create' | 'replace' | 'both';
}

export const TEXTS: readonly UnusualText[] = [
  { what: 'quotes and backslashes', by: 'create', text: (mark) => `"${mark}" \\n C:\\temp\\ "` },
  { what: 'apostrophes', by: 'replace', text: (mark) => `O'Brien ${mark} d''Arc` },
  { what: 'markup', by: 'both', text: (mark) => `<b>${mark}</b> &amp; <>& "x"` },
  { what: 'commas and semicolons', by: 'create', text: (mark) => `a, b,c; ${mark},` },
  { what: 'digits only', by: 'replace', text: () => '0012345' },
  { what: 'spaces at both ends', by: 'both', text: (mark) => `  two  spaces ${mark} ` },
  {
    what: 'mixed case and accents, composed',
    by: 'both',
    text: (mark) => `McDonALD vAN DER ${mark} ÄÖ Zoë Ñandú é Łódź`,
  },
  { what: 'accents, decomposed', by: 'both', text: (mark) => `Zoe\u0308 e\u0301 ${mark}` },
  { what: 'CJK', by: 'create', text: (mark) => `漢字 かな 山田 ${mark}` },
  { what: 'emoji and a hard space', by: 'replace', text: (mark) => `😀 👩‍👩‍👧\u00a0${mark} 🇵🇱` },
  {
    what: '300 characters',
    by: 'both',
    text: (mark) => `${mark} ${'long text '.repeat(40)}`.slice(0, 300),
  },
  { what: 'the text null', by: 'create', text: () => 'null' },
  { what: 'the text undefined', by: 'replace', text: () => 'undefined' },
  { what: 'the text NaN', by: 'create', text: () => 'NaN' },
  { what: 'the text true', by: 'replace', text: (mark) => (mark === '' ? 'true' : `true ${mark}`) },
  { what: 'nothing', by: 'both', text: (mark) => mark },
  { what: 'one letter', by: 'create', text: () => 'x' },
  {
    what: 'percent sequences and plus',
    by: 'replace',
    text: (mark) => `100%25 a+b%20 20%41 ${mark} %2B`,
  },
  { what: 'line breaks and tabs', by: 'both', text: (mark) => `one\ntwo\tthree ${mark}\r\nfour` },
  { what: 'right to left', by: 'create', text: (mark) => `مرحبا ${mark} שלום` },
  {
    what: 'direction marks and control characters',
    by: 'both',
    text: (mark) => `\u200f${mark}\u202e abc\u202c \u0001 \u001f`,
  },
  { what: 'the text 1e3', by: 'replace', text: () => '1e3' },
  {
    what: 'placeholders',
    by: 'replace',
    text: (mark) => `=100% + 1 $& $1 \${x} {{y}} ${mark} %s %`,
  },
];

/**
 * Several oddities in one text each, for runs that may not ask much: together they show that
 * something is wrong.
 */
export const MIXED_TEXTS: readonly UnusualText[] = [
  {
    what: 'signs with a meaning elsewhere',
    by: 'both',
    text: (mark) =>
      `="${mark}" O'Brien d''Arc <b>b</b> &amp; a, b; c:\\new %20 a+b $& \${x} {{y}} ${'long '.repeat(60)}`.slice(
        0,
        300,
      ),
  },
  {
    what: 'letters of several scripts, and spaces',
    by: 'both',
    text: (mark) => `  two  spaces McDonALD\t${mark}\r\nZoë e\u0301 漢字 😀 👩‍👩‍👧\u00a0ÄÖ `,
  },
  { what: 'lines and tabs', by: 'both', text: (mark) => `one\ttwo e\u0301 ${mark}\r\nthree\nfour` },
];

/** Texts that look like something else as a whole. */
export const SHORT_TEXTS: readonly UnusualText[] = ['', 'x', 'NaN', 'true', 'null', '0012345'].map(
  (text) => ({ what: `the text ${text}`, by: 'both', text: (mark) => (text === '' ? mark : text) }),
);

/** Valid but unusual e-mail addresses. */
const EMAILS: readonly ((mark: string) => string)[] = [
  (mark) => `First.Last+tag.${mark}@Sub.Example.COM`,
  (mark) => `o'hara.${mark}@example.com`,
  (mark) => `${mark}+a+b@example.co.uk`,
  (mark) => `UPPER.${mark.toUpperCase()}@EXAMPLE.ORG`,
  (mark) => `under_score-dash.${mark}@ex-ample.com`,
  (mark) => `${`${mark}.${'a'.repeat(60)}`.slice(0, 52)}@example.com`,
  (mark) =>
    `${mark}.${'a'.repeat(60)}`.slice(0, 52) +
    `@${'long-'.repeat(7)}domain.example`.padEnd(48, 's'),
];

/** How many elements a long array has: more than naive code expects. */
export const MANY = 14;

/** How many elements arrays have in turn; some do not fit into a power of two. */
const COUNTS = [MANY, 1, 3, 0, 17, 2, 33];

/** What numbers have after the decimal point in turn. Services keep a few decimals, or all. */
const DECIMALS = [0.12345678, 0.25, 0.98765432, 0, 0.0051, 0.5];

/** Where a factory takes its schemas, token and serial numbers from. */
export interface FactorySource {
  readonly service: ServiceKnowledge;
  readonly items: Pick<OwnedItems, 'token' | 'nextSerial'>;
}

/** Returns a factory whose items all differ. */
export function createItemFactory({ service, items }: FactorySource): ItemFactory {
  const { contract } = service;
  const { token } = items;
  const schema = contract.operations.create?.body ?? contract.item;
  const marked = markedMembers(service);
  // Each element of a list makes an item: of a text in its place each letter would, without a mark.
  const areMarked = marked.filter((one) =>
    isTexts(service.schemas.membersOf(schema).get(one) ?? {}),
  );
  const isSafe = (member: string, value: Json, kind: 'create' | 'replace' | 'update'): boolean =>
    kind !== 'create' ||
    !areMarked.includes(member) ||
    ['number', 'boolean'].includes(typeof value);
  const make = (draft: Partial<Draft>, name = schema): JsonObject => {
    const sample = fittingSample(service, name, {
      serial: draft.serial ?? items.nextSerial(),
      token,
      marked,
      maps: 'filled',
      lists: 'turned',
      ...service.traits.wording,
      ...draft,
    });
    return withoutPlaces(sample, service.traits.excluded);
  };
  const updated = contract.operations.update?.body ?? contract.item;
  const withoutId = (values: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(values).filter(([member]) => member !== contract.id));
  const required = service.schemas.requiredOf(contract.item);
  /** A merge patch with null removes the member: items need not admit null. */
  const isRemoved = (member: string, value: Json): boolean =>
    value === null && !required.includes(member) && isMergePatch(contract);
  const admitted = (values: readonly Json[]): readonly JsonObject[] => {
    const all = withoutId(make({}, updated));
    const references = referringMembers(service);
    const ofPath = membersOfPath(contract);
    const free = Object.keys(all).filter((member) => !ofPath.includes(member));
    return free.flatMap((member) => {
      // No item has an id such as 0.
      const ofMember = references.includes(member) ? values.filter(isNoId) : values;
      const value = ofMember.find(
        (one) =>
          isAdmitted(service.checker, updated, all, member, one) &&
          (isRemoved(member, one) || isShowable(service, { ...all, [member]: one }, member)),
      );
      return value === undefined ? [] : [{ [member]: value }];
    });
  };
  return {
    unique: service.uniqueMembers,
    plain: (wishes = {}) => make(wishes),
    alternatives() {
      const known = [jsonText(make({ serial: 0 }))];
      return Array.from({ length: BRANCH_MAX }, (_, index) => index + 1).flatMap((branch) => {
        const like = make({ serial: 0, branch });
        if (known.includes(jsonText(like)) || service.checker.check(schema, like).length > 0)
          return [];
        known.push(jsonText(like));
        return [make({ branch })];
      });
    },
    changes: (wishes = {}) => withoutId(make(wishes, updated)),
    emptied: () => admitted(EMPTY),
    nulled: () => admitted([null]),
    shown() {
      return service.withConditions('create', make({}), service.requiredMembers('create'));
    },
    inCapitals(values) {
      const held = contract.operations.replace?.body ?? contract.item;
      const loud = objectOf(
        Object.entries(values).map(([member, value]) => [
          member,
          typeof value === 'string' ? value.toUpperCase() : value,
        ]),
      );
      const flawed = flawedMembers(service.checker, held, loud);
      return { ...loud, ...pick(values, [...flawed, ...referringMembers(service)]) };
    },
    flawed(kind) {
      const held = contract.operations[kind]?.body ?? contract.item;
      const isTaken = (member: string): boolean => mayBeWrong(service.schemas, held, member);
      const types = service
        .membersOf(kind)
        .filter(isTaken)
        .flatMap((member) => {
          const values = make({}, kind === 'update' ? updated : schema);
          const flaws = flawsOf(own(values, member), kind).filter((one) =>
            isSafe(member, one, kind),
          );
          const flaw = flaws.find((value) =>
            flawedMembers(service.checker, held, { ...values, [member]: value }).includes(member),
          );
          return flaw === undefined ? [] : [{ ...values, [member]: flaw }];
        });
      if (!declaresInvalid(contract.operations[kind])) return types;
      // Without its mark an item that is made nonetheless could not be known again.
      const others = this.flawedByKeyword(kind).filter(
        ({ keyword, member }) => keyword !== 'type' && !marked.includes(member),
      );
      const lacking = others.findLast((one) => one.keyword === 'required');
      const beyond = others.find((one) => one.keyword !== 'required' && one.member !== '');
      const bodies = [lacking, beyond].flatMap((one) => (one === undefined ? [] : [one]));
      const further = bodies.map(({ member, values }) =>
        kind === 'update' ? pick(values, [member]) : values,
      );
      return kind === 'update' ? [...types, ...further] : [...further, ...types];
    },
    flawedByKeyword(kind) {
      const held = contract.operations[kind]?.body ?? contract.item;
      const found: FlawedBody[] = [];
      const isTaken = (member: string): boolean => mayBeWrong(service.schemas, held, member);
      for (const member of service.membersOf(kind).filter(isTaken)) {
        const values = make({});
        const limits = service.schemas.membersOf(held).get(member) ?? {};
        const value = own(values, member);
        for (const wrong of value === undefined ? [] : wrongValues(value, limits)) {
          if (!isSafe(member, wrong, kind)) continue;
          const flaws = service.checker.check(held, { ...values, [member]: wrong });
          const [flaw] = flaws;
          const isAlone = flaws.every(({ at }) => parsePointer(at)?.[0] === member);
          if (flaw === undefined || !isAlone || flaw.facet === 'format') continue;
          if (found.some(({ keyword }) => keyword === flaw.keyword)) continue;
          found.push({ member, keyword: flaw.keyword, values: { ...values, [member]: wrong } });
        }
      }
      if (kind === 'update') {
        const isEmptyFlawed = service.checker.check(held, {}).some(isOfTheWhole);
        return isEmptyFlawed
          ? [...found, { member: '', keyword: 'minProperties', values: {} }]
          : found;
      }
      const needed = service.requiredMembers(kind).map((member): FlawedBody => {
        const values = make({});
        const rest = Object.keys(values).filter((one) => one !== member);
        return { member, keyword: 'required', values: pick(values, rest) };
      });
      return [...found, ...needed];
    },
    rare: (index, texts) => make({ rare: index, text: writerOf(index, texts) }),
    unusual(index, texts = TEXTS) {
      const text = writerOf(index, texts);
      const email = EMAILS[Math.floor(index / 2) % EMAILS.length];
      const count = COUNTS[index % COUNTS.length] ?? MANY;
      // Every second one has a plain address, and moments in UTC: a service that refuses the unusual ones is still
      // tried with the unusual texts.
      const decimals = DECIMALS[index % DECIMALS.length] ?? 0;
      const values = make({
        count,
        text,
        decimals,
        ...(index % 2 === 0
          ? {}
          : { forms: 'converted', ...(email === undefined ? {} : { email }) }),
      });
      return index % 3 === 1 ? withZeros(service, schema, values) : values;
    },
  };
}

/** Writes the texts from an index on in turn: that one where the item must be known by its mark. */
function writerOf(index: number, texts: readonly UnusualText[]): NonNullable<Draft['text']> {
  return (mark, place) =>
    texts[(mark === '' ? index + place : index) % texts.length]?.text(mark) ?? mark;
}

/** Puts 0 in place of the numbers that may be 0, need not differ between items, and end none. */
function withZeros(service: ServiceKnowledge, schema: SchemaName, values: JsonObject): JsonObject {
  const { contract, checker } = service;
  const apart = [
    contract.id,
    ...service.uniqueMembers,
    ...membersOfPath(contract),
    ...referringMembers(service),
  ];
  const numbers = Object.keys(values).filter(
    (member) =>
      typeof own(values, member) === 'number' && !apart.includes(member) && !isLifetime(member),
  );
  const zeros = objectOf(numbers.map((member) => [member, 0] as const));
  const flawed = flawedMembers(checker, schema, { ...values, ...zeros });
  return {
    ...values,
    ...pick(
      zeros,
      numbers.filter((member) => !flawed.includes(member)),
    ),
  };
}

/** Whether something else is wrong with an empty object than members that a PATCH may leave out. */
function isOfTheWhole({ missing }: Violation): boolean {
  return missing === undefined;
}

/** Wrong values, the best first: for a creation in place of the whole, else of a part. */
function flawsOf(value: Json | undefined, kind: 'create' | 'replace' | 'update'): readonly Json[] {
  const whole = WRONG;
  const [first] = isObject(value) ? Object.keys(value) : [];
  if (Array.isArray(value))
    return kind === 'create' ? ['wrong', ...whole] : [[...value, { wrong: true }], ...whole];
  return isObject(value) && first !== undefined && kind !== 'create'
    ? [{ ...value, [first]: { wrong: true } }, ...whole]
    : whole;
}

/** Values that may violate a schema, each in another way. */
function wrongValues(value: Json, schema: JsonObject): readonly Json[] {
  const limit = (keyword: string): number => Number(own(schema, keyword) ?? Number.NaN);
  const whole: readonly Json[] = [{ wrong: true }, 'wrong', 7, false];
  if (typeof value === 'string') {
    const long = value.padEnd(Math.min(limit('maxLength'), LENGTH_MAX) + 1, 'x');
    return [...whole, long, '', `${value} !`];
  }
  if (typeof value === 'number') {
    const beyond = [limit('maximum') + 1, limit('minimum') - 1, limit('exclusiveMaximum')];
    return [...whole, ...beyond, limit('exclusiveMinimum'), value + 0.5].filter(
      (one) => typeof one !== 'number' || Number.isFinite(one),
    );
  }
  if (!Array.isArray(value)) return whole;
  const count = Math.min(limit('maxItems'), LENGTH_MAX) + 1 || 0;
  const longer = Array.from({ length: count }, () => value[0] ?? null);
  return [...whole, longer, [], [...value, ...value.slice(0, 1)]];
}

/** How far a value may exceed a bound. */
const LENGTH_MAX = 2_000;

/** Values of every type but arrays. */
const WRONG: readonly Json[] = [{ wrong: true }, 'wrong', 7, false];

function isNoId(value: Json): boolean {
  return value === null || Array.isArray(value);
}

const EMPTY: readonly Json[] = [false, 0, '', []];

/** Whether a schema admits a value of a member, and not just any value. */
function isAdmitted(
  checker: Checker,
  schema: SchemaName,
  all: JsonObject,
  member: string,
  value: Json,
): boolean {
  const isFlawed = (one: Json): boolean =>
    flawedMembers(checker, schema, { ...all, [member]: one }).includes(member);
  return !isFlawed(value) && WRONG.some(isFlawed);
}

/** Whether PATCH is declared as a merge patch, and as nothing else. */
function isMergePatch({ operations: { update } }: Contract): boolean {
  const bodies = update?.request?.bodies ?? [];
  return bodies.length > 0 && bodies.every(({ type }) => type === 'application/merge-patch+json');
}

/** Whether an item may show a member as it was sent. */
function isShowable(
  { contract, checker }: ServiceKnowledge,
  all: JsonObject,
  member: string,
): boolean {
  return !flawedMembers(checker, contract.item, all).includes(member);
}

/** The last branch of a schema that is tried. */
const BRANCH_MAX = 3;

/**
 * Returns a sample whose references lead to items that are there, in turn, and that says what its
 * path says. A reference is left out if no such item is known, unless the contract requires it.
 */
function fittingSample(service: ServiceKnowledge, schema: SchemaName, draft: Draft): JsonObject {
  const { contract, schemas, checker, referable } = service;
  const sample = inScope(contract, sampleThatFits(service, schema, draft));
  if (referringMembers(service).length === 0) return sample;
  const required = schemas.requiredOf(schema);
  const known = objectOf(
    Object.entries(sample).filter(
      ([member]) =>
        required.includes(member) ||
        contract.references?.some((one) => one.member === member) !== true ||
        (referable.get(member) ?? []).length > 0,
    ),
  );
  const referring = withReferences(known, referable, draft.serial);
  return { ...referring, ...pick(known, flawedMembers(checker, schema, referring)) };
}

/** Returns a value in which the members that hold ids of others, at any depth, have such ids. */
function withReferences(
  whole: JsonObject,
  referable: ServiceKnowledge['referable'],
  turn: number,
): JsonObject {
  const inside = (value: Json, place: number): Json => {
    if (Array.isArray(value)) return value.map((one: Json, index) => inside(one, place + index));
    return isObject(value) ? withReferences(value, referable, place) : value;
  };
  return objectOf(
    Object.entries(whole).map(([member, value]): readonly [string, Json] => {
      const ids = referable.get(member) ?? [];
      if (ids.length === 0 || isObject(value)) return [member, inside(value, turn)];
      const id = (place: number): Json => ids[(turn + place) % ids.length] ?? null;
      if (!Array.isArray(value)) return [member, id(0)];
      if (value.some(isObject)) return [member, inside(value, turn)];
      const count = Math.min(value.length, ids.length);
      return [member, Array.from({ length: count }, (_, place) => id(place))];
    }),
  );
}

/** The members that hold ids of other items, by their marks or as their names say. */
function referringMembers({ contract, referable }: ServiceKnowledge): readonly string[] {
  return [...(contract.references ?? []).map(({ member }) => member), ...referable.keys()];
}

/** Puts the values of a path in the place of those that a body below it repeats. */
function inScope({ path, scope = [] }: Contract, sample: JsonObject): JsonObject {
  const open = parametersOf(path);
  return scope.reduce<JsonObject>((placed, { at, parameter, value }) => {
    const isBound = parameter !== null && !open.includes(parameter);
    const isRepeated = isBound && valueAt(placed, at) !== undefined;
    return isRepeated ? (withValueAt(placed, at, value) as JsonObject) : placed;
  }, sample);
}

/** Returns an id for a reference that no item has; `undefined` if none is known. */
export function unknownReference(
  { service, items }: FactorySource,
  { member, holds }: Reference,
): Json | undefined {
  const { contract, checker, referable } = service;
  const [known] = referable.get(member) ?? [];
  if (known === undefined) return undefined;
  const schema = contract.operations.create?.body ?? contract.item;
  const draft = { serial: items.nextSerial(), token: items.token, marked: [] };
  const sampled = own(sampleThatFits(service, schema, draft), member);
  const [first] = Array.isArray(sampled) ? (sampled as readonly Json[]) : [sampled];
  const id = typeof known === 'number' ? UNUSED_FROM + draft.serial : first;
  if (id === undefined) return undefined;
  const value = holds === 'list' ? [id] : id;
  return flawedMembers(checker, schema, { [member]: value }).includes(member) ? undefined : value;
}

/** Numbers that no service has given out yet. */
const UNUSED_FROM = 900_000_000;

/**
 * Returns a sample without members that do not fit in any branch of the schema. Where a request
 * takes more than an item may show, such as any text for one of four, it has what both admit, and
 * not the member if nothing is known that they do and the request may lack it.
 */
function sampleThatFits(service: ServiceKnowledge, schema: SchemaName, draft: Draft): JsonObject {
  const { contract, schemas, checker } = service;
  const sample = sampleOfBranch(service, schema, draft);
  if (schema === contract.item) return sample;
  const unshown = flawedMembers(checker, contract.item, sample);
  if (unshown.length === 0) return sample;
  const shown = sampleOf(schemas, contract.item, [contract.id], draft);
  const required = schemas.requiredOf(schema);
  let fitting = sample;
  for (const member of unshown) {
    const value = own(shown, member);
    const other = value === undefined ? fitting : { ...fitting, [member]: value };
    if (other !== fitting && !flawedMembers(checker, schema, other).includes(member))
      fitting = other;
    else if (!required.includes(member) && mayLack(checker, schema, fitting, member))
      fitting = without(fitting, member);
  }
  return fitting;
}

/** Whether a request may lack a member: one of several schemas may require it. */
function mayLack(
  checker: Checker,
  schema: SchemaName,
  values: JsonObject,
  member: string,
): boolean {
  const flaws = checker.check(schema, without(values, member)).length;
  return flaws === 0 || flaws <= checker.check(schema, values).length;
}

function withoutPlaces(values: JsonObject, places: readonly Place[]): JsonObject {
  const fewer = withoutIn(values, places);
  return fewer !== undefined && isObject(fewer) ? fewer : values;
}

function without(values: JsonObject, member: string): JsonObject {
  return objectOf(Object.entries(values).filter(([name]) => name !== member));
}

function sampleOfBranch(service: ServiceKnowledge, schema: SchemaName, draft: Draft): JsonObject {
  const { contract, schemas, checker } = service;
  const omitted = sendsIds(contract, schemas) ? [] : [contract.id];
  let sample = withFreeId(service, draft, sampleOf(schemas, schema, omitted, draft));
  for (let branch = 1; ; branch++) {
    const flawed = flawedMembers(checker, schema, sample);
    if (flawed.length === 0) return sample;
    const others =
      branch > BRANCH_MAX ? {} : sampleOf(schemas, schema, omitted, { ...draft, branch });
    sample = objectOf(
      Object.entries(sample).flatMap(([member, value]) => {
        const other = flawed.includes(member) ? own(others, member) : value;
        return other === undefined ? [] : [[member, other] as const];
      }),
    );
    if (branch > BRANCH_MAX) return sample;
  }
}

/**
 * Puts in place of an id that creations send one that is free, if the schema allows that: the mark,
 * or digits far above those of others, which no other item has, or else what the schema suggests.
 */
export function withFreeId(
  service: ServiceKnowledge,
  draft: Pick<Draft, 'token' | 'serial'>,
  sample: JsonObject,
  isFree: (id: string) => boolean = () => true,
): JsonObject {
  const { contract, schemas, checker } = service;
  if (!sendsIds(contract, schemas)) return sample;
  const schema = contract.operations.create?.body ?? contract.item;
  for (const id of idsFor(service, draft, own(sample, contract.id))) {
    const chosen = { ...sample, [contract.id]: id };
    if (isFree(String(id)) && !flawedMembers(checker, schema, chosen).includes(contract.id))
      return chosen;
  }
  return sample;
}

function* idsFor(
  { contract, schemas }: ServiceKnowledge,
  draft: Pick<Draft, 'token' | 'serial'>,
  sampled: Json | undefined,
): Iterable<Json> {
  const number = IDS_FROM + draft.serial;
  yield* typeof sampled === 'string' ? [markOf(draft), String(number)] : [number];
  if (sampled === undefined) return;
  yield sampled;
  const schema = contract.operations.create?.body ?? contract.item;
  const member = schemas.membersOf(schema).get(contract.id);
  for (let more = 1; member !== undefined && more <= OTHER_IDS_MAX; more++) {
    const serial = draft.serial + more;
    const id = sampleValue(schemas, contract.id, member, { ...draft, serial, marked: [] });
    if (id !== undefined) yield id;
  }
}

/** Digits that creations send as ids begin here. */
const IDS_FROM = 700_000_000;
/** How many ids are drawn from a schema that has only a few. */
const OTHER_IDS_MAX = 16;

/** A missing member is not flawed: the service gives out the id, and writes read-only members. */
function flawedMembers(
  checker: Checker,
  schema: SchemaName,
  sample: JsonObject,
): readonly string[] {
  const places = checker.check(schema, sample).flatMap(({ at }) => parsePointer(at)?.[0] ?? []);
  return places.filter((member) => Object.hasOwn(sample, member));
}

/** Returns the required members of which no value can be made. */
export function unmakeable(
  { service, items: { token } }: FactorySource,
  kind: 'create' | 'replace' | 'update',
): readonly string[] {
  const { contract, schemas } = service;
  const maker = kind === 'update' ? 'update' : 'create';
  const schema = contract.operations[maker]?.body ?? contract.item;
  const made = fittingSample(service, schema, { serial: 1, token, marked: [] });
  return service
    .requiredMembers(kind)
    .filter((member) => !Object.hasOwn(made, member) && !isWritten(schemas, schema, member));
}

/** Whether only the service writes a member. */
function isWritten(schemas: Schemas, schema: SchemaName, member: string): boolean {
  const found = schemas.membersOf(schema).get(member);
  return found !== undefined && own(found, 'readOnly') === true;
}

/** Whether a wrong value of a member may be sent: the user gives no value, and the service takes one. */
function mayBeWrong(schemas: Schemas, schema: SchemaName, member: string): boolean {
  const found = schemas.membersOf(schema).get(member) ?? {};
  const isGiven = jsonText(found).includes('"x-standin-given"');
  return !isGiven && !isWritten(schemas, schema, member);
}

/** The members that hold the mark: the texts that the list requires, else the first free text. */
function markedMembers(service: ServiceKnowledge): readonly string[] {
  const { contract, schemas } = service;
  const members = schemas.membersOf(contract.item);
  const sent = schemas.membersOf(contract.operations.create?.body ?? contract.item);
  const elsewhere = [
    contract.id,
    // What the path and other items say.
    ...membersOfPath(contract),
    ...referringMembers(service),
  ];
  const isText = (member: string): boolean =>
    !elsewhere.includes(member) &&
    isFreeText(members.get(member)) &&
    isFreeText(sent.get(member)) &&
    own(sent.get(member) ?? {}, 'readOnly') !== true;
  const listed = schemas.requiredOfItems(contract.list).filter(isText);
  if (listed.length > 0) return listed;
  const shown = [...members.keys()].filter(isText);
  // Items may show what was sent in a member of another name.
  const sendable = [...sent].filter(([, schema]) => isFreeText(schema) || isTexts(schema));
  const kept = sendable.map(([name]) => name).filter((name) => !elsewhere.includes(name));
  return [...shown, ...kept].slice(0, 1);
}

/** The members that the path of a contract says: an item with other values is below another. */
function membersOfPath(contract: Contract): readonly (string | undefined)[] {
  return (templateOf(contract).scope ?? []).map(({ at }) => at[0]);
}

/** Whether a schema is that of a list of free texts. */
function isTexts(schema: JsonObject): boolean {
  const items = own(schema, 'items');
  return (
    own(schema, 'type') === 'array' && items !== undefined && isObject(items) && isFreeText(items)
  );
}

function isFreeText(schema: JsonObject | undefined): boolean {
  if (schema === undefined) return false;
  const limits: readonly (Json | undefined)[] = ['format', 'enum', 'const', 'pattern'].map(
    (keyword) => own(schema, keyword),
  );
  const types = [own(schema, 'type')].flat() as readonly Json[];
  const isText =
    types.includes('string') && types.every((one) => one === 'string' || one === 'null');
  return isText && limits.every((limit) => limit === undefined);
}
