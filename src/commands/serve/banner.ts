// The banner of `serve`, on one screen: the address, the resources, what to try, and the rules.

import { styleText } from 'node:util';
import { pluralize } from '../../base/pluralize.ts';
import { printable } from '../../base/printable.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { pathsOf, wayOf } from '../../contract/operation-way.ts';
import { nonDefaultChoices } from '../../contract/profile.ts';
import { rowsKey } from '../../contract/rows.ts';
import { word } from '../../journal/print/shell.ts';
import { printOverride } from '../../mock/directives/override-rule.ts';
import type { Mock } from '../../mock/mock.ts';
import type { Project } from '../../project/load/project.ts';
import { type FirstCall, firstCall } from '../print/first-call.ts';
import { sourceLine } from '../print/source-line.ts';
import type { StoreAddress } from '../recording/store-address.ts';
import type { Certificate } from './certificate.ts';
import { acceptedCredentials, curlCredentials } from './check-credentials.ts';

export interface BannerFacts {
  readonly url: string;
  readonly project: Project;
  readonly mock: Mock;
  readonly saving: 'save' | 'keep';
  readonly db: string;
  /** The store with the rows; absent or `null` if this process alone has them. */
  readonly store?: StoreAddress | null;
  /** Whether to use colours. */
  readonly colour: boolean;
  /** The credentials that are accepted; any if absent or empty. */
  readonly credentials?: readonly string[];
  /** The certificate for HTTPS; `null` or absent for plain HTTP. */
  readonly certificate?: Certificate | null;
}

/** Maximum number of resources in the banner. */
const RESOURCES_SHOWN_MAX = 10;
const ACTIONS_SHOWN_MAX = 5;
/** Maximum number of overrides in the banner. */
const OVERRIDES_SHOWN_MAX = 5;
/** Maximum number of notes about the source. */
const NOTES_SHOWN_MAX = 5;

export function banner(facts: BannerFacts): string {
  const { url, project, mock, colour, certificate = null } = facts;
  const strong = (text: string): string =>
    colour ? styleText('bold', text, { validateStream: false }) : text;
  const lines = [`Standin serves ${servedName(project)} at ${strong(url)}`, ''];
  const given = sourceLine(project);
  if (given !== null) lines.push(row('source', given));
  lines.push(...noteRows(project));
  const shown = project.contracts.slice(0, RESOURCES_SHOWN_MAX);
  for (const contract of shown) {
    const count = mock.state.collection(rowsKey(contract)).size;
    const offered = Object.keys(contract.operations).map(
      (kind) => wayOf(contract, kind as Kind).method,
    );
    const actions = contract.actions ?? [];
    if (offered.length === 0) {
      const named = actions.slice(0, ACTIONS_SHOWN_MAX);
      lines.push(...named.map(({ method, path }) => row(path, method)));
      const rest = actions.length - named.length;
      if (rest > 0) lines.push(row('', `and ${pluralize(rest, 'action')}`));
      continue;
    }
    const parts = [
      pluralize(count, 'record'),
      [...new Set(offered)].join(' '),
      ...(actions.length === 0 ? [] : [pluralize(actions.length, 'action')]),
    ];
    const [path = contract.path] = pathsOf(contract);
    lines.push(row(path, parts.join(', ')));
  }
  if (project.contracts.length > shown.length)
    lines.push(row('', `and ${project.contracts.length - shown.length} more`));
  const call = firstCall(project, mock.state);
  if (call !== null) lines.push(row('try', curlOf(call, facts)));
  const changed = nonDefaultChoices(mock.profile).length;
  const { source } = project.files;
  const contracts =
    source.kind === 'contracts'
      ? project.files.contracts.map(({ file }) => file).join(', ')
      : printable(source.place);
  lines.push(
    row(
      'rules',
      `${contracts}, profile ${project.profileName}${changed === 0 ? '' : ` (${changed} ${changed === 1 ? 'choice differs' : 'choices differ'} from the default)`}${asPeer(project)}`,
    ),
  );
  if (mock.settings.undefined === 'vary')
    lines.push(row('varied', `what is unspecified, by --seed ${mock.settings.seed}; pins stay`));
  lines.push(row('data', dataLine(project, facts)));
  const access = acceptedCredentials(project, facts.credentials ?? []);
  if (access !== null) lines.push(row('access', access));
  const overrides = mock.overrides.list();
  if (overrides.length > 0) {
    const rules = overrides
      .slice(0, OVERRIDES_SHOWN_MAX)
      .map(({ override }) => printOverride(override));
    if (overrides.length > rules.length) rules.push(`and ${overrides.length - rules.length} more`);
    lines.push(
      ...rules.map((rule, index) => row(index === 0 ? 'overrides' : '', rule)),
      row('seed', `${mock.settings.seed}`),
    );
  }
  if (certificate !== null) {
    lines.push(row('SHA-256', certificate.sha256));
    if (certificate.origin === 'made')
      lines.push(
        row('', `${keptWhere(certificate)}; browsers ask once and show this fingerprint`),
        row(
          '',
          'not valid for subdomains: name worlds by path (/~alice/...) or header, or use --cert',
        ),
      );
  }
  lines.push(row('inspector', `${new URL('/__standin/', url)}`));
  return `${lines.join('\n')}\n\nCtrl-C ends it.\n\n`;
}

/** A document or rows have the name of their file, contracts the names of all. */
function servedName({ files: { source }, contracts }: Project): string {
  return source.kind === 'contracts'
    ? contracts.map(({ title }) => title).join(', ')
    : printable(source.place);
}

/** What was not understood of a source. */
function noteRows({ files: { source } }: Project): readonly string[] {
  const shown = source.notes
    .slice(0, NOTES_SHOWN_MAX)
    .map(({ place, message }) => row('note', printable(`${place}: ${message}`)));
  const more = source.notes.length - shown.length;
  return more > 0
    ? [...shown, row('', `and ${more} more: standin contract ${printable(source.place)}`)]
    : shown;
}

/** Where the rows are from, and what becomes of changes. */
function dataLine({ files, rows }: Project, { db, saving, store = null }: BannerFacts): string {
  const hasRows = [...rows.values()].some((all) => all.length > 0);
  const { kind, place } = files.source;
  const origin = kind === 'traffic' || kind === 'service' ? 'made' : 'examples';
  // Without the file the rows are those of the document.
  const hasFile = files.db.text !== '';
  const seed = hasFile ? db : hasRows ? `${origin} of ${printable(place)}` : null;
  if (store !== null)
    return `${store.shown}, shared with other mocks; if it was empty, it began with ${seed ?? 'no rows'}`;
  if (saving === 'save') return `${db}, changes are written back to it`;
  return hasFile
    ? `${db}, never written; --save keeps changes`
    : `${seed ?? 'no rows yet'}; --save keeps changes in ${db}`;
}

/** Rows alone are served as one of two peers serves them. */
function asPeer({ files: { source }, profileName }: Project): string {
  if (source.kind !== 'rows') return '';
  if (profileName === 'json-server-1')
    return ', as json-server 1.0 answers; --profile json-server for 0.17';
  return profileName === 'json-server'
    ? ', as json-server 0.17 answers; --profile json-server-1 for 1.0'
    : '';
}

/** The first call as a line of curl, with credentials if it needs some. */
function curlOf(
  call: FirstCall,
  { url, mock, credentials = [], certificate = null }: BannerFacts,
): string {
  const { options, query } = curlCredentials(call, mock.profile, credentials);
  const { method, body } = call;
  const added = call.path.includes('?') ? query.replace('?', '&') : query;
  const address = word([`${url}${call.path}${added}`]);
  const isPlain = method === (body === null ? 'GET' : 'POST');
  return [
    'curl -i',
    ...trusting(certificate),
    ...options,
    ...Object.entries(call.headers).map(
      ([name, text]) => `-H ${word([`${name}: ${String(text)}`])}`,
    ),
    ...(isPlain ? [] : [`-X ${word([method])}`]),
    ...(body === null ? [] : [`-H 'Content-Type: ${body.type}' -d ${word([body.text])}`]),
    address,
  ].join(' ');
}

/** The option that makes curl accept a self-signed certificate. */
function trusting(certificate: Certificate | null): readonly string[] {
  if (certificate === null || certificate.origin === 'given') return [];
  return [certificate.file === null ? '--insecure' : `--cacert ${certificate.file}`];
}

function keptWhere({ file }: Certificate): string {
  return file === null
    ? 'made for this start only, because there is no node_modules'
    : `kept in ${file}`;
}

function row(name: string, text: string): string {
  return `  ${name.padEnd(10)} ${text}`;
}
