// Asks reads for each further media type that they declare for a success, once each. A service may
// answer with another one that is declared, or with 406 (RFC 9110 section 12.5.1): a note says so.

import type { Contract } from '../../contract/contract.ts';
import type { Declared } from '../../contract/declared.ts';
import { pathOf, wayOf } from '../../contract/operation-way.ts';
import { templateOf } from '../../contract/rows.ts';
import { type Call, header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { Finding } from '../../oracle/finding.ts';
import { failure } from '../../oracle/reply-findings.ts';
import { shownFindings } from '../../oracle/shown-outcome.ts';
import { broken, done, type MoveResult } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** Returns the media types that are declared for a success, and are not this one. */
export function otherTypes({ answers = {} }: Declared, type: string): readonly string[] {
  const seen = plain(type);
  const declared = Object.entries(answers)
    .filter(([status]) => /^(?:2|default)/.test(status))
    .flatMap(([, { bodies }]) => bodies.map(({ type }) => type));
  return [...new Set(declared)]
    .filter((one) => one !== seen && !one.includes('*'))
    .slice(0, TYPES_MAX);
}

const TYPES_MAX = 6;

interface Asked {
  /** `GET /pages`. */
  readonly name: string;
  readonly call: Call;
  readonly types: readonly string[];
  readonly judge: (received: Received) => readonly Finding[];
}

/** Asks for some media types, and returns what is wrong with the answers. */
export async function askForTypes(
  scenario: Scenario,
  { name, call, types, judge }: Asked,
): Promise<readonly Finding[]> {
  const { service, sender } = scenario.session;
  const found: Finding[] = [];
  for (const type of types) {
    const asked = { ...call, headers: { ...call.headers, accept: type } };
    const exchange = await sender.sendUnlessStopped(asked);
    if (exchange.kind !== 'received') continue;
    const { received } = exchange;
    const { status } = received;
    const given = plain(header(received.headers, 'content-type') ?? '');
    const isRefused = status >= 400 && status < 500;
    const findings = isRefused ? [] : judge(received);
    sender.guard.failures.judge(received, findings.length > 0 ? 'breach' : 'open');
    found.push(...findings);
    if (isRefused) service.notes.add(`${name} refused to answer as ${type}, with ${status}`);
    else if (status < 300 && given !== type && findings.length === 0)
      service.notes.add(
        `${name} never answered as ${type}: it was asked for, and ${given || 'no media type'} came`,
      );
  }
  return found;
}

/** Asks the list, and a read of an item, for each further media type that they declare. */
export async function readInOtherTypes(
  scenario: Scenario,
  kind: 'list' | 'read',
  key: string | null,
): Promise<MoveResult> {
  const { service } = scenario.session;
  const { contract, checker } = service;
  const operation = contract.operations[kind];
  if (operation?.answers === undefined || operation.file !== undefined) return done;
  const call = service.call(kind, key, null);
  const types = otherTypes(operation, 'application/json');
  if (types.length === 0) return done;
  const found = await askForTypes(scenario, {
    name: nameOf(contract, kind),
    call,
    types,
    judge: (received) => {
      const reply = { contract, kind, received } as const;
      return received.status >= 500 ? [failure(reply)] : shownFindings(reply, 'ok', checker);
    },
  });
  return found.length === 0 ? done : broken(found);
}

function nameOf(contract: Contract, kind: 'list' | 'read'): string {
  const template = templateOf(contract);
  return `${wayOf(template, kind).method} ${pathOf(template, kind, `{${template.id}}`)}`;
}

function plain(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}
