// The text around an item or a list that the contract has in an envelope: counts and the like are
// told as they are, other members that the schema requires get a plain value.

import { isObject, type Json, type JsonObject, jsonText, own } from '../../base/json.ts';
import { withValueAt } from '../../base/pointer.ts';
import { remember } from '../../base/remember.ts';
import type { Envelope } from '../../contract/contract.ts';
import { absentAs } from '../../contract/envelopes/pages.ts';
import { branchesOf, mergedSchema, withBranch } from '../../schema/keywords.ts';
import { emptyValue } from '../../schema/sample/empty-value.ts';
import { isOutcomeName, outcomeValue } from '../../schema/sample/outcome-members.ts';
import type { Schemas } from '../../schema/schema.ts';

/** What stands before and after the text of an item or a list. */
export interface Frame {
  readonly before: string;
  readonly after: string;
}

/** A member of an envelope: its place, and its value. With `null` there is none. */
export interface Told {
  readonly at: readonly string[];
  readonly value: string | number | null;
}

/** The part of a list that an answer shows. */
export interface Shown {
  /** How many items there are, and how many of them the answer shows. */
  readonly total: number;
  readonly count: number;
  /** The page from 1 on, how many there are, and the most that one holds. */
  readonly page: number;
  readonly pages: number;
  readonly size: number;
  /** How many items come before. */
  readonly offset: number;
  /** Whether items come after, and before. */
  readonly more: boolean;
  readonly before: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isEmpty: boolean;
  /** What the contract names besides. */
  readonly told: readonly Told[];
}

/** A member whose usual name says what its value is. */
type Role = Exclude<keyof Shown, 'told'>;

/** Returns the frame of an item, or of the part of a list. */
export function frameOf(
  schemas: Schemas,
  envelope: Envelope,
  shown: Shown | null,
  others: readonly Told[] = [],
): Frame {
  const { at, total, count } = envelope;
  const filled = beside(schemas, envelope, shown);
  const isOfPage = COUNTS.count.test(count?.at(-1) ?? '');
  const counted = [
    [count, isOfPage ? shown?.count : shown?.total] as const,
    [total, shown?.total] as const,
  ].reduce(
    (whole, [steps, value]) =>
      steps === undefined || value === undefined ? whole : withValueAt(whole, steps, value),
    filled,
  );
  const told = (shown?.told ?? others).reduce(
    (whole, one) => withTold(schemas, envelope, whole, one),
    counted,
  );
  const text = jsonText(withValueAt(told, at, PLACE));
  const [before = '', after = ''] = text.split(JSON.stringify(PLACE));
  return { before, after };
}

/** Without a value the member is null, empty or not there, as its schema has it. */
function withTold(schemas: Schemas, { schema }: Envelope, whole: Json, { at, value }: Told): Json {
  if (value !== null) return withValueAt(whole, at, value);
  switch (absentAs(schemas, schema, at)) {
    case 'null':
      return withValueAt(whole, at, null);
    case 'empty':
      return withValueAt(whole, at, '');
    case 'absent':
    case 'nothing':
      return whole;
  }
}

/** No schema makes this text: the frame is cut where it stands. */
const PLACE = '\u0000standin\u0000';

type Counts = Readonly<Record<Role, RegExp>>;

/** The usual names of members that tell about the part of a list. */
const COUNTS: Counts = {
  pages: /^(?:pages|(?:total|last|num)_?pages?|page_?count)$/i,
  page: /^(?:page|page_?(?:number|index)|current_?page|number)$/i,
  size: /^(?:limit|size|per_?page|page_?size)$/i,
  offset: /^(?:offset|skip|start|from)$/i,
  count: /^(?:count|returned|number_?of_?elements|num_?results?)$/i,
  total: /^(?:total\w*|\w+_?count|matches|hits)$/i,
  more: /^(?:has_?(?:more|next(?:_?page)?)|more)$/i,
  before: /^has_?prev(?:ious)?(?:_?page)?$/i,
  isFirst: /^(?:is_?)?first(?:_?page)?$/i,
  isLast: /^(?:is_?)?last(?:_?page)?$/i,
  isEmpty: /^(?:is_?)?empty$/i,
};

/** What is true or not. */
const TRUTHS: readonly Role[] = ['more', 'before', 'isFirst', 'isLast', 'isEmpty'];

/** Returns the envelope without what is inside. */
function beside(schemas: Schemas, envelope: Envelope, shown: Shown | null): Json {
  let whole: Json = {};
  for (const { steps, role, value } of members(schemas)(envelope)) {
    const told = role === null || shown === null ? value : shown[role];
    if (told !== undefined) whole = withValueAt(whole, steps, told);
  }
  return whole;
}

interface Member {
  readonly steps: readonly string[];
  readonly role: Role | null;
  /** A plain value; absent if the member is only there to tell about the list. */
  readonly value?: Json;
}

const members = remember(
  (schemas: Schemas) =>
    remember((envelope: Envelope) => [...membersBeside(schemas, envelope, [])], new WeakMap()),
  new WeakMap(),
);

/** The members on the way to the content that are required, or that tell about the list. */
function* membersBeside(
  schemas: Schemas,
  envelope: Envelope,
  steps: readonly string[],
): Generator<Member> {
  const isOnWay = steps.every((step, index) => envelope.at[index] === step);
  const next = isOnWay ? envelope.at[steps.length] : undefined;
  const schema = oneBranch(schemas, schemas.memberAt(envelope.schema, steps) ?? {}, next);
  const required = own(schema, 'required');
  const properties = own(schema, 'properties');
  if (!isObject(properties)) return;
  for (const name of Object.keys(properties)) {
    const below = [...steps, name];
    if (name === next) {
      if (below.length < envelope.at.length) yield* membersBeside(schemas, envelope, below);
      continue;
    }
    const member = mergedSchema(schemas, own(properties, name) ?? true);
    const role = roleBeside(name, member, Object.keys(properties));
    const isRequired = Array.isArray(required) && (required as readonly Json[]).includes(name);
    if (role !== null) yield { steps: below, role, value: alone(role, member) };
    else if (isRequired || holdsCounts(member) || isOutcomeShown(name, member))
      yield* own(member, 'type') === 'object'
        ? [{ steps: below, role: null, value: {} }, ...membersBeside(schemas, envelope, below)]
        : plain(below, besideValue(schemas, name, member, Object.keys(properties)));
  }
}

/** Whether an answer shows a member that it need not have: one that says that the request succeeded. */
function isOutcomeShown(name: string, schema: JsonObject): boolean {
  const isSaid = ['const', 'default', 'examples'].some(
    (keyword) => own(schema, keyword) !== undefined,
  );
  return isOutcomeName(name) && (isSaid || own(schema, 'type') === 'boolean');
}

function besideValue(
  schemas: Schemas,
  name: string,
  schema: JsonObject,
  others: readonly string[],
): Json | undefined {
  const says = outcomeValue(name, schema, { kind: 'success', others });
  if (says !== undefined && says !== 'absent') return says;
  const examples = own(schema, 'examples');
  const [example] = isOutcomeName(name) && Array.isArray(examples) ? (examples as Json[]) : [];
  return example ?? emptyValue(schemas, name, schema);
}

/** Takes the first branch of an object that has a member, as all have if it is beside them. */
function oneBranch(schemas: Schemas, schema: JsonObject, name: string | undefined): JsonObject {
  const all = (branchesOf(schema) ?? []).map((branch) => withBranch(schemas, schema, branch));
  const holds = (one: JsonObject): boolean => {
    const properties = own(one, 'properties');
    return name === undefined || (isObject(properties) && Object.hasOwn(properties, name));
  };
  return all.find(holds) ?? schema;
}

function plain(steps: readonly string[], value: Json | undefined): readonly Member[] {
  return value === undefined ? [] : [{ steps, role: null, value }];
}

/** Some names say another thing beside others. */
function roleBeside(name: string, schema: JsonObject, all: readonly string[]): Role | null {
  const role = roleOf(name, schema);
  // An order that is asked for is empty, not the list.
  if (role === 'isEmpty' && all.includes('sorted')) return null;
  const isCount =
    name === 'size' && all.some((one) => one !== name && COUNTS.size.test(one.toLowerCase()));
  return role === 'size' && isCount ? 'count' : role;
}

function roleOf(name: string, schema: JsonObject): Role | null {
  const isTruth = own(schema, 'type') === 'boolean';
  if (!isTruth && !isNumber(schema)) return null;
  const found = (Object.entries(COUNTS) as [Role, RegExp][]).find(
    ([role, pattern]) => TRUTHS.includes(role) === isTruth && pattern.test(name),
  );
  return found?.[0] ?? null;
}

function holdsCounts(schema: JsonObject): boolean {
  const properties = own(schema, 'properties');
  return (
    isObject(properties) &&
    Object.entries(properties).some(([name, one]) => {
      const role = isObject(one) ? roleBeside(name, one, Object.keys(properties)) : null;
      return role !== null && !TRUTHS.includes(role);
    })
  );
}

function isNumber(schema: JsonObject): boolean {
  const type = own(schema, 'type');
  return type === 'integer' || type === 'number';
}

/** The value beside an item, which is part of no list. */
function alone(role: Role, schema: JsonObject): Json {
  if (TRUTHS.includes(role)) return role === 'isFirst' || role === 'isLast';
  const least = own(schema, 'minimum');
  const usual = role === 'page' || role === 'pages' ? 1 : 0;
  return typeof least === 'number' ? Math.max(usual, least) : usual;
}
