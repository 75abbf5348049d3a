// Reads pacts and finds the contract of each interaction. What cannot be read or verified is kept
// with its reason: it costs itself alone.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import type { Contract } from '../../contract/contract.ts';
import { OperationFinder } from './asked-operation.ts';
import { arrayAt, memberAt, textAt } from './members.ts';
import { type PactVersion, VERSIONS, versionOf } from './pact-version.ts';
import {
  type InteractionContext,
  type Obstacle,
  type PactInteraction,
  REWRITE,
  readInteraction,
  type UnverifiableInteraction,
} from './read-interaction.ts';

export interface PactText {
  /** The name of the file in messages. */
  readonly file: string;
  readonly text: string;
  /** Why it could not be read, a clause; absent if it was. */
  readonly unread?: string;
}

/** The interactions of a pact that are about one contract. */
export interface Pact {
  readonly file: string;
  readonly consumer: string;
  /** The resource of its contract. */
  readonly provider: string;
  /** The file without its interactions, as Pact's core reads it. */
  readonly document: JsonObject;
  readonly interactions: readonly PactInteraction[];
  /** Those that cannot be verified. */
  readonly unverifiable: readonly UnverifiableInteraction[];
  /** `parts`: other contracts have interactions of the file, too. */
  readonly holds: 'all' | 'parts';
  /** Only for a pact from a broker. */
  readonly origin?: PactOrigin;
}

/** The origin of a pact in a broker. */
export interface PactOrigin {
  /** Its index among the fetched pacts. */
  readonly number: number;
  /** The latest consumer version with this pact; `null` if the broker does not say. */
  readonly consumerVersion: string | null;
}

export interface PactContext extends Pick<InteractionContext, 'schemas' | 'handler'> {
  /** At least one. */
  readonly contracts: readonly Contract[];
}

/** Maximum nesting of a pact. */
const DEPTH_MAX = 256;

/** Reads pacts: the parts of each that are about one contract. */
export function readPacts(files: readonly PactText[], context: PactContext): readonly Pact[] {
  return files.flatMap(({ file, text, unread }) => {
    const document = unread === undefined ? parsedPact(text) : notRead(unread);
    return 'why' in document
      ? unreadable(file, document, context)
      : assignPact(file, document.json, context);
  });
}

function notRead(why: string): Obstacle {
  return { why: `it cannot be read: ${why}`, remedy: 'Check that you may read it.' };
}

function parsedPact(text: string): { readonly json: Json } | Obstacle {
  if (text.trim() === '')
    return { why: 'the file is empty', remedy: `${REWRITE.slice(0, -1)}, or remove it.` };
  const parsed = parseJson(text, DEPTH_MAX);
  if (parsed.kind === 'value') return { json: parsed.value };
  return { why: `it is not JSON: ${parsed.broken.message}`, remedy: REWRITE };
}

/** A file of which nothing can be read. */
function unreadable(
  file: string,
  obstacle: Obstacle,
  context: PactContext,
  consumer: string | null = null,
): readonly Pact[] {
  const whole = { index: 0, description: 'the whole file', states: [], isPending: false, json: {} };
  return [
    {
      file,
      consumer: consumer ?? file,
      provider: homeOf(null, context).resource,
      document: {},
      interactions: [],
      unverifiable: [{ ...whole, ...obstacle }],
      holds: 'all',
    },
  ];
}

/** Reads a pact as JSON, and gives each contract its interactions. */
export function assignPact(file: string, json: Json, context: PactContext): readonly Pact[] {
  const frame = readFrame(json);
  if ('why' in frame)
    return unreadable(file, frame, context, isObject(json) ? nameAt(json, 'consumer') : null);
  const home = homeOf(frame.provider, context);
  const finder = new OperationFinder(context.contracts);
  const parts = new Map<Contract, PactParts>();
  const partOf = (contract: Contract): PactParts => {
    const part = parts.get(contract) ?? { interactions: [], unverifiable: [] };
    parts.set(contract, part);
    return part;
  };
  for (const [index, one] of frame.interactions.entries()) {
    const read = readInteraction(one, index, { ...context, finder, version: frame.version });
    if (read.kind === 'sound') partOf(read.contract).interactions.push(read.interaction);
    else partOf(read.contract ?? home).unverifiable.push(read.interaction);
  }
  const { document } = frame;
  const consumer = frame.consumer ?? 'a consumer without a name';
  return [...parts].map(([contract, part]) => ({
    file,
    consumer,
    provider: contract.resource,
    document,
    ...part,
    holds: parts.size === 1 ? 'all' : 'parts',
  }));
}

interface PactParts {
  readonly interactions: PactInteraction[];
  readonly unverifiable: UnverifiableInteraction[];
}

/** The contract whose report names what belongs to none. */
function homeOf(provider: string | null, { contracts }: PactContext): Contract {
  const [first] = contracts;
  const home = contracts.find(({ resource }) => resource === provider) ?? first;
  if (home === undefined) throw new RangeError('pacts need a contract');
  return home;
}

export interface PactFrame {
  readonly document: JsonObject;
  /** `null` if it has no name. */
  readonly consumer: string | null;
  /** `null` if it has no name. */
  readonly provider: string | null;
  readonly interactions: readonly Json[];
  readonly version: PactVersion;
}

/** Reads everything but the interactions; or says why the file is no pact. */
export function readFrame(json: Json): PactFrame | Obstacle {
  if (!isObject(json)) return NO_PACT;
  const version = versionOf(json);
  if (typeof version === 'string')
    return {
      why: `version ${version} of the Pact specification is not supported`,
      remedy: 'Use version 1 to 4.',
    };
  const interactions = arrayAt(json, 'interactions');
  // Up to version 3, messages are in a file of their own.
  const messages = arrayAt(json, 'messages').map((one) => ({ ...asObject(one), contents: null }));
  if (interactions.length + messages.length === 0)
    return memberAt(json, 'consumer') === undefined ? NO_PACT : NO_INTERACTIONS;
  const [consumer, provider] = [nameAt(json, 'consumer'), nameAt(json, 'provider')];
  return {
    // What else a file says, of plugins for example, is not about an interaction that is verified.
    document: {
      consumer: { name: consumer ?? 'a consumer' },
      provider: { name: provider ?? 'the provider' },
      metadata: { pactSpecification: { version: VERSIONS[version] } },
    },
    consumer,
    provider,
    interactions: [...interactions, ...messages],
    version,
  };
}

const NO_PACT: Obstacle = { why: 'it is no pact', remedy: 'Move the file elsewhere.' };

const NO_INTERACTIONS: Obstacle = {
  why: 'it has no interactions',
  remedy: 'Remove the file, or find out why the tests of the consumer recorded none.',
};

function asObject(json: Json): JsonObject {
  return isObject(json) ? json : {};
}

function nameAt(document: JsonObject, role: 'consumer' | 'provider'): string | null {
  const name = textAt(memberAt(document, role), 'name') ?? '';
  return name.trim() === '' ? null : name;
}
