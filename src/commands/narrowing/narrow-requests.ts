// Requests as the user wants them: with given values, or without a member. The schemas of requests are
// narrowed to that; what answers may show stays as it is.

import { type Fault, StandinError } from '../../base/errors.ts';
import { type Json, type JsonObject, jsonText, objectOf, own, pick } from '../../base/json.ts';
import { suggest } from '../../base/suggest.ts';
import type { Action, Contract, Operation } from '../../contract/contract.ts';
import { type Kind, kinds } from '../../contract/operation-kinds.ts';
import { projectInvalid } from '../../project/files/invalid.ts';
import type { Checker } from '../../schema/check.ts';
import { createLazyChecker } from '../../schema/lazy-checker.ts';
import type { Schema, SchemaName, Schemas } from '../../schema/schema.ts';
import type { GivenMember } from './given-members.ts';
import { namedOperations, sameName } from './operation-names.ts';
import { rewriteMember } from './rewrite-member.ts';
import { listed } from './skipped-operations.ts';

/** Contracts with narrower requests, and what reports say of that. */
export interface NarrowedRequests {
  readonly contracts: readonly Contract[];
  readonly schemas: Schemas;
  readonly told: readonly ToldMember[];
}

export interface ToldMember {
  readonly resource: string;
  readonly name: string;
  /** A clause. */
  readonly why: string;
  readonly isLeftOut: boolean;
}

/** Narrows requests. Throws a StandinError that lists what there is if nothing has a member. */
export async function narrowRequests(
  { contracts, schemas }: Pick<NarrowedRequests, 'contracts' | 'schemas'>,
  given: readonly GivenMember[],
): Promise<NarrowedRequests> {
  let narrowed: NarrowedRequests = { contracts, schemas, told: [] };
  if (given.length === 0) return narrowed;
  const checker = createLazyChecker(schemas);
  await checker.load();
  const faults: Fault[] = [];
  for (const one of given) {
    try {
      narrowed = narrow(narrowed, one, checker);
    } catch (error) {
      if (!(error instanceof StandinError) || one.at === undefined) throw error;
      faults.push({ ...one.at, message: error.message, remedy: error.remedy });
    }
  }
  if (faults.length > 0) throw projectInvalid(faults);
  return narrowed;
}

function narrow(all: NarrowedRequests, given: GivenMember, checker: Checker): NarrowedRequests {
  const { contract, only, steps } = targetOf(all.contracts, given.name);
  const narrower = new Narrower(all.schemas, { given, steps, checker });
  const narrowed = <O extends Operation>(operation: O, does: string | undefined): O => {
    const isOf = only === null ? isWrite(does) : operation === only;
    if (!isOf) return operation;
    const isOfItem = isWrite(does);
    // A run sends the same values of an item by all its writes.
    if (isOfItem && only !== null) return narrower.narrow(operation, undefined);
    return narrower.narrow(operation, operation.body ?? (isOfItem ? contract.item : undefined));
  };
  const operations = kinds.flatMap((kind): readonly (readonly [Kind, Operation])[] => {
    const operation = contract.operations[kind];
    return operation === undefined ? [] : [[kind, narrowed(operation, kind)]];
  });
  const actions = contract.actions?.map((action): Action => narrowed(action, action.does));
  if (
    !narrower.isFound &&
    kinds.some((kind) => isWrite(kind) && contract.operations[kind] === only)
  )
    throw ofResource(given.name, `${contract.resource}.${steps.join('.')}`);
  if (!narrower.isFound) throw noMember(given.name, steps, [...narrower.names]);
  const changed: Contract = {
    ...contract,
    operations: Object.fromEntries(operations),
    ...(actions === undefined ? {} : { actions }),
  };
  const sent = narrower.sent.map((one) => jsonText(one)).join(' or ');
  const isLeftOut = given.values === undefined;
  const told = { resource: contract.resource, name: given.name, why: given.why ?? sent, isLeftOut };
  return {
    contracts: all.contracts.map((one) => (one === contract ? changed : one)),
    schemas: narrower.schemas,
    told: [...all.told, told],
  };
}

function isWrite(does: string | undefined): boolean {
  return does === 'create' || does === 'replace' || does === 'update';
}

interface MemberTarget {
  readonly contract: Contract;
  /** The only operation that is meant; `null` for all writes. */
  readonly only: Operation | null;
  readonly steps: readonly string[];
}

/** Finds what has a member: the longest name of a resource or an operation that the text begins with. */
function targetOf(contracts: readonly Contract[], text: string): MemberTarget {
  const parts = text.split('.');
  const operations = namedOperations(contracts);
  for (let length = parts.length - 1; length > 0 && !parts.includes(''); length--) {
    const name = parts.slice(0, length).join('.');
    const steps = parts.slice(length);
    const contract = contracts.find(({ resource }) => resource === name);
    if (contract !== undefined) return { contract, only: null, steps };
    const found = operations.find((one) => sameName(one.name) === sameName(name));
    if (found !== undefined) return { contract: found.contract, only: found.operation, steps };
  }
  const names = contracts.map(({ resource }) => resource);
  const all = [...names, ...operations.map(({ name }) => name)];
  const near = suggest(parts[0] ?? '', names) ?? names[0] ?? 'users';
  throw new StandinError(
    'option-invalid',
    `${JSON.stringify(text)} names no member of a request`,
    `Begin with a resource or an operation, for example ${near}.name. There are ${listed(all)}.`,
  );
}

function ofResource(text: string, name: string): StandinError {
  return new StandinError(
    'option-invalid',
    `${JSON.stringify(text)} is about one request of several that write an item`,
    `Name the resource, for all of them: ${name}.`,
  );
}

function noMember(
  text: string,
  [first = '']: readonly string[],
  names: readonly string[],
): StandinError {
  const near = suggest(first, names);
  const remedy = near === null ? `There are ${listed(names)}.` : `Did you mean "${near}"?`;
  return new StandinError(
    'option-invalid',
    `no request has the member ${JSON.stringify(text)}`,
    remedy,
  );
}

interface Wish {
  readonly given: GivenMember;
  readonly steps: readonly string[];
  readonly checker: Checker;
}

/** Narrows the schemas of requests, and remembers what they have. */
class Narrower {
  schemas: Schemas;
  isFound = false;
  readonly names = new Set<string>();
  sent: readonly Json[] = [];
  private readonly wish: Wish;
  private readonly bodies = new Map<SchemaName, SchemaName>();

  constructor(schemas: Schemas, wish: Wish) {
    this.schemas = schemas;
    this.wish = wish;
  }

  narrow<O extends Operation>(operation: O, body: SchemaName | undefined): O {
    const { parameters } = operation;
    const narrowed = body === undefined ? undefined : this.narrowBody(body);
    return {
      ...operation,
      ...(narrowed === undefined || narrowed === body ? {} : { body: narrowed }),
      ...(parameters === undefined ? {} : { parameters: this.narrowParameters(parameters) }),
    };
  }

  private narrowParameters(
    parameters: NonNullable<Operation['parameters']>,
  ): NonNullable<Operation['parameters']> {
    const [wanted, ...rest] = this.wish.steps;
    const { values } = this.wish.given;
    return parameters.flatMap((one) => {
      if (one.in === 'path') return [one];
      this.names.add(one.name);
      if (one.name !== wanted || rest.length > 0) return [one];
      this.isFound = true;
      if (values === undefined) return [];
      const part = one.schema === null ? {} : this.schemas.absolute(one.schema);
      const schema = this.add(one.name, this.valuesOf(values, part));
      return [{ ...one, schema, required: true, examples: [] }];
    });
  }

  /** Returns the name of the narrowed schema; its own if it does not have the member. */
  private narrowBody(body: SchemaName): SchemaName {
    const members = this.schemas.membersOf(body);
    const isSent = (name: string): boolean =>
      own(members.get(name) ?? { readOnly: true }, 'readOnly') !== true;
    for (const name of members.keys()) if (isSent(name)) this.names.add(name);
    const known = this.bodies.get(body);
    if (known !== undefined) return known;
    const { given, steps } = this.wish;
    const { values } = given;
    if (!isSent(steps[0] ?? '')) return body;
    const rewritten = rewriteMember(this.schemas, body, steps, (member) =>
      values === undefined ? undefined : this.valuesOf(values, member),
    );
    const name = rewritten === null ? body : this.add(body, rewritten);
    this.isFound ||= rewritten !== null;
    this.bodies.set(body, name);
    return name;
  }

  /** Returns the schema of a member that has the given values alone. */
  private valuesOf(values: NonNullable<GivenMember['values']>, member: Json): JsonObject {
    const kept = this.schemas.partsOf(member).flatMap((part) => Object.entries(pick(part, KEPT)));
    this.sent = values.map((meant) => this.fitting(meant, member as Schema));
    return { ...objectOf(kept), enum: this.sent, 'x-standin-given': true };
  }

  private fitting(meant: readonly Json[], member: Schema): Json {
    const { checker, given } = this.wish;
    const found = meant.find((one) => checker.checkPart(member, one).length === 0);
    if (found !== undefined) return found;
    const value = meant.at(-1) ?? null;
    const [flaw] = checker.checkPart(member, value);
    throw new StandinError(
      'option-invalid',
      `${jsonText(value)} is no value of ${given.name}: ${flaw?.plain ?? 'it does not fit'}`,
      'Give one that the source allows, or correct the source.',
    );
  }

  private add(name: SchemaName, schema: Json): SchemaName {
    let added = `${name}~`;
    while (this.schemas.get(added) !== undefined) added += '~';
    this.schemas = this.schemas.with(new Map([[added, schema as Schema]]));
    return added;
  }
}

/** What a narrowed member keeps of its schema. */
const KEPT = ['type', 'title', 'description', 'format', 'writeOnly', 'x-unique', 'x-ref'] as const;
