// The results of the peers as one table: a row for each, with its findings below it. Judges
// nothing.

import { number, table } from '../../bench/tables.ts';
import type { Exchanged, LawResult, ReportedFinding } from '../../src/verify/report.ts';
import { peers, titleOf } from './peers.ts';
import type { PeerResult } from './verify-peer.ts';

/** Returns the table; with `traces`, each finding with the requests that show it. */
export function peersTable(results: readonly PeerResult[], detail: 'findings' | 'traces'): string {
  const [header = '', rule = '', ...rows] = table(HEADER, results.map(rowOf)).split('\n');
  const blocks = results.map((result, index) =>
    [rows[index] ?? '', ...findingsOf(result, detail)].join('\n'),
  );
  return `${[header, rule, ...blocks].join('\n')}\n`;
}

const HEADER = [
  'peer',
  'verdict',
  'expected',
  'held',
  'broken',
  'not exercised',
  'findings',
  'requests',
  's',
  'left behind',
  'rows of others',
];

function rowOf({
  peer,
  verdict,
  verified,
  requests,
  elapsedMs,
  left,
}: PeerResult): readonly string[] {
  const count = (result: LawResult['result']): string =>
    String(verified.laws.filter((law) => law.result === result).length);
  const laws = [count('held'), count('broken'), count('not-exercised')];
  const behind = left.made.length + verified.swept.left.length;
  return [
    titleOf(peer),
    verdict,
    peer.expected,
    ...laws,
    String(verified.findings.length),
    String(requests),
    number(elapsedMs / 1_000),
    behind === 0 ? 'nothing' : `${behind} rows`,
    left.changes === 0 ? 'untouched' : `${left.changes} rewritten`,
  ];
}

function findingsOf({ verified }: PeerResult, detail: 'findings' | 'traces'): readonly string[] {
  return verified.findings.flatMap((finding) => [
    `    ${lineOf(finding)}`,
    ...(detail === 'traces'
      ? finding.trace.map((exchanged) => `        ${exchangeOf(exchanged)}`)
      : []),
  ]);
}

function lineOf({ clause, code, at, message, actual }: ReportedFinding): string {
  return `${clause}: ${code}${at === null ? '' : ` at ${at}`}: ${message}; actual: ${actual}`;
}

function exchangeOf({ call, received, trouble }: Exchanged): string {
  const answer =
    received === null ? (trouble ?? 'nothing') : `${received.status} ${textOf(received.body)}`;
  return `${call.method} ${call.path}${call.query === '' ? '' : `?${call.query}`} ${textOf(call.body)} -> ${answer}`;
}

function textOf(body: Exchanged['call']['body']): string {
  const text =
    body.kind === 'json' || body.kind === 'broken' ? body.text.replaceAll(/\s+/g, ' ') : body.kind;
  return text.length > BODY_CHARS_SHOWN ? `${text.slice(0, BODY_CHARS_SHOWN)}…` : text;
}

/** How much of a body is shown, in characters. */
const BODY_CHARS_SHOWN = 400;

/** Returns the reason for each expectation. */
export function reasons(): string {
  return Object.values(peers)
    .map((peer) => `Expected: ${titleOf(peer)} ${peer.expected}, for ${peer.because}.\n`)
    .join('');
}
