// Reads pacts and refuses, before anything is sent, what Pact itself would pass in silence or blame
// on the service.

import { type Fault, faultLines, StandinError } from '../../base/errors.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Schemas } from '../../schema/schema.ts';
import { checkInteraction, type PactInteraction } from './read-interaction.ts';

/** A file as it was read. */
export interface PactText {
  /** The file as it is told to the user. */
  readonly file: string;
  readonly text: string;
}

export interface Pact {
  readonly file: string;
  readonly consumer: string;
  /** The resource of the contract that it is about. */
  readonly provider: string;
  /** All of the file; each interaction is verified with what stands around it here. */
  readonly document: JsonObject;
  readonly interactions: readonly PactInteraction[];
  /** There where it comes from a broker. */
  readonly origin?: PactOrigin;
}

/** Where a pact in a broker comes from. */
export interface PactOrigin {
  /** Its place among those that were fetched. */
  readonly number: number;
  /**
   * The latest version of the consumer that it belongs to; `null` where the broker does not say.
   */
  readonly consumerVersion: string | null;
}

/** The versions of the Pact specification that are read. */
const VERSIONS = /^[34](?:\.\d+)*$/;

/** How deep a pact may nest. */
const DEPTH_MAX = 256;

/** How many faults are told at once. */
const FAULTS_TOLD_MAX = 20;

/**
 * Reads pacts, each on one of the contracts. Throws a StandinError that names every fault: file,
 * pointer, what is wrong, what to do.
 */
export function readPacts(
  files: readonly PactText[],
  contracts: readonly Contract[],
  schemas: Schemas,
): readonly Pact[] {
  const faults: Fault[] = [];
  const pacts = files.flatMap((file) => readPact(file, contracts, schemas, faults) ?? []);
  faults.push(...repeatedIn(pacts));
  if (faults.length > 0) throw pactInvalid(faults);
  return pacts;
}

function readPact(
  { file, text }: PactText,
  contracts: readonly Contract[],
  schemas: Schemas,
  faults: Fault[],
): Pact | null {
  const note = (at: string, message: string, remedy: string): null => {
    faults.push({ file, at, message, remedy });
    return null;
  };
  if (text.trim() === '')
    return note(
      '',
      'the file is empty',
      'Write it anew with the tests of the consumer, or remove it.',
    );
  const parsed = parseJson(text, DEPTH_MAX);
  const broken = parsed.kind === 'broken' ? parsed.broken : parsed.duplicate;
  if (broken !== null) {
    const message = broken.message.replace(/ \(line \d+, column \d+\)$/, '');
    return note(
      `line ${broken.line}, column ${broken.column}`,
      message,
      'Write it anew with the tests of the consumer.',
    );
  }
  const document = parsed.kind === 'value' ? parsed.value : null;
  const frame = readFrame(document, note);
  if (frame === null) return null;
  const { consumer, provider, interactions, typing } = frame;
  const contract = contracts.find(({ resource }) => resource === provider);
  if (contract === undefined) {
    const names = contracts.map(({ resource }) => resource).join(', ');
    const told =
      provider === null
        ? 'the provider has no name'
        : `the provider is ${provider}, and there is no contract of it`;
    return note(
      '/provider/name',
      told,
      `Name it as a contract does, ${names}, or move the file elsewhere.`,
    );
  }
  const checked = interactions.map((one, index) =>
    checkInteraction(one, index, { contract, schemas, typing }),
  );
  for (const { flaws } of checked) for (const flaw of flaws) faults.push({ file, ...flaw });
  const sound = checked.flatMap(({ interaction }) => interaction ?? []);
  return {
    file,
    consumer,
    provider: contract.resource,
    document: frame.document,
    interactions: sound,
  };
}

/** What stands around the interactions of a pact, and what they are by that. */
export interface PactFrame {
  readonly document: JsonObject;
  readonly consumer: string;
  /** `null` where it has no name. */
  readonly provider: string | null;
  readonly interactions: readonly Json[];
  readonly typing: 'typed' | 'untyped';
}

/** Reads what stands around the interactions; `null` where that is broken, which `note` is told. */
export function readFrame(
  document: Json,
  note: (at: string, message: string, remedy: string) => null,
): PactFrame | null {
  if (!isObject(document))
    return note('', 'a pact is a JSON object', 'Remove the file if it is none.');
  const consumer = nameAt(document, 'consumer');
  if (consumer === null) return note('/consumer/name', 'the consumer has no name', 'Name it.');
  const provider = nameAt(document, 'provider');
  const version = versionOf(document);
  if (version === null || !VERSIONS.test(version)) {
    const told =
      version === null
        ? 'the version of the Pact specification is missing'
        : `version ${version} is not read`;
    return note(
      '/metadata/pactSpecification/version',
      told,
      'Write the pact with version 4.0 (PactV4) or 3.0.',
    );
  }
  const interactions = own(document, 'interactions');
  if (!Array.isArray(interactions) || interactions.length === 0) {
    return note(
      '/interactions',
      'there are no interactions',
      'Remove the file, or find out why the tests of the consumer wrote none.',
    );
  }
  return {
    document,
    consumer,
    provider,
    interactions,
    typing: version.startsWith('4') ? 'typed' : 'untyped',
  };
}

function nameAt(document: JsonObject, role: 'consumer' | 'provider'): string | null {
  const party = own(document, role);
  const name = isObject(party) ? own(party, 'name') : undefined;
  return typeof name === 'string' && name.trim() !== '' ? name : null;
}

function versionOf(document: JsonObject): string | null {
  const metadata = own(document, 'metadata');
  const specification = isObject(metadata) ? own(metadata, 'pactSpecification') : undefined;
  const version = isObject(specification) ? own(specification, 'version') : undefined;
  return typeof version === 'string' ? version : null;
}

/**
 * Two interactions that Pact cannot tell apart: the later one takes the place of the other whenever
 * pacts are merged.
 */
export function repeatedIn(pacts: readonly Pact[]): readonly Fault[] {
  const seen = new Map<string, string>();
  return pacts.flatMap(({ file, consumer, interactions }) =>
    interactions.flatMap(({ index, description, states }): readonly Fault[] => {
      const same = JSON.stringify([
        consumer,
        description,
        states.map(({ name, params }) => [name, params]),
      ]);
      const first = seen.get(same);
      if (first === undefined) seen.set(same, `${file} at /interactions/${index}`);
      if (first === undefined) return [];
      const message = `${description} is there twice with the same provider states; the other is in ${first}`;
      return [
        {
          file,
          at: `/interactions/${index}/description`,
          message,
          remedy: 'Describe one of them otherwise.',
        },
      ];
    }),
  );
}

/** Gives the error that names faults of pacts. */
export function pactInvalid(faults: readonly Fault[]): StandinError {
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
  return new StandinError(
    'pact-invalid',
    [`${count} in the pacts`, ...faultLines(faults, FAULTS_TOLD_MAX)].join('\n  '),
    'Correct the pacts and start again.',
  );
}
