// Reads pacts and rejects, before anything is sent, what Pact would ignore or misjudge.

import { type Fault, faultLines, StandinError } from '../../base/errors.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Schemas } from '../../schema/schema.ts';
import { memberAt, textAt } from './members.ts';
import { checkInteraction, type PactInteraction } from './read-interaction.ts';

export interface PactText {
  /** The name of the file in messages. */
  readonly file: string;
  readonly text: string;
}

export interface Pact {
  readonly file: string;
  readonly consumer: string;
  /** The resource of its contract. */
  readonly provider: string;
  /** The whole file. Each interaction is verified together with the rest of it. */
  readonly document: JsonObject;
  readonly interactions: readonly PactInteraction[];
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

/** The supported versions of the Pact specification. */
const VERSIONS = /^[34](?:\.\d+)*$/;

/** Maximum nesting of a pact. */
const DEPTH_MAX = 256;

/** Number of faults that an error lists. */
const FAULTS_TOLD_MAX = 20;

/** Reads pacts, each about one of the contracts. Throws a StandinError that lists all faults. */
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
      'Generate it again with the tests of the consumer, or remove it.',
    );
  const parsed = parseJson(text, DEPTH_MAX);
  const broken = parsed.kind === 'broken' ? parsed.broken : parsed.duplicate;
  if (broken !== null) {
    const message = broken.message.replace(/ \(line \d+, column \d+\)$/, '');
    return note(
      `line ${broken.line}, column ${broken.column}`,
      message,
      'Generate it again with the tests of the consumer.',
    );
  }
  const document = parsed.kind === 'value' ? parsed.value : null;
  const frame = readFrame(document, note);
  if (frame === null) return null;
  const { consumer, provider, interactions, typing } = frame;
  const contract = contracts.find(({ resource }) => resource === provider);
  if (contract === undefined) {
    const names = contracts.map(({ resource }) => resource).join(', ');
    const message =
      provider === null
        ? 'the provider has no name'
        : `the provider is ${provider}, which no contract describes`;
    return note('/provider/name', message, `Name one of ${names}, or move the file elsewhere.`);
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

/** A pact without the details of its interactions. */
export interface PactFrame {
  readonly document: JsonObject;
  readonly consumer: string;
  /** `null` if it has no name. */
  readonly provider: string | null;
  readonly interactions: readonly Json[];
  readonly typing: 'typed' | 'untyped';
}

/** Reads everything except the interactions; on a fault calls `note` and returns `null`. */
export function readFrame(
  document: Json,
  note: (at: string, message: string, remedy: string) => null,
): PactFrame | null {
  if (!isObject(document))
    return note('', 'the file does not hold a JSON object', 'Remove it if it is not a pact.');
  const consumer = nameAt(document, 'consumer');
  if (consumer === null)
    return note('/consumer/name', 'the consumer has no name', 'Give it a name.');
  const provider = nameAt(document, 'provider');
  const version = versionOf(document);
  if (version === null || !VERSIONS.test(version)) {
    const message =
      version === null
        ? 'the version of the Pact specification is missing'
        : `version ${version} is not supported`;
    return note('/metadata/pactSpecification/version', message, 'Use version 4.0 (PactV4) or 3.0.');
  }
  const interactions = own(document, 'interactions');
  if (!Array.isArray(interactions) || interactions.length === 0) {
    return note(
      '/interactions',
      'there are no interactions',
      'Remove the file, or find out why the tests of the consumer recorded none.',
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
  const name = textAt(memberAt(document, role), 'name') ?? '';
  return name.trim() === '' ? null : name;
}

function versionOf(document: JsonObject): string | null {
  const specification = memberAt(memberAt(document, 'metadata'), 'pactSpecification');
  return textAt(specification, 'version') ?? null;
}

/** Finds interactions that Pact cannot tell apart: merging pacts would drop one of them. */
export function repeatedIn(pacts: readonly Pact[]): readonly Fault[] {
  const seen = new Map<string, string>();
  return pacts.flatMap(({ file, consumer, interactions }) =>
    interactions.flatMap(({ index, description, states }): readonly Fault[] => {
      const given = states.map(({ name, params }) => [name, params]);
      const same = JSON.stringify([consumer, description, given]);
      const first = seen.get(same);
      if (first === undefined) {
        seen.set(same, `${file} at /interactions/${index}`);
        return [];
      }
      const at = `/interactions/${index}/description`;
      const message = `${description} occurs twice with the same provider states, first in ${first}`;
      return [{ file, at, message, remedy: 'Change the description of one of them.' }];
    }),
  );
}

/** Returns the error that lists faults of pacts. */
export function pactInvalid(faults: readonly Fault[]): StandinError {
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
  return new StandinError(
    'pact-invalid',
    [`${count} in the pacts`, ...faultLines(faults, FAULTS_TOLD_MAX)].join('\n  '),
    'Correct the pacts and run again.',
  );
}
