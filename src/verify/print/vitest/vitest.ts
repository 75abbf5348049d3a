// Findings as a self-contained test file. It needs only vitest and fetch, sends the same requests
// again, and fails until the service is fixed.

import { cut, printable } from '../../../base/printable.ts';
import type { Contract } from '../../../contract/contract.ts';
import { isUsual } from '../../../contract/operation-way.ts';
import { type Body, header } from '../../../model/message/call.ts';
import type { Finding } from '../../../oracle/finding.ts';
import { markPattern } from '../../../schema/sample/draft.ts';
import type { Schemas } from '../../../schema/schema.ts';
import type { Move } from '../../move.ts';
import type { Exchanged, ReportedFinding } from '../../report.ts';
import { type IssuedIdAt, issuedIds } from '../../session/issued-ids.ts';
import { codeOf, type Variables } from './code.ts';
import { expectationOf } from './expect.ts';
import { groupsOf, pausesOf } from './groups.ts';
import { kitOf } from './kit.ts';
import { answerName, idName, TestScene } from './scene.ts';

/** A finding with its requests. Without moves, which group them, they are sent one by one. */
export type Repeatable = Finding & Pick<ReportedFinding, 'trace' | 'moves'>;

/** What all findings of one service have in common. */
export interface TestFileOptions {
  /** Address without STANDIN_BASE_URL, free of credentials. Vitest sets BASE_URL itself. */
  readonly baseUrl: string;
  readonly contract: Pick<Contract, 'path' | 'id' | 'resource' | 'operations'>;
  /** The schemas of the parameters that requests need; absent if they need none. */
  readonly schemas?: Schemas;
  readonly idAt: IssuedIdAt;
  /** Text that marks the items of the run. The test replaces it with a new one each time. */
  readonly token: string;
}

export interface TestFile {
  readonly text: string;
  /** Number of tests. Findings that a test cannot repeat have none. */
  readonly tests: number;
}

/** The start of every file that this printer writes. */
export const TEST_FILE_START = '// Written by standin verify.';

/**
 * Returns a test file in TypeScript with a test for each finding that a test can repeat. Excluded
 * are findings about items of others, about more than replies show, about unknown ids, and all of
 * contracts with other methods or paths than the usual ones. `null`
 * if nothing is left.
 */
export function toVitest(
  findings: readonly Repeatable[],
  options: TestFileOptions,
): TestFile | null {
  if (!isUsual(options.contract)) return null;
  const tests = findings.flatMap(
    (finding) =>
      testOf({ ...options, finding, trace: withoutCleanUp(finding), moves: finding.moves }) ?? [],
  );
  if (tests.length === 0) return null;
  const text = [
    `${TEST_FILE_START} Each test fails until the service is fixed, and deletes the items it creates.`,
    `// Run it with: STANDIN_BASE_URL=<address> npx vitest run <this file>. Credentials go into STANDIN_TOKEN, or into STANDIN_HEADER, one "Name: value" a line.`,
    '',
    kitOf(options),
    tests.join('\n'),
  ].join('\n');
  return { text, tests: tests.length };
}

/** The trace of a finding that the probe made ends with the removal of its items. */
function withoutCleanUp({ trace, moves, operation }: Repeatable): readonly Exchanged[] {
  if (moves.length > 0 || operation === 'remove') return trace;
  return trace.slice(0, trace.findLastIndex(({ call }) => call.method !== 'DELETE') + 1);
}

interface TestOptions extends TestFileOptions {
  readonly finding: Finding;
  readonly trace: readonly Exchanged[];
  readonly moves: readonly Move[];
}

function testOf(options: TestOptions): string | null {
  const { finding, trace, contract, token } = options;
  const ids = issuedIds(trace, options);
  const groups = groupsOf(trace, options.moves);
  const scene = new TestScene(trace, { contract, ids, groups, token });
  const expected =
    trace.length === 0 || !isOwnAlone(scene, trace) ? null : expectationOf(finding, scene);
  if (expected === null) return null;
  const lines = [...stepsOf(scene, options, groups), ...scene.further, ...expected];
  const name = `${finding.clause}: ${cut(printable(withoutIds(finding.message, options)), NAME_CHARS_MAX)}`;
  return [
    `// Found: ${oneLine(finding.message)}`,
    `// Expected: ${oneLine(finding.expected)}`,
    `// What to do: ${oneLine(finding.remedy)}`,
    `it(${codeOf(name)}, { timeout: 60_000 }, async ({ skip }) => {`,
    '  await reach();',
    `  const finding = ${codeOf(`${oneLine(withoutIds(finding.message, options))}; expected: ${oneLine(withoutIds(finding.expected, options))}`)};`,
    ...lines.map((line) => `  ${line}`),
    '});',
    '',
  ].join('\n');
}

const NAME_CHARS_MAX = 160;

/** Ids differ each time. */
function withoutIds(message: string, { contract }: TestOptions): string {
  return message.replaceAll(
    new RegExp(`\\b${contract.resource}/\\S+`, 'g'),
    `one of the ${contract.resource}`,
  );
}

function oneLine(text: string): string {
  return cut(printable(text), 300);
}

/** A test writes only to items that it created: an unknown id may belong to someone else. */
function isOwnAlone(scene: TestScene, trace: readonly Exchanged[]): boolean {
  return trace.every(({ call }, place) => {
    const key = scene.keyOf(call.path);
    return key === null || call.method === 'GET' || scene.variableOf(key, place) !== undefined;
  });
}

/** The lines that send the requests. */
function stepsOf(
  scene: TestScene,
  options: TestOptions,
  groups: readonly (readonly number[])[],
): readonly string[] {
  const pauses = pausesOf(options.moves);
  let writes = 0;
  return groups.flatMap((group) => {
    const [place = 0] = group;
    const lines = group.length > 1 ? atOnce(scene, options, group) : alone(scene, options, place);
    const count = group.filter((one) => options.trace[one]?.call.method !== 'GET').length;
    writes += count;
    const ms = count === 0 ? undefined : pauses.get(writes);
    return ms === undefined
      ? lines
      : [...lines, `await new Promise((resolve) => setTimeout(resolve, ${ms}));`];
  });
}

function alone(scene: TestScene, options: TestOptions, place: number): readonly string[] {
  const sent = sending(scene, options, place);
  const call = options.trace[place]?.call;
  // Pages of the list are read only if an assertion is about them.
  if (call?.method === 'GET' && call.query !== '' && !scene.named.has(place)) return [];
  const after = afterwards(options, place);
  return [
    after.length > 0 || scene.named.has(place)
      ? `const ${answerName(place)} = await ${sent};`
      : `await ${sent};`,
    ...after,
  ];
}

/** The lines after a write: they store the id, and skip the test if the write is refused. */
function afterwards({ trace, contract, token }: TestOptions, place: number): readonly string[] {
  const { call, received } = trace[place] ?? {};
  const name = answerName(place);
  const isDone = received !== null && received !== undefined && received.status < 300;
  const skipped = isDone ? [`skip(Math.floor(${name}.status / 100) === 4, ${name}.text);`] : [];
  if (call?.method === 'PUT' || call?.method === 'PATCH') return skipped;
  if (call?.method !== 'POST' || call.path !== contract.path) return [];
  const { body } = call;
  const text = body.kind === 'json' || body.kind === 'broken' ? body.text : '';
  const mark = markPattern(token).exec(text)?.[0].toLowerCase() ?? '';
  return [`const ${idName(place)} = await idOf(${name}, ${codeOf(mark, { token })});`, ...skipped];
}

function atOnce(
  scene: TestScene,
  options: TestOptions,
  group: readonly number[],
): readonly string[] {
  const [first = 0] = group;
  const isReady = (place: number): boolean => {
    const key = scene.keyOf(options.trace[place]?.call.path ?? '');
    return key === null || scene.variableOf(key) === scene.variableOf(key, first);
  };
  const ready = group.filter(isReady);
  return [
    `const [${ready.map(answerName).join(', ')}] = await Promise.all([`,
    ...ready.map((place) => `  ${sending(scene, options, place)},`),
    ']);',
    ...ready.flatMap((place) => afterwards(options, place)),
    ...group.filter((place) => !isReady(place)).flatMap((place) => alone(scene, options, place)),
  ];
}

function sending(scene: TestScene, { trace, contract }: TestOptions, place: number): string {
  const call = trace[place]?.call;
  if (call === undefined) return '';
  const key = scene.keyOf(call.path);
  const variable = key === null ? undefined : scene.variableOf(key, place);
  const path =
    variable !== undefined
      ? `item(${variable})`
      : call.path === contract.path
        ? 'collection'
        : codeOf(call.path);
  const query = call.query === '' ? '' : ` + ${codeOf(`?${call.query}`)}`;
  const body = bodyCode(call.body, scene.variablesAt(place));
  const type = header(call.headers, 'content-type');
  const isOther = body !== null && type !== undefined && type !== 'application/json';
  return `send('${call.method}', ${path}${query}${body === null ? '' : `, ${body}`}${isOther ? `, ${codeOf(type)}` : ''})`;
}

function bodyCode(body: Body, variables: Variables): string | null {
  if (body.kind === 'json') return `JSON.stringify(${codeOf(body.value, variables)})`;
  return body.kind === 'broken' ? codeOf(body.text, variables) : body.kind === 'none' ? null : "''";
}
