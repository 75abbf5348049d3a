// The contracts of traffic: selects exchanges, finds the templates of their paths, writes an OpenAPI
// document about them, and reads it like any other.

import { type JsonObject, own } from '../../base/json.ts';
import type { Profile } from '../../contract/choices.ts';
import { readOpenApi } from '../openapi/read-openapi.ts';
import type { Certainty } from '../shape-of-values.ts';
import type { SourceContracts } from '../source-contracts.ts';
import { withAssumedWrites } from './assume-writes.ts';
import { describeTraffic, type SeenOperation } from './describe-traffic.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import { type PathTemplate, templatesOf } from './path-templates.ts';
import { plausibleItem } from './plausible-item.ts';
import { seenItems } from './seen-items.ts';
import { countReasons, type SelectedExchanges, selectExchanges } from './select-exchanges.ts';

export interface TrafficOptions {
  /** The name of the file or the address in messages. */
  readonly name: string;
  readonly overrides?: JsonObject;
  /** How much the schemas of answers say. */
  readonly certainty: Certainty;
  /** Whether rows have the values that were answered, or other ones. */
  readonly values: 'made' | 'copied';
  /** Whether operations that were not seen are added. Defaults to `seen`. */
  readonly writes?: 'seen' | 'assumed';
  /** Why entries of the files could not be read. */
  readonly leftOut?: readonly string[];
}

/**
 * Returns the contracts of what was sent and answered. Without JSON in it there are none, and the
 * notes say why. Never throws for what traffic holds.
 */
export function contractsOfTraffic(
  all: readonly Exchange[],
  options: TrafficOptions,
): SourceContracts {
  const selected = selectExchanges(all);
  const { kept } = selected;
  const templates = templatesOf([...kept, ...selected.doubtful]);
  const { operations, leftOut } = operationsOf(selected, templates);
  const { name, overrides, values, certainty } = options;
  const described = describeTraffic(operations, certainty === 'sure' ? 'sure' : 'private');
  const document = options.writes === 'assumed' ? withAssumedWrites(described) : described;
  const made = readOpenApi(document, {
    name,
    ...(overrides === undefined ? {} : { overrides }),
    seen: { items: seenItems(kept, templates), values, make: plausibleItem },
  });
  const counts = new Map(
    operations.map(({ method, template, exchanges }) => [
      `${method} ${template.text}`,
      exchanges.length,
    ]),
  );
  const notes = [...selected.leftOut, ...countReasons([...leftOut, ...(options.leftOut ?? [])])];
  return {
    ...made,
    taken: made.taken.map((one) => ({
      ...one,
      seen: counts.get(`${one.method} ${one.path}`) ?? 0,
    })),
    notes: [...notes.map((message) => ({ place: name, message })), ...made.notes],
    choices: { ...made.choices, ...credentialsNeeded(operations) },
  };
}

interface GroupedExchanges {
  readonly operations: readonly SeenOperation[];
  /** Why exchanges belong to no operation. */
  readonly leftOut: readonly string[];
}

/** Groups exchanges by operation. Those of which each was refused as unknown are none. */
function operationsOf(
  { kept, doubtful }: Pick<SelectedExchanges, 'kept' | 'doubtful'>,
  templates: ReadonlyMap<string, PathTemplate>,
): GroupedExchanges {
  const signOf = ({ method, path }: Exchange): string =>
    `${method} ${templates.get(path)?.text ?? path}`;
  const known = Map.groupBy(kept, signOf);
  const leftOut: string[] = [];
  for (const one of doubtful) {
    const group = known.get(signOf(one));
    if (group === undefined) leftOut.push('failed without JSON, at a path that answers no JSON');
    else group.push(one);
  }
  const operations = [...known.values()].flatMap((exchanges): readonly SeenOperation[] => {
    const inPath = exchanges.flatMap(({ path }) => templates.get(path) ?? []);
    const [[first], [template]] = [exchanges, inPath];
    if (first === undefined || template === undefined) return [];
    if (exchanges.some(({ status }) => !UNKNOWN.has(status)))
      return [{ method: first.method, template, inPath, exchanges }];
    leftOut.push(...exchanges.map(() => 'asked for what the service does not have'));
    return [];
  });
  return { operations, leftOut };
}

/** The statuses of paths and methods that a service does not have. */
const UNKNOWN: ReadonlySet<number> = new Set([404, 405, 501]);

/** A service that refused a request with 401 needs the credentials that others were sent with. */
function credentialsNeeded(operations: readonly SeenOperation[]): Partial<Profile> {
  const all = operations.flatMap(({ exchanges }) => exchanges);
  if (!all.some(({ status }) => status === 401)) return {};
  const sent = all.find((one) => one.credentials !== null && isSuccess(one))?.credentials;
  if (sent === undefined || sent === null) return {};
  const scheme = own(sent, 'scheme');
  return { 'auth.scheme': scheme === 'bearer' || scheme === 'basic' ? scheme : 'api-key' };
}
