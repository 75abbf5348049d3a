// Writes the generated files: the pages of docs/ about the choices, the laws and the reference, the
// tables of the command line, and the default profile. With --check it writes nothing and fails if
// a file is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../src/commands/all-commands.ts';
import { describeContract } from '../src/commands/print/contract.ts';
import { describeLaws } from '../src/commands/print/laws.ts';
import { defaultProfile, choices as table } from '../src/contract/choices.ts';
import { overridesSchema } from '../src/project/source/overrides-schema.ts';
import { nameOf } from '../src/verify/print/coverage.ts';
import { driftSchema, firstDriftSchema } from '../src/verify/print/drift/drift-schema.ts';
import { reportSchema } from '../src/verify/print/report-schema.ts';
import { shardSchema } from '../src/verify/print/shard-schema.ts';
import { makeReference } from './reference.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);

function readOr(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

async function choicesPage() {
  const places = { contract: 'contracts', db: 'db.json', profile: 'standin' };
  const facts = JSON.parse(await describeContract({ places, what: 'choices', form: 'json' }));
  const presets = ['json-server', 'json-server-1', 'prism'].map((name) => ({
    name,
    choices: JSON.parse(readFileSync(`contracts/profiles/${name}.json`, 'utf8')).choices,
  }));
  const areas = Map.groupBy(facts, ({ key }) => key.split('.')[0]);
  const isRefusal = ({ key }) =>
    areas.get(key.split('.')[0]).length === 1 && key.endsWith('.status');
  // The statuses of read and removed have one choice each too, but are not refusals.
  const groupOf = (fact) =>
    isRefusal(fact) && !fact.key.startsWith('read') ? 'refusals' : fact.key.split('.')[0];
  const groups = Map.groupBy(facts, groupOf);
  const contents = [...groups].map(
    ([group, those]) => `- ${group}: ${those.map(({ key }) => link(key)).join(', ')}`,
  );
  const sections = [...groups].map(
    ([group, those]) => `## ${group}\n\n${those.map((one) => choice(one, presets)).join('\n')}`,
  );
  return `${CHOICES_HEAD.replace('<count>', facts.length)}\n${contents.join('\n')}\n\n${sections.join('\n')}`;
}

const CHOICES_HEAD = `<!-- Made by "npm run docs" from src/contract/choices.ts: change it there. -->

# Choices

A [choice](glossary.md#choice) is something that a [contract](glossary.md#contract) can leave open. These are all <count>, each with its options, the default and the reason for it.
"Open by" names the [clauses](glossary.md#clause) of the Users interface that leave it open.

A choice has its default, unless a [profile](glossary.md#profile) names another option; a [pin](glossary.md#pin) overrides both. A contract can decide
any choice except the few that apply to the whole server (\`"shown"\` in [the contract](contract.md#shown)); then no profile changes it.

\`\`\`sh
npx standin init
npx standin contract --choices
\`\`\`

\`\`\`console background
$ npx standin serve --pin create.status=200 --pin error.shape=message
Standin serves Users interface at http://127.0.0.1:3000
…
  rules      contracts/users.json, profile standin (2 choices differ from the default)
…
\`\`\`

\`\`\`console
$ curl -s http://127.0.0.1:3000/users/99
{"error":"there is no users/99","code":"missing"}
$ npx standin serve --pin create.status=418
error: option '--pin <key=option>' argument 'create.status=418' is invalid. "418" is not an option of create.status. The options are 201, 200, 202.
(add --help for the options)
$ echo $?
2
\`\`\`

How a choice varies under [\`--undefined vary\`](worlds-and-faults.md#vary-what-is-unspecified): *from call to call*, *from run to run*, or *never*.
`;

function choice({ key, what, options, default: preset, why, rfc, clauses }, presets) {
  const listed = options
    .map((option) => (option === preset ? `**\`${option}\`** (default)` : `\`${option}\``))
    .join(', ');
  const others = presets.flatMap(({ name, choices }) => {
    const taken = choices[key];
    return taken === undefined || taken === preset ? [] : [`\`${taken}\` in \`${name}\``];
  });
  const { varies, scope, unprobed } = table[key];
  const rows = [
    `${what}.`,
    '',
    `- Options: ${listed}`,
    `- Why the default: ${why}${rfc === null ? '' : ` (${rfc})`}`,
    ...(others.length === 0 ? [] : [`- Other profiles: ${others.join(', ')}`]),
    `- Open by: ${clauses.join('; ') || 'no clause of the Users interface'}`,
    `- Varies: ${{ call: 'from call to call', run: 'from run to run', fixed: 'never' }[varies]}`,
    ...(scope === 'service' ? ['- Applies to the whole server: cannot be set in a contract'] : []),
    ...(unprobed === null ? [] : [`- Not asserted by \`verify\`: ${unprobed}`]),
  ];
  return `### \`${key}\`\n\n${rows.join('\n')}\n`;
}

function link(key) {
  return `[\`${key}\`](#${key.replaceAll('.', '')})`;
}

async function lawsPage() {
  const [{ laws }] = JSON.parse(
    await describeLaws({ contract: 'contracts/users.json', form: 'json' }),
  );
  const groups = Map.groupBy(laws, ({ operation }) => nameOf(operation));
  const order = ['GET list', 'POST', 'GET one', 'PUT', 'PATCH', 'DELETE'].filter((name) =>
    groups.has(name),
  );
  if (order.length !== groups.size)
    throw new Error(`an operation is missing: ${[...groups.keys()]}`);
  const sections = order.map((name) => {
    const rows = groups
      .get(name)
      .map((law) => `| \`${law.name}\` | ${law.meaning} | ${law.clause} | ${law.budget} |`);
    return `## ${name}\n\n| law | what every correct service does | clause | budget |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${LAWS_HEAD.replace('<count>', laws.length)}\n${sections.join('\n')}`;
}

const LAWS_HEAD = `<!-- Made by "npm run docs" from src/verify/laws: change it there. -->

# Laws

A [law](glossary.md#law) is something that every correct service does, whatever its [contract](glossary.md#contract) leaves open. \`standin verify\` tries all <count> with items that it creates, and
checks everything after each write. A service that breaks a law gets a [finding](glossary.md#finding). The table names the [clause](glossary.md#clause) that each law
depends on, here those of the Users interface. The laws about PATCH are tried if the contract [shows PATCH](contract.md#operations).

\`\`\`sh
npx standin init
npx standin laws
\`\`\`

Run single laws, whatever the budget:

\`\`\`console
$ npx standin verify http://127.0.0.1:8080/api/v1 --law removed-is-gone --law twice-is-once
…
– http://127.0.0.1:8080/api/v1 conforms as far as tried: 2 of 2 laws exercised…
…
\`\`\`

\`quick\` laws are part of every budget, \`standard\` laws of \`--budget standard\` and \`thorough\`, and \`thorough\` laws of \`--budget thorough\` alone. The quick budget
tries its laws in common, with a fifth of the requests. The thorough budget sends six times as many: it looks for what shows only with rare values, among a hundred
items, with eight calls at once, or after some seconds. [Numbers](numbers.md#what-a-budget-finds) says what each finds. The report lists each law that could not be tried, with the
reason. If none could be tried, the exit code is 2. After the laws come random [walks](glossary.md#walk), which compare the service with a model after each step.
`;

function defaultProfileFile() {
  const profile = {
    profile: 'standin',
    about: 'The default choice for everything that a contract leaves open.',
    choices: defaultProfile,
  };
  return `${JSON.stringify(profile, null, 2)}\n`;
}

/** The page of the command line, with its tables made from the declarations of the commands. */
function cliPage() {
  const rows = Object.entries(commands).map(
    ([name, { about }]) => `| [\`standin ${name}\`](#standin-${name}) | ${about} |`,
  );
  return readFileSync('docs/cli.md', 'utf8')
    .replace(
      /^\| command \|.*\n(?:\|.*\n)+/m,
      () => `| command | |\n|---|---|\n${rows.join('\n')}\n`,
    )
    .replaceAll(
      /^## standin (\w+)\n(?:(?!## )(?!\| option \|).*\n)*\| option \|.*\n(?:\|.*\n)+/gm,
      (section, name) =>
        `${section.slice(0, section.indexOf('| option |'))}${optionsTable(commands[name].options)}`,
    );
}

function optionsTable(options) {
  const rows = Object.values(options).map(({ flags, about, details, preset, presetText }) => {
    const text = details ?? about;
    if (/<(?![^`]*`)/.test(text)) throw new Error(`${flags}: "<" in a page needs code`);
    const others = presetText?.includes('<') ? `\`${presetText}\`` : presetText;
    const unset = preset ?? others ?? (/[<[]/.test(flags) ? '' : 'off');
    return `| \`${flags}\` |${unset === '' ? '' : ` ${unset}`} | ${text} |`;
  });
  return `| option | default | |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** The form of a file that others read or write, as its schema is published. */
function schemaFile(title, schema) {
  const dialect = 'https://json-schema.org/draft/2020-12/schema';
  return `${JSON.stringify({ $schema: dialect, title, ...schema }, null, 2)}\n`;
}

const { text: reference, bare } = makeReference();
const pages = {
  'docs/choices.md': await choicesPage(),
  'docs/laws.md': await lawsPage(),
  'docs/reference.md': reference,
  'contracts/profiles/standin.json': defaultProfileFile(),
  'docs/cli.md': cliPage(),
  'formats/report-1.json': schemaFile('A report of standin verify --json', reportSchema),
  'formats/shard-1.json': schemaFile('The report of standin verify --shard --json', shardSchema),
  'formats/since-1.json': schemaFile(
    'The report of standin verify --since --json, version 1',
    firstDriftSchema,
  ),
  'formats/since-2.json': schemaFile('The report of standin verify --since --json', driftSchema),
  'formats/standin-1.json': schemaFile('standin.json, beside a document or rows', overridesSchema),
};
const stale = Object.entries(pages).filter(([file, text]) => readOr(file) !== text);
if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`${file} is not what "npm run docs" writes`);
  for (const name of bare) console.error(`${name} is exported and has no docstring`);
  if (stale.length + bare.length > 0) process.exitCode = 1;
} else {
  for (const [file, text] of stale) {
    writeFileSync(file, text);
    console.log(`${file} is written`);
  }
}
