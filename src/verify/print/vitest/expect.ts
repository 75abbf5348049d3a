// The assertions of a generated test: what the finding expected, of the replies that the test gets.
// Asserts nothing that the contract leaves open.

import { isObject, type Json, type JsonObject } from '../../../base/json.ts';
import { parsePointer, valueAt } from '../../../base/pointer.ts';
import { methods } from '../../../contract/operation-kinds.ts';
import { agrees } from '../../../oracle/expectation.ts';
import type { Finding } from '../../../oracle/finding.ts';
import { codeOf, type Variables } from './code.ts';
import type { TestScene } from './scene.ts';

/** Returns lines that fail until the service is fixed; `null` if replies alone cannot show it. */
export function expectationOf(finding: Finding, scene: TestScene): readonly string[] | null {
  if (finding.breach !== 'violates') return null;
  return ofAnswer(finding, scene) ?? ofValue(finding, scene) ?? ofPresence(finding, scene);
}

function ofAnswer(finding: Finding, scene: TestScene): readonly string[] | null {
  const { code, operation } = finding;
  const method = methods[operation].method;
  const isItem = operation !== 'list' && operation !== 'create';
  const isWanted = (status: number | null): boolean =>
    code === 'refused'
      ? status !== null && status >= 400
      : code === 'failed'
        ? status === null || status >= 300
        : true;
  const answer = scene.last(
    (one) => one.method === method && one.isItem === isItem && isWanted(one.status),
  );
  if (answer === null) return null;
  switch (code) {
    case 'refused':
      return [`expect(Math.floor(${answer}.status / 100), because(finding, ${answer})).toBe(2);`];
    case 'failed':
      return [
        `expect([2, 4], because(finding, ${answer})).toContain(Math.floor(${answer}.status / 100));`,
      ];
    case 'body-not-json':
      return [
        `expect(() => JSON.parse(${answer}.text || 'null'), because(finding, ${answer})).not.toThrow();`,
      ];
    case 'body-missing':
      return [`expect(${answer}.text, because(finding, ${answer})).not.toBe('');`];
    case 'media-type':
      return [
        `expect(${answer}.type ?? 'application/json', because(finding, ${answer})).toMatch(/^((application|text)\\/json|[\\w!#$&^.+-]+\\/[\\w!#$&^.+-]+\\+json)\\s*(;|$)/i);`,
      ];
    case 'body-type':
    case 'member-type':
    case 'member-missing':
      return ofShape(finding, answer);
    default:
      return code.startsWith('answer-')
        ? [`expect(${answer}.status, because(finding, ${answer})).toBeGreaterThan(0);`]
        : null;
  }
}

function ofShape(
  { code, operation, at, expected }: Finding,
  answer: string,
): readonly string[] | null {
  const steps = parsePointer(at ?? '') ?? [];
  const isElement = operation === 'list' && steps.length > 0;
  const record = isElement ? 'element' : `${answer}.body`;
  const place = `at(${record}, ${codeOf(isElement ? steps.slice(1) : [...steps])})`;
  const types = expected
    .match(/\b(number|integer|string|boolean|array|object|null)\b/g)
    ?.map((one) => one.replace('integer', 'number'));
  const missing = /^a member ("(?:[^"\\]|\\.)*")$/.exec(expected)?.[1];
  if (code === 'member-missing' ? missing === undefined : types === undefined) return null;
  const allowed = [...new Set(types), ...(steps.length > 0 ? ['absent'] : [])];
  const line =
    code === 'member-missing'
      ? `expect(typeOf(${place}?.[${missing}]), because(finding, ${answer})).not.toBe('absent');`
      : `expect(${codeOf(allowed)}, because(finding, ${answer})).toContain(typeOf(${place}));`;
  return isElement ? [`for (const element of elements(${answer})) {`, `  ${line}`, '}'] : [line];
}

function ofValue(finding: Finding, scene: TestScene): readonly string[] | null {
  const { code, at } = finding;
  const subject = scene.subject(finding.message);
  if (subject === null) return null;
  const record = code === 'list-differs' ? scene.listed(subject) : `${scene.reading(subject)}.body`;
  if (code === 'torn-write') return torn(record, scene.rivals(subject.id), scene.variables);
  if (!VALUES.has(code)) return null;
  if (at === null)
    return code === 'changed-by-reading' ? unchanged(scene.readings(subject), subject.sent) : null;
  const steps = parsePointer(at) ?? [];
  const admitted =
    admittedOf(finding.expected) ?? (subject.sent === null ? null : [valueAt(subject.sent, steps)]);
  if (admitted === null || steps.length === 0) return null;
  const sent = subject.sent === null ? undefined : valueAt(subject.sent, steps);
  // One test cannot know that a value other than the sent one is right.
  if (sent !== undefined && !admitted.some((one) => one !== undefined && agrees(one, sent)))
    return null;
  const values = `[${admitted.map((one) => codeOf(one, scene.variables)).join(', ')}]`;
  const place = `at(${record}, ${codeOf([...steps])})`;
  return [
    `expect(${place}, because(finding)).toSatisfy((value) => ${values}.some((one) => agrees(one, value)));`,
  ];
}

/** Findings about a value at a place of a record. */
const VALUES: ReadonlySet<string> = new Set([
  'value-changed',
  'not-replaced',
  'changed-unsent',
  'refused-and-changed',
  'changed-another',
  'changed-by-reading',
  'read-differs',
  'list-differs',
]);

/** Reads the values that a finding expects; `null` if they are cut off. */
function admittedOf(expected: string): readonly (Json | undefined)[] | null {
  const whole = readValue(expected);
  if (whole !== null) return [whole.value];
  const parts = expected.split(' or ').map(readValue);
  return parts.every((one) => one !== null) ? parts.map(({ value }) => value) : null;
}

function readValue(text: string): { readonly value: Json | undefined } | null {
  if (text === 'nothing') return { value: undefined };
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return null;
  }
}

function unchanged(readings: readonly string[], sent: JsonObject | null): readonly string[] | null {
  if (readings.length < 2 || sent === null) return null;
  const shown = `${codeOf(Object.keys(sent))}.map((member) => body?.[member] ?? null)`;
  return [
    `expect(new Set([${readings.join(', ')}].map(({ body }) => JSON.stringify(${shown}))).size, because(finding)).toBe(1);`,
  ];
}

/** Asserts that the record holds one of the writes completely, as far as it shows. */
function torn(
  record: string,
  rivals: readonly JsonObject[],
  variables: Variables,
): readonly string[] | null {
  if (rivals.length < 2) return null;
  return [
    `const record = ${record};`,
    `const rivals = [${rivals.map((one) => codeOf(one, variables)).join(', ')}];`,
    'const isWhole = (sent: Json) => Object.keys(sent).every((key) => !(key in record) || agrees(sent[key], record[key]));',
    "expect(rivals.some(isWhole), because(finding) + ' ' + JSON.stringify(record)).toBe(true);",
  ];
}

function ofPresence(finding: Finding, scene: TestScene): readonly string[] | null {
  const { code, message } = finding;
  const subject = scene.subject(message);
  switch (code) {
    case 'made-twice':
    case 'made-a-copy':
    case 'refused-and-created':
    case 'overwrote-another':
      return [
        `expect(${scene.lists()}.filter((one) => holds(one, run) && !made.includes(idIn(one))), because(finding)).toEqual([]);`,
      ];
    case 'all-lost':
      return [
        `expect(${scene.lists()}.map(idIn), because(finding)).toEqual(expect.arrayContaining(made));`,
      ];
    case 'id-not-unique':
      return scene.newest === null
        ? null
        : [
            `expect(made.filter((id) => id === ${scene.newest}), because(finding)).toHaveLength(1);`,
          ];
    default:
      return subject === null ? null : ofSubject(code, subject, scene);
  }
}

function ofSubject(
  code: string,
  subject: NonNullable<ReturnType<TestScene['subject']>>,
  scene: TestScene,
): readonly string[] | null {
  const { variable, sent } = subject;
  const isIt = `(one) => idIn(one) === ${variable}`;
  switch (code) {
    case 'lost':
    case 'not-created':
    case 'removed-another':
    case 'not-readable':
      return [
        `expect(idIn(${scene.reading(subject)}.body), because(finding, ${scene.reading(subject)})).toBe(${variable});`,
      ];
    case 'wrong-item': {
      const answer = scene.reading(subject);
      return [
        `expect(${answer}.status < 300 ? idIn(${answer}.body) : ${variable}, because(finding, ${answer})).toBe(${variable});`,
      ];
    }
    case 'not-listed':
      return [`expect(${scene.lists()}.map(idIn), because(finding)).toContain(${variable});`];
    case 'listed-twice':
      return [`expect(${scene.lists()}.filter(${isIt}), because(finding)).toHaveLength(1);`];
    case 'not-removed':
    case 'came-back':
    case 'still-readable': {
      if (sent === null) return null;
      const answer = scene.reading(subject);
      return [
        `expect(${answer}.status < 300 && shows(${answer}.body, ${codeOf(sent, scene.variables)}), because(finding, ${answer})).toBe(false);`,
      ];
    }
    case 'still-listed':
      return sent === null || !isObject(sent)
        ? null
        : [
            `expect(${scene.lists()}.filter(${isIt}).some((one) => shows(one, ${codeOf(sent, scene.variables)})), because(finding)).toBe(false);`,
          ];
    default:
      return null;
  }
}
