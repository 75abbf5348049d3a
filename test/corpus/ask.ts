// Asks a mock one operation of a document, with a request that fits the document, and judges the
// answer by it.

import { isObject, type Json, type JsonObject, own } from '../../src/base/json.ts';
import { valueAt } from '../../src/base/pointer.ts';
import type { Contract, Operation } from '../../src/contract/contract.ts';
import { parametersOf } from '../../src/contract/nested-path.ts';
import { rowsKey } from '../../src/contract/rows.ts';
import type { Mock, MockRules } from '../../src/mock/mock.ts';
import { type Call, noBody, type Reply, readBody } from '../../src/model/message/call.ts';
import { writeFormCall } from '../../src/model/message/form-body.ts';
import { wireCall } from '../../src/model/message/usual-call.ts';
import { withRequired } from '../../src/model/parameters/required-parameters.ts';
import type { Checker } from '../../src/schema/check.ts';
import type { Draft } from '../../src/schema/sample/draft.ts';
import { sampleOfSchema, sampleValue } from '../../src/schema/sample/sample.ts';
import type { SchemaName, Schemas } from '../../src/schema/schema.ts';
import type { ApiOperation } from '../../src/source/openapi/operations.ts';

export interface AskerOptions {
  readonly mock: Mock;
  readonly rules: MockRules;
  /** The schemas of the document. */
  readonly schemas: Schemas;
  readonly checker: Checker;
  readonly operations: readonly ApiOperation[];
}

const TRIES = 12;

interface SendOptions {
  readonly query?: string;
  readonly operation?: Operation | undefined;
  readonly fields?: Readonly<Record<string, string>>;
}

interface Target {
  readonly contract: Contract;
  readonly key: string;
  readonly value: JsonObject;
  readonly by: Readonly<Record<string, string>>;
  /** The values of the path that it is below, by parameter. */
  readonly above: readonly (readonly [string, string])[];
}

export class Asker {
  readonly options: AskerOptions;
  private serial = 1;

  constructor(options: AskerOptions) {
    this.options = options;
  }

  /**
   * Asks an operation. Returns what is wrong with the answer, or `null`. A change may have to say when it was
   * read, and a log-in needs an account: then it is asked once more.
   */
  ask(operation: ApiOperation): string | null {
    const flaw = this.askOnce(operation, {});
    if (flaw?.startsWith('401') === true)
      return this.askOnce(operation, {}, this.register(operation));
    return flaw?.includes('If-Unmodified-Since') === true
      ? this.askOnce(operation, { 'if-unmodified-since': new Date().toUTCString() })
      : flaw;
  }

  /** Makes an account for a log-in. Returns what was sent of it. */
  private register(operation: ApiOperation): JsonObject {
    const { rules } = this.options;
    const contract = rules.contracts.find((one) =>
      one.actions?.some(({ does, source }) => does === 'log-in' && source?.endsWith(operation.at)),
    );
    if (contract === undefined) return {};
    const { sent } = this.create(contract, this.fill(contract.path.slice(1).split('/')), rules);
    return isObject(sent) ? sent : {};
  }

  private askOnce(
    operation: ApiOperation,
    fields: Readonly<Record<string, string>>,
    known: JsonObject = {},
  ): string | null {
    const { mock } = this.options;
    const path = this.fill(operation.path.segments, operation);
    const { body } = operation;
    const given =
      body === null || body.format === 'other'
        ? undefined
        : (body.examples.map(({ value }) => value).find((one) => this.fits(body.schema, one)) ??
          this.sample(body.schema));
    const contentType =
      body === null ? undefined : body.mediaType.replace(/\*\/\*/, 'application/json');
    const sent =
      given === undefined
        ? undefined
        : withKnown(this.withNames(operation, this.withId(operation, path, given)), known);
    const text = body?.format === 'other' ? 'text' : sent === undefined ? '' : JSON.stringify(sent);
    const call: Call = {
      method: operation.method,
      path,
      query: '',
      headers: {
        host: 'localhost',
        ...fields,
        ...(contentType === undefined || text === '' ? {} : { 'content-type': contentType }),
      },
      body: text === '' ? noBody : readBody(text),
    };
    const media = body?.format === 'form' ? [body.mediaType] : undefined;
    const whole = this.withRequired(operation, call);
    const reply = mock.answer(media === undefined ? whole : received(formCall(media, whole)));
    return this.judge(operation, reply);
  }

  /** A call with the parameters that the operation requires. */
  private withRequired({ at }: ApiOperation, call: Call): Call {
    const { contracts, schemas } = this.options.rules;
    const all = contracts.flatMap(({ operations, actions = [] }) => [
      ...Object.values(operations),
      ...actions,
    ]);
    return withRequired(
      schemas,
      all.find(({ source }) => source?.endsWith(at)),
      call,
    );
  }

  /** Sends JSON; with a query if it is given, and with what an operation requires. */
  send(
    method: string,
    path: string,
    value?: Json,
    { query = '', operation, fields = {} }: SendOptions = {},
  ): Reply {
    const call: Call = {
      method,
      path,
      query,
      headers: {
        host: 'localhost',
        ...fields,
        ...(value === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: value === undefined ? noBody : readBody(JSON.stringify(value)),
    };
    const whole = withRequired(this.options.rules.schemas, operation, call);
    return this.options.mock.answer(received(formCall(operation?.media, whole)));
  }

  /** Returns a value that fits a schema of the document, if one is found. */
  sample(
    schema: SchemaName | null,
    schemas = this.options.schemas,
    checker = this.options.checker,
  ): Json {
    if (schema === null) return {};
    let last: Json = {};
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const serial = this.serial++;
      const draft: Draft = {
        serial,
        token: `t${serial}`,
        marked: [],
        branch: attempt % 4,
        ...(attempt < TRIES / 2 ? {} : { optional: 'left-out' }),
      };
      const drawn = sampleOfSchema(schemas, schema, draft);
      if (drawn === undefined) continue;
      // A schema that says nothing, or refers to nothing, is that of an object as a rule.
      const isOpen = typeof drawn !== 'object' && checker.check(schema, {}).length === 0;
      const value = isOpen ? {} : drawn;
      last = value;
      if (checker.check(schema, value).length === 0) return value;
    }
    return last;
  }

  /** A body that changes an item says its id, if it says one. */
  private withId({ method, path }: ApiOperation, filled: string, value: Json): Json {
    const contract = this.options.rules.contracts.find(
      (one) =>
        path.text.startsWith(`${one.path}/{`) &&
        path.segments.length === one.path.split('/').length,
    );
    if (contract === undefined) return value;
    if (method === 'POST' && contract.operations.update?.method !== 'POST') return value;
    const key = decodeURIComponent(filled.split('/').at(-1) ?? '');
    const set = (inner: Json, at: readonly string[]): Json => {
      const [step, ...rest] = at;
      if (!isObject(inner)) return inner;
      if (step !== undefined) return { ...inner, [step]: set(own(inner, step) ?? {}, rest) };
      const known = own(inner, contract.id);
      return known === undefined
        ? inner
        : { ...inner, [contract.id]: typeof known === 'number' ? Number(key) : key };
    };
    const kind = method === 'PUT' ? 'replace' : 'update';
    return set(value, contract.operations[kind]?.bodyEnvelope?.at ?? []);
  }

  private fits(schema: SchemaName | null, value: Json): boolean {
    return schema === null || this.options.checker.check(schema, value).length === 0;
  }

  private judge(operation: ApiOperation, reply: Reply): string | null {
    const { status } = reply;
    const text = bodyText(reply);
    const { answers } = operation;
    const named = answers.find((one) => one.status === String(status));
    const range = answers.find(
      (one) => one.status.toUpperCase() === `${Math.floor(status / 100)}XX`,
    );
    const declaresSuccess = answers.some((one) => /^2/.test(one.status));
    const open = declaresSuccess ? undefined : answers.find((one) => one.status === 'default');
    const answer = named ?? range ?? open;
    // An operation without a success answers what it declares.
    if (named !== undefined && !declaresSuccess && open === undefined) return null;
    if (status >= 300) return `${status} ${text.slice(0, 300)}`;
    if (answer === undefined && declaresSuccess) return `${status} is not declared`;
    const wrong = answer === undefined ? null : undeclared(operation, answer.status, reply);
    if (wrong !== null) return `${status} ${wrong}`;
    const body = answer?.body ?? null;
    if (body === null || body.format !== 'json' || body.schema === null) return null;
    // No answer with these has a body (RFC 9110 section 15.3.5).
    if (status === 204 || status === 205) return null;
    if (text === '') return `${status} without a body`;
    const [flaw] = this.options.checker.check(body.schema, JSON.parse(text) as Json);
    return flaw === undefined
      ? null
      : `${status} does not fit ${body.schema}: ${flaw.at} ${flaw.message} (${flaw.keyword}) in ${text.slice(0, 200)}`;
  }

  /**
   * Fills in the parameters of a path: with the ids of items that are there, or made for it, as far as
   * an operation allows them.
   */
  fill(segments: readonly string[], operation?: ApiOperation): string {
    const { contracts } = this.options.rules;
    const values = this.valuesOfRow(`/${segments.join('/')}`);
    for (const [name, value] of this.valuesOfTarget(operation))
      if (!values.has(name)) values.set(name, value);
    const creates = operation?.method === 'POST';
    let path = '';
    let template = '';
    for (const segment of segments) {
      const isLast = template.split('/').length === segments.length;
      const filled = segment.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
        const schema = this.schemaOf(`${template}/${segment}`, name);
        const contract = contracts.find((one) => one.path === template && one.isSingle !== true);
        const isId = contract !== undefined && segment.startsWith(`{${name}}`);
        const isNew = isLast && creates && contract?.operations.create?.idInPath !== undefined;
        const known = isNew
          ? undefined
          : (values.get(name) ??
            (isId ? (this.idOf(contract, path, values) ?? undefined) : undefined));
        const value =
          known !== undefined && fitsParameter(schema, known)
            ? known
            : isId && !isNew && schema === undefined
              ? sampleId(this.options.rules.schemas, contract)
              : this.parameter(name, schema);
        values.set(name, value);
        return encodeURIComponent(value);
      });
      path += `/${filled}`;
      template += `/${segment}`;
    }
    return path;
  }

  /**
   * The item that an operation is about: one that is there, or is made for it. `by`: the members that
   * its path or its body name, by parameter.
   */
  private targetOf(operation: ApiOperation | undefined): Target | null {
    const { rules, mock } = this.options;
    if (operation === undefined) return null;
    const isIt = ({ source }: Operation): boolean => source?.endsWith(operation.at) === true;
    for (const contract of rules.contracts) {
      const action = contract.actions?.find(isIt);
      const kind = (['read', 'replace', 'update', 'remove'] as const).find((one) => {
        const usual = contract.operations[one];
        return usual !== undefined && isIt(usual);
      });
      const isBelow = action?.path.startsWith(`${contract.path}/{`) === true;
      const isNone = kind === undefined && action?.does === undefined && !isBelow;
      if (contract.isSingle === true || isNone) continue;
      const rows = mock.state.collection(rowsKey(contract));
      const maker = rules.contracts.find(
        (one) => rowsKey(one) === rowsKey(contract) && one.operations.create !== undefined,
      );
      if (rows.size === 0 && maker !== undefined)
        this.create(maker, this.fill(maker.path.slice(1).split('/')), rules);
      const [row] = rows.records();
      if (row === undefined) continue;
      const named = operation.path.segments.flatMap((one) => /\{([^{}]*)\}/.exec(one)?.[1] ?? []);
      const last = named.at(-1);
      const next = parametersOf(action?.path.slice(contract.path.length) ?? '')[0];
      const name = isBelow && action.does === undefined ? next : last;
      const by = action?.by ?? (name === undefined ? {} : { [name]: contract.id });
      const value = row.value as JsonObject;
      const above = (contract.scope ?? []).flatMap(({ at, parameter }): [string, string][] => {
        const held = parameter === null ? undefined : valueAt(value, at);
        return parameter === null || held === undefined ? [] : [[parameter, String(held)]];
      });
      return { contract, key: row.key, value, by, above };
    }
    return null;
  }

  private valuesOfTarget(operation: ApiOperation | undefined): ReadonlyMap<string, string> {
    const target = this.targetOf(operation);
    if (target === null) return new Map();
    const { contract, key, value, by, above } = target;
    const named = Object.entries(by).flatMap(([name, member]): [string, string][] => {
      const held = member === contract.id ? key : own(value, member);
      return held === undefined || held === null || typeof held === 'object'
        ? []
        : [[name, String(held)]];
    });
    return new Map([...above, ...named]);
  }

  /** A body that names the item which an operation is about, if it says what names it. */
  private withNames(operation: ApiOperation, sent: Json): Json {
    if (operation.method === 'POST' || !isObject(sent)) return sent;
    const target = this.targetOf(operation);
    if (target === null) return sent;
    const { contract, key, value, by } = target;
    const names = Object.entries({ [contract.id]: contract.id, ...by }).flatMap(
      ([name, member]) => {
        const held = own(value, member) ?? (member === contract.id ? key : undefined);
        return own(sent, name) === undefined || held === undefined ? [] : [[name, held] as const];
      },
    );
    return { ...sent, ...Object.fromEntries(names) };
  }

  /** What the document says of a parameter in the path of some operations. */
  private schemaOf(template: string, name: string): JsonObject | undefined {
    return this.options.operations
      .filter(({ path }) => `${path.text}/`.startsWith(`${template}/`))
      .flatMap(({ parameters }) => parameters)
      .find((one) => one.in === 'path' && [one.name, plainName(one.name)].includes(name))?.schema;
  }

  /** A value for a parameter that names no item. */
  private parameter(name: string, schema: JsonObject | undefined): string {
    const value = sampleValue(this.options.rules.schemas, name, schema ?? {}, {
      serial: this.serial++,
      token: 't',
      marked: [],
    });
    if (value === undefined || value === null || value === '') return 'some-1';
    return isObject(value) ? Object.entries(value).flat().join(',') : String(value);
  }

  /** The parameters that a row has: of the longest contract above a path that has rows. */
  private valuesOfRow(path: string): Map<string, string> {
    const { rules, mock } = this.options;
    const above = rules.contracts
      .filter((one) => path === one.path || path.startsWith(`${one.path}/{`))
      .toSorted((one, other) => other.path.length - one.path.length);
    for (const contract of above) {
      const [row] = mock.state.collection(rowsKey(contract)).records();
      if (row === undefined) continue;
      const values = new Map<string, string>();
      for (const { at, parameter } of contract.scope ?? []) {
        const held = valueAt(row.value, at);
        if (parameter !== null && held !== undefined && held !== null && typeof held !== 'object')
          values.set(parameter, String(held));
      }
      if (values.size < (contract.scope ?? []).filter(({ parameter }) => parameter !== null).length)
        continue;
      const [, name] = /^\/\{([^{}]*)\}/.exec(path.slice(contract.path.length)) ?? [];
      if (name !== undefined && contract.isSingle !== true) values.set(name, row.key);
      return values;
    }
    return new Map();
  }

  /** The id of an item of a contract: one that is there, or one that is created. */
  private idOf(
    contract: Contract,
    path: string,
    values: ReadonlyMap<string, string>,
  ): string | null {
    const { mock, rules } = this.options;
    const known = [...mock.state.collection(rowsKey(contract)).records()].find((record) =>
      (contract.scope ?? []).every(({ at, parameter, value }) => {
        const held = at.reduce<Json | undefined>(
          (inner, step) => (isObject(inner) ? own(inner, step) : undefined),
          record.value,
        );
        return String(held) === (parameter === null ? String(value) : values.get(parameter));
      }),
    );
    if (known !== undefined) return known.key;
    return contract.operations.create === undefined ? null : this.create(contract, path, rules).id;
  }

  /** Creates an item below a path. */
  create(
    contract: Contract,
    path: string,
    rules: MockRules,
  ): { readonly id: string | null; readonly reply: Reply; readonly sent: Json } {
    const { create } = contract.operations;
    const inner = this.sample(create?.body ?? null, rules.schemas, rules.checker);
    // A client that chooses ids chooses one that is free.
    const member = rules.schemas.membersOf(contract.item).get(contract.id) ?? {};
    const chosen =
      contract.shown['create.id'] === 'keep' &&
      own(member, 'format') === undefined &&
      isObject(inner) &&
      typeof inner[contract.id] === 'string'
        ? { ...inner, [contract.id]: `${inner[contract.id] as string}${this.serial++}` }
        : inner;
    const wire = wireCall(contract, 'create', {
      method: 'POST',
      path,
      query: '',
      headers: { host: 'localhost', 'content-type': 'application/json' },
      body: readBody(JSON.stringify(chosen)),
    });
    const sent = wire.body.kind === 'json' ? wire.body.value : chosen;
    const reply = this.options.mock.answer(received(formCall(create?.media, wire)));
    if (create?.idInPath !== undefined && isObject(chosen))
      return { id: String(chosen[contract.id]), reply, sent };
    const at = reply.headers.indexOf('location');
    const id = at < 0 ? null : (reply.headers[at + 1]?.split('/').at(-1) ?? null);
    return { id: id === null ? idInBody(reply, contract) : decodeURIComponent(id), reply, sent };
  }
}

/** The id that the answer to a creation shows; `null` if it shows none. */
function idInBody(reply: Reply, { id, operations }: Contract): string | null {
  const text = bodyText(reply);
  if (reply.status >= 300 || text === '') return null;
  const item = valueAt(JSON.parse(text) as Json, operations.create?.envelope?.at ?? []);
  const found = item !== undefined && isObject(item) ? own(item, id) : undefined;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : null;
}

/** What of the media type and the header fields of an answer is not as it is declared; `null` if all is. */
function undeclared({ declared }: ApiOperation, status: string, reply: Reply): string | null {
  const answer = valueAt(declared, ['answers', status]) ?? {};
  const [content, fields] = ['content', 'headers'].map((one) => valueAt(answer, [one]) ?? {});
  const fieldOf = (name: string): string | undefined => {
    const at = reply.headers.findIndex((one, index) => index % 2 === 0 && one === name);
    return at < 0 ? undefined : reply.headers[at + 1];
  };
  const types = Object.keys(content ?? {}).map((one) => one.split(';')[0]?.toLowerCase() ?? '');
  const type = fieldOf('content-type')?.split(';')[0]?.toLowerCase();
  const isDeclared = types.some(
    (one) =>
      one === type || one === '*/*' || (one.endsWith('/*') && type?.startsWith(one.slice(0, -1))),
  );
  if (types.length > 0 && reply.body.kind !== 'none' && !isDeclared)
    return `is ${type ?? 'of no type'}, not ${types.join(' or ')}`;
  const missing = Object.entries(fields as JsonObject).find(
    ([name, field]) =>
      isObject(field) &&
      own(field, 'required') === true &&
      fieldOf(name.toLowerCase()) === undefined,
  );
  return missing === undefined ? null : `lacks the header field ${missing[0]}`;
}

/** A body with the values of members that it has, too. */
function withKnown(sent: Json, known: JsonObject): Json {
  if (!isObject(sent)) return sent;
  const both = Object.entries(known).filter(([name]) => Object.hasOwn(sent, name));
  return { ...sent, ...Object.fromEntries(both) };
}

/** The name of a parameter as a path has it: `{%C3%A5r}` is the parameter C3A5r. */
function plainName(name: string): string {
  return encodeURIComponent(name).replaceAll('%', '');
}

/** Whether a text is a value of a parameter, as far as its type, its values and its pattern say. */
function fitsParameter(schema: JsonObject | undefined, text: string): boolean {
  if (schema === undefined) return true;
  const type = own(schema, 'type');
  const values = own(schema, 'enum');
  const pattern = own(schema, 'pattern');
  if (type === 'integer' && !/^-?\d+$/.test(text)) return false;
  if (type === 'number' && !Number.isFinite(Number(text))) return false;
  if (Array.isArray(values) && !values.some((one) => String(one) === text)) return false;
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);
}

function sampleId(schemas: Schemas, contract: Contract): string {
  const value = sampleValue(
    schemas,
    contract.id,
    schemas.membersOf(contract.item).get(contract.id) ?? {},
    {
      serial: 1,
      token: 't',
      marked: [],
    },
  );
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '1';
}

export function bodyText({ body }: Reply): string {
  switch (body.kind) {
    case 'none':
      return '';
    case 'text':
      return body.text;
    case 'pieces': {
      let text = '';
      const pieces = body.pieces();
      for (let next = pieces.next(); next.done !== true; next = pieces.next()) text += next.value;
      return text;
    }
  }
}

/** A call with a form in place of JSON, if nothing else is taken. */
function formCall(media: Operation['media'], call: Call): Call {
  if (media === undefined) return call;
  return writeFormCall({ summary: '', source: '', outcomes: {}, media }, call);
}

/** A call as the server reads it. */
function received(call: Call): Call {
  const { body } = call;
  return body.kind === 'broken' ? { ...call, body: readBody(body.text) } : call;
}
