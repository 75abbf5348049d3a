// `standin contract`: prints the table operation x situation, or the table of choices.

import { printable } from '../../base/printable.ts';
import { type ChoiceKey, type Choose, choiceKeys, choices } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { type ActionCell, accessCellsOf, type Cell, tableOf } from '../../model/openapi/table.ts';
import { loadProject, type Project } from '../../project/load/project.ts';
import type { ContractOptions } from './flags.ts';
import { hasExample, keepsState, sourceLine } from './source-line.ts';

/** Returns what `standin contract` prints. Rejects with a StandinError for a broken project. */
export async function describeContract(options: ContractOptions): Promise<string> {
  const project = await loadProject(options.places, options.pins);
  const choose: Choose = (key) => project.profile[key];
  if (options.what === 'choices')
    return options.form === 'json' ? json(choiceFacts(project)) : choicesText(project);
  const tables = project.contracts.map((contract) => ({
    contract,
    cells: tableOf(contract, project.schemas, choose),
  }));
  if (project.files.source.kind !== 'contracts') return describeSource(project, options.form);
  if (options.form === 'json')
    return json(tables.map(({ contract, cells }) => ({ resource: contract.resource, cells })));
  return tables
    .map(({ contract, cells }) => tableText(contract, cells, project.profileName, choose))
    .concat(notesText(project))
    .join('\n');
}

/** What was passed over, one line each; nothing if there is nothing. */
function notesText({ files }: Project): readonly string[] {
  const told = files.source.notes.map(({ place, message }) =>
    printable(`note: ${place}: ${message}`),
  );
  return told.length === 0 ? [] : [told.map((line) => `${line}\n`).join('')];
}

/** How each operation of a document or of rows was taken, and why. */
function describeSource(project: Project, form: ContractOptions['form']): string {
  const { place, kind, taken, notes } = project.files.source;
  if (form === 'json') return json({ source: place, kind, operations: taken, notes });
  const head = ['METHOD', 'PATH', 'TAKEN AS', 'ROWS', 'ID', 'INSIDE', 'MADE BY THE SERVICE', 'WHY'];
  const rows = taken.map((one) => [
    one.method,
    one.path,
    keepsState(one) || one.as !== 'action'
      ? one.as
      : hasExample(one, project.contracts)
        ? 'example'
        : 'sample',
    one.rows ?? '-',
    one.id ?? '-',
    one.envelope ?? '-',
    one.made.join(', ') || '-',
    one.seen === undefined ? one.why : `${one.why}; ${timesSeen(one.seen)}`,
  ]);
  const table = columns([head, ...rows].map((row) => row.map(printable)));
  const end = notesText(project)
    .map((text) => `\n${text}`)
    .join('');
  return `${printable(place)}: ${sourceLine(project)}\n\n${table}${end}`;
}

function timesSeen(count: number): string {
  return count === 0 ? 'assumed' : count === 1 ? 'seen once' : `seen ${count} times`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function tableText(
  contract: Contract,
  cells: readonly Cell[],
  profile: string,
  choose: Choose,
): string {
  const rows = cells.map(rowOf);
  const others = (contract.actions ?? []).flatMap((action) => [
    ...Object.entries(action.outcomes).map(([situation, shown]) => [
      action.method,
      action.path,
      situation,
      contractSays({ shown }),
      situation === 'ok' ? 'example or sample' : '-',
      shown.source,
    ]),
    ...accessCellsOf(contract, action, choose).map(rowOf),
  ]);
  const head = [
    'METHOD',
    'PATH',
    'SITUATION',
    'THE CONTRACT SAYS',
    `PROFILE ${profile.toUpperCase()} CHOSE`,
    'CLAUSE',
  ];
  return `${printable(`${contract.title}: ${contract.path}`)}\n\n${columns([head, ...rows, ...others].map((row) => row.map(printable)))}`;
}

function rowOf(cell: ActionCell): readonly string[] {
  return [
    cell.method,
    cell.path,
    cell.situation,
    contractSays(cell),
    cell.ruledOut === null ? profileChose(cell) : `does not arise (${cell.ruledOut})`,
    cell.clause,
  ];
}

function contractSays(cell: Pick<Cell, 'shown'>): string {
  if (cell.shown === null) return 'unspecified';
  const { status, body, headers } = cell.shown;
  const parts = [
    status === undefined ? [] : [String(status)],
    body === undefined ? [] : [body === null ? 'no body' : `${body}.json`],
    headers === undefined ? [] : [Object.keys(headers).join(', ')],
  ].flat();
  return parts.length === 0 ? 'only the effect' : parts.join(' ');
}

function profileChose(cell: ActionCell): string {
  const told = [cell.status, cell.content].filter(
    (facet) => facet.by !== 'contract' && facet.by !== 'http',
  );
  return told.map((facet) => `${facet.value} (${facet.by})`).join(', ') || '-';
}

function choiceFacts(project: Project): readonly object[] {
  return choiceKeys.map((key) => {
    const { what, options, default: preset, why, rfc } = choices[key];
    const clauses = clausesOf(project.contracts, key);
    return { key, chosen: project.profile[key], what, options, default: preset, why, rfc, clauses };
  });
}

function choicesText(project: Project): string {
  const blocks = choiceKeys.map((key) => {
    const { what, options, why, rfc } = choices[key];
    const chosen = project.profile[key];
    const listed = options
      .map((option) => (option === chosen ? `[${option}]` : String(option)))
      .join('  ');
    const clauses =
      clausesOf(project.contracts, key).map(printable).join('; ') || 'no contract leaves it open';
    const isDefault = chosen === choices[key].default;
    return `${key}\n  ${what}\n  ${listed}\n  ${isDefault ? `default: ${why}` : `changed by the profile ${project.profileName}`}\n  ${[clauses, rfc].filter((one) => one !== null).join(' - ')}\n`;
  });
  return blocks.join('\n');
}

function clausesOf(contracts: readonly Contract[], key: ChoiceKey): readonly string[] {
  const entries = contracts.flatMap((contract) =>
    contract.open.filter((entry) => entry.choices.includes(key)),
  );
  return [...new Set(entries.map((entry) => `${entry.clause}: ${entry.what}`))];
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map(
      (row) =>
        `${row
          .map((text, column) => text.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
