// `standin init`: creates the example project, and prints what it holds and what to try.

import { word } from '../../journal/print/shell.ts';
import { type ExampleProject, makeExample } from '../../project/init/example.ts';

/**
 * Creates the example project in a folder and returns the text to print. Throws a StandinError if
 * it cannot; then nothing was written.
 */
export function initProject(folder: string): string {
  const example = makeExample(folder);
  return [...madeLines(example), '', 'Now try:', ...tryLines(folder), '', ...AFTER, ''].join('\n');
}

function madeLines({ folder, ignoring }: ExampleProject): readonly string[] {
  const lines = [
    `An example project is in ${folder === '.' ? 'this folder' : word([folder])}:`,
    part(
      'contracts/users.json',
      'the contract: what the specification says, operation by operation',
    ),
    part('schemas/', 'what a user looks like, as JSON Schemas'),
    part('db.json', 'the users at the start'),
  ];
  if (ignoring === 'made')
    lines.push(part('.gitignore', 'ignores .standin/, where runs of verify keep their notes'));
  if (ignoring === 'lacking')
    lines.push(
      '',
      'Your .gitignore is unchanged. Add ".standin/" to it: runs of verify keep their notes there.',
    );
  return lines;
}

function tryLines(folder: string): readonly string[] {
  const steps = [
    ['npx standin serve', 'a mock on http://127.0.0.1:3000'],
    ['curl -i http://127.0.0.1:3000/users', 'send it a request, from another terminal'],
    ['npx standin contract', 'what is specified, and what is chosen for the rest'],
    ['npx standin verify http://127.0.0.1:8080', 'check your service against it'],
  ] as const;
  const go = folder === '.' ? [] : [`  cd ${word([folder])}`];
  return [...go, ...steps.map(([line, what]) => `  ${line.padEnd(TRY_WIDTH)} # ${what}`)];
}

const TRY_WIDTH = 42;
const PART_WIDTH = 21;

const AFTER = [
  'Change schemas/user.json or db.json while the mock runs: it reloads. To add a resource, add its schemas, one file',
  'in contracts/ and rows in db.json.',
];

function part(name: string, what: string): string {
  return `  ${name.padEnd(PART_WIDTH)} ${what}`;
}
