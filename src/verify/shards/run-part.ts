// The parts of a run against one contract that several machines share: some laws each, beside one
// another, and then the rest, once those are done. The parts depend on the contract and the options
// alone, so that every machine computes the same. Data only.

import { requestMembers, sendsIds } from '../../contract/item-members.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Law } from '../laws/law.ts';
import { type LawsForOptions, lawsFor } from '../laws/laws-for.ts';
import { REQUESTS_A_STEP, WALKS } from '../laws/walk-sizes.ts';
import type { LawResult, Report } from '../report.ts';

/** What several machines can try at once. */
export interface BesidePart {
  /** The names of laws. */
  readonly laws: readonly string[];
  /** The numbers of random walks, from 0 on. */
  readonly walks: readonly number[];
}

/** Which part of a run a machine does. */
export type RunPart =
  /** Some laws and walks, while other machines write to the same collection. */
  | ({ readonly kind: 'beside' } & BesidePart)
  /** All that is left, while no other machine does: `held` are the laws that have held. */
  | {
      readonly kind: 'rest';
      readonly held: readonly LawResult[];
      readonly walks: readonly number[];
    };

export interface RunPartsOptions extends LawsForOptions {
  readonly schemas: Schemas;
  readonly mode: 'write' | 'read-only';
  /** How many contracts the run has: many keep several machines busy with a part each. */
  readonly contracts: number;
}

/** Returns what is tried beside each other, by part; none if the run is better left whole. */
export function besideParts(options: RunPartsOptions): readonly BesidePart[] {
  const { contract, mode, budget, contracts } = options;
  // The quick budget tries all laws in common, and the only item at a path is in all of them.
  const isWhole = mode === 'read-only' || budget === 'quick' || contract.isSingle === true;
  if (isWhole || contract.operations.create === undefined || !isTold(options)) return [];
  const shared = [...sharedLaws(options), ...walksOf(options)];
  const most = Math.floor(PARTS_WISHED / contracts);
  const count = Math.min(most, Math.floor(requestsOf(shared) / REQUESTS_LEAST));
  return count < 2 ? [] : spread(shared, count);
}

/** What a part of a run tells of its laws and walks. */
export type Tried = Pick<Report, 'laws' | 'walks'>;

/** Returns what the rest of a run is, when `reports` came of the parts beside each other. */
export function restPart(parts: readonly BesidePart[], reports: readonly Tried[]): RunPart {
  const held = reports.flatMap(({ laws }) => laws).filter(({ result }) => result === 'held');
  const walks = parts.flatMap((part, index) => {
    const report = reports[index];
    return report !== undefined && isWalked(report) ? [] : part.walks;
  });
  return { kind: 'rest', held, walks };
}

/** Whether all walks of a part held. */
export function isWalked({ walks }: Tried): boolean {
  return walks.why === null && walks.run === walks.planned;
}

/** Returns about how many requests a part of a run takes; `null` is what is not beside others. */
export function partRequests(options: LawsForOptions, part: BesidePart | 'rest' | 'whole'): number {
  const all: readonly Unit[] = [...lawsFor(options), ...walksOf(options)];
  if (part === 'whole') return BEGINNING + requestsOf(all);
  if (part === 'rest') return BEGINNING + requestsOf(lawsFor(options).filter(isUnshared));
  const own = all.filter(({ name }) => part.laws.includes(name));
  const walks = walksOf(options).filter(({ number }) => part.walks.includes(number));
  return BEGINNING + requestsOf([...own, ...walks]);
}

/** A law or a walk. */
type Unit = Pick<Law, 'name' | 'requests' | 'group'> & { readonly number?: number };

function walksOf({
  budget,
  only,
}: LawsForOptions): readonly (Unit & { readonly number: number })[] {
  const { walks, steps } = WALKS[budget];
  return Array.from({ length: only === null ? walks : 0 }, (_, number) => {
    return { name: 'walk', number, requests: steps * REQUESTS_A_STEP };
  });
}

function sharedLaws(options: LawsForOptions): readonly Unit[] {
  return lawsFor(options).filter((law) => !isUnshared(law));
}

function isUnshared({ isExclusive, asked }: Law): boolean {
  return isExclusive === true || asked !== undefined;
}

/**
 * Whether machines can tell whose items are: by a text in each. Ids that several machines choose
 * could be the same.
 */
function isTold({ contract, schemas }: RunPartsOptions): boolean {
  if (sendsIds(contract, schemas)) return false;
  const body = contract.operations.create?.body ?? contract.item;
  return requestMembers(contract, schemas, 'create').some((member) =>
    schemas.typesOf(body, member).includes('string'),
  );
}

/** The most expensive group goes first, each to the part with the least so far. */
function spread(units: readonly Unit[], count: number): readonly BesidePart[] {
  const parts = Array.from({ length: count }, (): Unit[] => []);
  const groups = Map.groupBy(units, (unit) => unit.group ?? unit).values();
  for (const group of [...groups].toSorted((one, other) => requestsOf(other) - requestsOf(one))) {
    const [lightest] = parts.toSorted((one, other) => requestsOf(one) - requestsOf(other));
    lightest?.push(...group);
  }
  return parts.map((part) => ({
    laws: part.flatMap(({ name, number }) => (number === undefined ? [name] : [])),
    walks: part.flatMap(({ number }) => number ?? []),
  }));
}

function requestsOf(units: readonly Unit[]): number {
  return units.reduce((sum, { requests = FEW }) => sum + requests, 0);
}

/** About how many requests most laws take, and the beginning of a run with its clean-up. */
const [FEW, BEGINNING] = [6, 40];

/** How many requests the laws of a part take at least: each part has a beginning of its own. */
const REQUESTS_LEAST = 100;

/** How many parts beside each other a run has in all, at most. */
const PARTS_WISHED = 6;
