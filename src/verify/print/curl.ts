// Requests as lines of curl for a POSIX shell. A request is one line, whatever it holds.

import { parsePointer } from '../../base/pointer.ts';
import { cut, printable } from '../../base/printable.ts';
import type { Operation } from '../../contract/contract.ts';
import { wayOf } from '../../contract/operation-way.ts';
import { type CurlOptions, curlLine, type Sent } from '../../journal/print/curl-line.ts';
import { type ShellPart, word } from '../../journal/print/shell.ts';
import { shownBody } from '../../journal/print/shown.ts';
import { type Body, type Call, noBody } from '../../model/message/call.ts';
import type { Exchanged } from '../report.ts';
import {
  bodyParts,
  type IssuedOptions,
  issuedIds,
  markOf,
  splitPath,
} from '../session/issued-ids.ts';

export interface ScriptOptions extends CurlOptions, IssuedOptions {
  /** Returns a call of a run as it is on the wire; what is in the trace is if absent. */
  readonly toWire?: (call: Call) => Call;
  /** Text in values that must be unique. The script replaces it with a new one each time. */
  readonly fresh?: string;
  /** The items that the run made for others to be below, the uppermost first. */
  readonly above?: readonly MadeAbove[];
}

/** An item that a run made for others to be below, and removed at its end. */
export interface MadeAbove extends IssuedOptions, Pick<ScriptOptions, 'toWire'> {
  readonly key: string;
  readonly creation: Exchanged;
  readonly fresh: string;
}

/** Returns a line of curl that sends a call and prints the whole reply, header fields included. */
export function curlOf(call: Call, options: CurlOptions): string {
  return curlLine(
    { call, path: [call.path], body: bodyParts(call.body, '', new Map()) },
    'answer',
    options,
  );
}

/**
 * Returns shell lines that send a trace again. The variables ID1, ID2 and so on hold the ids that
 * the service assigns; later lines use them. PARENT1 and so on hold those of the items that others
 * are below; the script makes these first. A comment after each line shows the recorded reply, and
 * the last comments show how to remove what is left. Extracting ids needs Node.
 */
export function curlScript(trace: readonly Exchanged[], options: ScriptOptions): readonly string[] {
  const ids = issuedIds(trace, options);
  /** The variable of each id. If the service assigns an id twice, the newer variable counts. */
  const variables = new Map<string, string>();
  const left = new Set<string>();
  const lines: string[] = [];
  let given = 0;
  for (const [place, exchanged] of trace.entries()) {
    const line = optionsOf(exchanged, options);
    const sent = sentWith(exchanged.call, variables, options);
    const id = ids.get(place);
    if (id === undefined) {
      lines.push(`${curlLine(sent, 'answer', line)}; echo`, answered(exchanged));
      if (isRemoval(exchanged)) left.delete(variableIn(sent.path));
    } else {
      given += 1;
      variables.set(id, `ID${given}`);
      left.add(`ID${given}`);
      lines.push(...capturing(sent, `ID${given}`, exchanged, options), answered(exchanged));
    }
  }
  const removals = [...left].map((variable) => `# to remove it: ${removal(variable, options)}`);
  const parents = parentsIn([...lines, ...removals], options);
  const all = [...parents.flatMap(({ making }) => making), ...lines];
  return [
    ...neededVariables(all),
    ...(options.fresh === undefined ? [] : ['RUN=$(date +%s)']),
    ...all,
    ...removals,
    ...parents.map((one) => one.removing).toReversed(),
  ];
}

/** The credentials of a line: none, or those of another user or token, in variables of their own. */
function optionsOf({ credentials }: Exchanged, options: ScriptOptions): ScriptOptions {
  if (credentials === undefined) return options;
  if (credentials === 'none') return { ...options, credentials: [] };
  if (credentials === 'second-user') {
    const fields = (options.credentials ?? []).filter((name) => !name.startsWith('?'));
    const entries = fields.map((name) => [name, secondVariable(name)] as const);
    return { ...options, variables: Object.fromEntries(entries) };
  }
  const named = [...new Set([...(options.credentials ?? []), 'authorization'])];
  const variables = { authorization: 'STANDIN_RESTRICTED_AUTHORIZATION' };
  return { ...options, credentials: named, variables };
}

/** The variable with a credential of the second user. */
export function secondVariable(name: string): string {
  return `STANDIN_SECOND_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

/** Returns the lines that make the parents which other lines name, the uppermost first. */
function parentsIn(
  lines: readonly string[],
  options: ScriptOptions,
): readonly { readonly making: readonly string[]; readonly removing: string }[] {
  const { above = [] } = options;
  const found: { readonly making: readonly string[]; readonly removing: string }[] = [];
  for (const [index, parent] of [...above.entries()].toReversed()) {
    const variable = parentVariable(index);
    const used = [...lines, ...found.flatMap(({ making }) => making)];
    if (!used.some((line) => new RegExp(`[$]{?${variable}\\b`).test(line))) continue;
    const given = { ...options, ...parent };
    const { creation } = parent;
    const sent = sentWith(creation.call, new Map(), given);
    found.unshift({
      making: [...capturing(sent, variable, creation, given), answered(creation)],
      removing: `# to remove it: ${removal(variable, given)}`,
    });
  }
  return found;
}

function parentVariable(index: number): string {
  return `PARENT${index + 1}`;
}

/** Returns the parts of a path, with variables in place of the ids of parents. */
function pathParts(
  path: string,
  { above = [] }: Pick<ScriptOptions, 'above'>,
): readonly ShellPart[] {
  for (const [index, { contract, key }] of [...above.entries()].toReversed()) {
    const place = `${contract.path}/${encodeURIComponent(key)}`;
    if (path !== place && !path.startsWith(`${place}/`)) continue;
    const variable = parentVariable(index);
    return [...pathParts(`${contract.path}/`, { above }), { variable }, path.slice(place.length)];
  }
  return [path];
}

/** Explains the variables of credentials: no report holds their values. */
function neededVariables(lines: readonly string[]): readonly string[] {
  const found = lines.flatMap((line) => [...line.matchAll(/ -H "([\w-]+): \$(STANDIN_\w+)"/g)]);
  const keys = lines.flatMap((line) => [...line.matchAll(/[?&]([^&=\s]+)=\$(STANDIN_\w+)/g)]);
  const inQuery = new Map(keys.map(([, key = '', name = '']) => [name, key]));
  const ofQuery = [...inQuery].map(
    ([name, key]) => `# first: export ${name}=<the value of the query parameter ${key}>`,
  );
  const ofFields = [...new Map(found.map(([, field = '', name = '']) => [name, field]))].map(
    ([name, field]) =>
      `# first: export ${name}=<the value of the header field ${field}${field === 'Authorization' ? ', as "Bearer <token>"' : ''}>`,
  );
  return [...ofQuery, ...ofFields];
}

/** Replaces ids that the service assigned, and the text of the run, with variables. */
function sentWith(
  call: Call,
  variables: ReadonlyMap<string, string>,
  options: ScriptOptions,
): Sent {
  const { contract, fresh, toWire } = options;
  const wire = toWire === undefined ? call : toWire(call);
  // Items may be elsewhere on the wire, so that the id is found in the call before it is.
  const item = splitPath(call.path, contract.path);
  const variable = item === null ? undefined : variables.get(item.id);
  const path =
    item === null || variable === undefined
      ? pathParts(wire.path, options)
      : itemParts(wire.path, { id: item.id, variable }, options);
  return {
    call: wire,
    path: refreshed(path, fresh),
    body: refreshed(bodyParts(wire.body, contract.id, variables), fresh),
  };
}

/** Returns the parts of the path of an item, with a variable in place of the last step that is its id. */
function itemParts(
  path: string,
  { id, variable }: { readonly id: string; readonly variable: string },
  options: ScriptOptions,
): readonly ShellPart[] {
  const steps = path.split('/');
  const at = steps.lastIndexOf(encodeURIComponent(id));
  if (at < 0) return pathParts(path, options);
  const [before, after] = [steps.slice(0, at), steps.slice(at + 1)];
  const rest = after.length === 0 ? '' : `/${after.join('/')}`;
  return [...pathParts(`${before.join('/')}/`, options), { variable }, rest];
}

/** The steps from the body of an answer to the item or the list in it. */
function within(operation: Operation | undefined): string {
  return (operation?.envelope?.at ?? []).map(access).join('');
}

function refreshed(parts: readonly ShellPart[], fresh: string | undefined): readonly ShellPart[] {
  if (fresh === undefined || fresh === '') return parts;
  return parts.flatMap((part): readonly ShellPart[] => {
    if (typeof part !== 'string') return [part];
    return part
      .split(fresh)
      .flatMap((text, index) => (index === 0 ? [text] : [{ variable: 'RUN' }, text]));
  });
}

/** Sends a creation and stores the id that the service assigns. */
function capturing(
  sent: Sent,
  variable: string,
  exchanged: Exchanged,
  options: ScriptOptions,
): readonly string[] {
  const { idAt } = options;
  const line = optionsOf(exchanged, options);
  const shown = `echo "${variable}=$${variable}"`;
  switch (idAt.kind) {
    case 'body': {
      const steps = parsePointer(idAt.pointer) ?? [];
      const id = `${ANSWER}${within(options.contract.operations.create)}${steps.map(access).join('')}`;
      const code = idAt.isLink === true ? `${id}.split("/").pop()` : `encodeURIComponent(${id})`;
      return [
        `${variable}=$(${curlLine(sent, 'body', line)} | node -pe ${word([code])}); ${shown}`,
      ];
    }
    case 'location':
      return [
        `${variable}=$(${curlLine(sent, 'headers', line)} | sed -n ${word([lastSegment(exchanged)])}); ${shown}`,
      ];
    case 'list':
      return [
        `${curlLine(sent, 'answer', line)}; echo`,
        `${variable}=$(${lookUp(sent.call, idAt.by ?? 'email', options)}); ${shown}`,
      ];
  }
}

/** Reads the body of a reply from a pipe, as source for Node. */
const ANSWER = 'JSON.parse(require("fs").readFileSync(0, "utf8"))';

/** A sed script that prints the last segment of the header field that locates the new item. */
function lastSegment({ received }: Exchanged): string {
  const field = received?.headers['location'] === undefined ? 'content-location' : 'location';
  const name = field.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
  const steps = [
    `/^${name}:/{s/^[^:]*:[[:space:]]*//`,
    's/[?#[:space:]].*$//',
    's,/*$,,',
    's,.*/,,',
    'p',
    '}',
  ];
  return steps.join(';');
}

function access(step: string): string {
  return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}

/** Reads the list and finds the newest item with the value that the creation sent. */
function lookUp(creation: Call, by: string, options: ScriptOptions): string {
  const list = plainCall('GET', options.contract.path);
  const [isIt, id] = [
    `item${access(by)} === process.argv[1]`,
    `item${access(options.contract.id)}`,
  ];
  const code = `encodeURIComponent(${ANSWER}${within(options.contract.operations.list)}.filter((item) => ${isIt}).map((item) => ${id}).pop())`;
  const mark = word(refreshed([markOf(creation, by) ?? ''], options.fresh));
  return `${curlLine({ call: list, path: pathParts(list.path, options), body: [] }, 'body', options)} | node -pe ${word([code])} -- ${mark}`;
}

function plainCall(method: string, path: string): Call {
  return { method, path, query: '', headers: {}, body: noBody };
}

/** Maximum length of a reply in a comment, in characters. */
const ANSWER_CHARS_SHOWN = 200;

/** The text of the service is quoted even in a comment: an interactive zsh runs such a line. */
function answered({ received, trouble }: Exchanged): string {
  const shown = received === null ? trouble : onOneLine(received.body);
  const text = shown === null ? '' : ` ${quoted(shown)}`;
  return received === null ? `# no reply${text}` : `# reply ${received.status}${text}`;
}

/** In JSON a line ends only between values. */
function onOneLine(body: Body): string | null {
  const text = shownBody(body);
  return body.kind === 'json' ? (text?.replaceAll(/\s*\n\s*/g, ' ') ?? null) : text;
}

function quoted(text: string): string {
  return `'${cut(printable(text), ANSWER_CHARS_SHOWN).replaceAll("'", "'\\''")}'`;
}

function isRemoval({ call, received }: Exchanged): boolean {
  return (
    call.method === 'DELETE' && received !== null && received.status >= 200 && received.status < 300
  );
}

function variableIn(path: readonly ShellPart[]): string {
  const found = path.findLast((part) => typeof part !== 'string');
  return found === undefined ? '' : found.variable;
}

function removal(variable: string, options: ScriptOptions): string {
  const { method } = wayOf(options.contract, 'remove');
  const call = plainCall(method, `${options.contract.path}/${variable}`);
  const { path } = sentWith(call, new Map([[variable, variable]]), options);
  return curlLine({ call, path, body: [] }, 'answer', options);
}
