// `standin` alone: shows the project of this folder and what to try, or offers the example.

import { existsSync } from 'node:fs';
import { pluralize } from '../../base/pluralize.ts';
import { printable } from '../../base/printable.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { wayOf } from '../../contract/operation-way.ts';
import { findExampleParts } from '../../project/init/example.ts';
import { loadProject, type Project } from '../../project/load/project.ts';
import { findPlaces } from '../../project/source/find-source.ts';
import type { Ask } from '../shared/ask.ts';
import type { LogTarget } from '../shared/log.ts';
import { initProject } from './init.ts';

/** The folder that is offered if this one is not empty. */
const ASIDE = 'standin-example';
/** Maximum number of resources that are listed. */
const RESOURCES_SHOWN_MAX = 10;

/**
 * Starts in this folder. The exit code is 0 if there is a project or you answered, 2 if there is no
 * terminal. Rejects with a StandinError if the project is invalid or the example cannot be created.
 */
export async function runWithoutCommand(
  ask: Ask,
  output: LogTarget,
  errors: LogTarget,
): Promise<number> {
  const places = findPlaces({ source: null });
  if (existsSync(places.contract)) {
    const db = existsSync(places.db) ? places.db : null;
    output.write(projectText(await loadProject({ ...places, db }), db));
    return 0;
  }
  const folder = findExampleParts('.').length === 0 ? '.' : ASIDE;
  if (ask === null) {
    errors.write(`standin: there is no project in this folder: no folder "contracts"\n${HOW}`);
    return 2;
  }
  output.write('There is no project in this folder: no folder "contracts".\n');
  const answer = await ask(
    `Create an example project ${folder === '.' ? 'here' : `in ${folder}`}, a mock of users to try and to change? [y/N] `,
  );
  output.write(
    /^\s*y(?:es)?\s*$/i.test(answer) ? `\n${initProject(folder)}` : `Nothing was created.\n${HOW}`,
  );
  return 0;
}

const HOW = `"standin init" makes an example project in this folder, "standin init <folder>" in another one.
"standin serve --contract <path>" serves contracts that are elsewhere; "standin --help" lists all commands.
`;

function projectText({ contracts, rows }: Project, db: string | null): string {
  const shown = contracts.slice(0, RESOURCES_SHOWN_MAX).map((contract) => {
    const { path, resource, operations } = contract;
    const offered = Object.keys(operations).map((kind) => wayOf(contract, kind as Kind).method);
    const count = rows.get(resource)?.length ?? 0;
    const told = db === null ? '' : `${pluralize(count, 'row')} in ${db}, `;
    return `  ${printable(path).padEnd(10)} ${told}${[...new Set(offered)].join(' ')}`;
  });
  if (contracts.length > shown.length) shown.push(`  and ${contracts.length - shown.length} more`);
  const serve = db === null ? 'standin serve --db <file>' : 'standin serve';
  return `${[`This folder has ${contracts.map(({ title }) => printable(title)).join(', ')}:`, '', ...shown, '', ...tryLines(serve), ''].join('\n')}`;
}

function tryLines(serve: string): readonly string[] {
  return [
    [serve, 'a mock of it'],
    ['standin contract', 'what is specified, and what is chosen for the rest'],
    ['standin verify <base_url>', 'check your service against it'],
    ['standin record <base_url>', 'forward calls to your service, and check them'],
    ['standin learn <base_url>', 'learn the choices of your service'],
    ['standin --help', 'all commands'],
  ].map(([line = '', what]) => `  ${line.padEnd(TRY_WIDTH)} ${what}`);
}

const TRY_WIDTH = 27;
