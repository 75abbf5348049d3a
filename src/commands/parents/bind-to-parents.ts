// The items that those of a contract belong to or refer to: made before its run, and removed after
// it. `verify` and `learn` share it.

import { StandinError } from '../../base/errors.ts';
import type { Json } from '../../base/json.ts';
import type { Contract, Reference } from '../../contract/contract.ts';
import { bindPath, parametersOf } from '../../contract/nested-path.ts';
import { likelyReferences, referredContract } from '../../contract/relations/references.ts';
import { rowsKey } from '../../contract/rows.ts';
import { idTypeOf, readKey } from '../../model/ids/ids.ts';
import { wireShower } from '../../model/parameters/wire-request.ts';
import type { Project } from '../../project/load/project.ts';
import type { LazyChecker } from '../../schema/lazy-checker.ts';
import { paramHint } from '../../verify/actions/lacking-ids.ts';
import { type RemovedOwnItems, removeOwnItems } from '../../verify/cleanup/remove-own-items.ts';
import type { MadeAbove } from '../../verify/print/curl.ts';
import type { ReferredItems } from '../../verify/run/check-relations.ts';
import type { OpenBelow } from '../../verify/run/check-removed-parent.ts';
import { makeParents } from '../../verify/run/make-parents.ts';
import { issuedIds, shownIdAt } from '../../verify/session/issued-ids.ts';
import { createSession, type Session } from '../../verify/session/session.ts';
import type { NarrowedProject } from '../narrowing/narrowed-project.ts';
import { type GuardedRun, guardRun } from '../shared/guarded-run.ts';
import type { Target, TargetOptions } from '../shared/target.ts';
import { parentOf, unknownParameters } from './path-values.ts';

/** What a run below others needs of its command. */
export interface RunBelow {
  readonly options: TargetOptions & {
    readonly mode: 'write' | 'read-only';
    /** Seconds after which nothing new is begun. */
    readonly timeMaxSeconds: number;
  };
  readonly target: Target;
  readonly project: Project;
  readonly checker: LazyChecker;
  readonly stop: AbortSignal;
  /** How the tokens of all machines begin that share the run; absent if none do. */
  readonly share?: { readonly family: string };
  /** What the user leaves out; absent if nothing. */
  readonly narrowing?: Pick<NarrowedProject, 'skipped'>;
}

/** A contract whose path has the ids of parents. */
export interface BoundContract {
  readonly contract: Contract;
  /** `read-only` if the parents belong to others. */
  readonly mode: 'write' | 'read-only';
  /** The parent of others that keeps the run from writing; `null` if there is none. */
  readonly unmade: Unmade | null;
  /** The path of the same collection below another parent; `null` if there is none. */
  readonly sibling: string | null;
  /** The parents that the run made, the uppermost first. */
  readonly above: readonly MadeAbove[];
  /** The items of the run that its references lead to. */
  readonly referred: readonly ReferredItems[];
  /** The ids that its references can hold. */
  readonly referable: ReadonlyMap<string, readonly Json[]>;
  /** Removes the parent of the run that the path has, and tells whether it is gone. */
  removeAbove(): Promise<boolean>;
  /** Removes the parents and other items that the run made, and returns the result for each kind. */
  end(): Promise<readonly RemovedAbove[]>;
}

/** An item that the run found, and below which it only reads unless you name it. */
export interface Unmade {
  /** `servers/localhost`. */
  readonly item: string;
  /** What names it: `--param server_id=localhost`. */
  readonly option: string;
}

/** The end of the items of one contract that a run made for those of another. */
export interface RemovedAbove {
  readonly contract: Contract;
  readonly swept: RemovedOwnItems;
}

/**
 * Makes the parents of a contract, and the items that it refers to. Throws a StandinError if a
 * parent can neither be made nor found.
 */
export async function bindToParents(running: RunBelow, contract: Contract): Promise<BoundContract> {
  const { mode } = running.options;
  const made: MadeBelow[] = [];
  const above: MadeAbove[] = [];
  let writes = mode;
  const unmade: Unmade[] = [];
  let other: Values | null = null;
  const end = async (): Promise<readonly RemovedAbove[]> => {
    const removed: RemovedAbove[] = [];
    for (const { session, guarded } of made.reverse()) {
      session.sender.beginEnd();
      const swept = await removeOwnItems(session);
      await guarded.end(swept);
      removed.push({ contract: session.service.contract, swept });
    }
    return removed;
  };
  /** Makes what the path of a contract names, and what is above that, wherever it is. */
  const valuesFor = async (one: Contract, below: readonly string[]): Promise<Values> => {
    const values = new Map<string, string>();
    for (const name of parametersOf(one.path)) {
      const parent = parentOf(running.project.contracts, one, name);
      if (parent === null || below.includes(parent.resource))
        throw unknownParent(running, one, name);
      const names = parametersOf(parent.path);
      const isOnTheWay = names.every((known) => values.has(known));
      const path = [...below, one.resource];
      const bound =
        names.length === 0
          ? parent
          : bindPath(parent, isOnTheWay ? values : await valuesFor(parent, path));
      const related = await makeReferred(running, bound, made, path);
      const session = startSession(running, bound, made, related.referable);
      const { keys, whose } = await makeParents(session, writes);
      if (whose === 'foreign') {
        writes = 'read-only';
        const option = `--param ${name}=${keys[0]}`;
        // An item that the service lets a run make was refused: the report of its own run says why.
        if (mode === 'write' && parent.operations.create === undefined)
          unmade.push({ item: `${parent.resource}/${keys[0]}`, option });
      } else above.push(...keys.flatMap((key) => creationOf(session, key)));
      const [first, second] = keys;
      other =
        second === undefined || whose === 'foreign' ? null : new Map(values).set(name, second);
      values.set(name, first);
    }
    return values;
  };
  try {
    const values = await valuesFor(contract, []);
    const bound = values.size === 0 ? contract : bindPath(contract, values);
    const lowest = made.at(-1)?.session;
    const [parameter = ''] = parametersOf(contract.path).slice(-1);
    const lowestKey = values.get(parameter);
    return {
      removeAbove: () =>
        lowest === undefined || lowestKey === undefined
          ? Promise.resolve(false)
          : removeOne(lowest, lowestKey),
      contract: bound,
      mode: writes,
      unmade: unmade.at(-1) ?? null,
      sibling: other === null ? null : bindPath(contract, other).path,
      above,
      ...(await makeReferred(running, contract, made, [])),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

type Values = ReadonlyMap<string, string>;

/** Removes an item that the run made, before its end. */
async function removeOne({ service, items, sender }: Session, key: string): Promise<boolean> {
  const item = items.byKey.get(key);
  if (item === undefined || !service.offers('remove')) return false;
  const claim = sender.guard.claimOf(key);
  const exchange = await sender.sendUnlessStopped(service.call('remove', key, null));
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return false;
  item.isAlive = false;
  items.drop(item);
  await sender.guard.release(key, claim);
  return true;
}

/**
 * Returns how to open what is below an item of a contract: nested items, and all of their kind if a
 * contract shows them; `null` if nothing can be made below.
 */
export function belowOf(running: RunBelow, contract: Contract): OpenBelow | null {
  const { contracts } = running.project;
  if (running.options.mode !== 'write') return null;
  const all = contracts.flatMap((nested) => {
    const [parameter, ...more] = parametersOf(nested.path);
    const { create, read } = nested.operations;
    if (parameter === undefined || more.length > 0 || nested.isSingle === true) return [];
    const isBelow = parentOf(contracts, nested, parameter) === contract;
    if (!isBelow || create === undefined || read === undefined) return [];
    const flat = contracts.find(
      (one) =>
        one !== nested &&
        rowsKey(one) === rowsKey(nested) &&
        one.scope === undefined &&
        one.operations.read !== undefined &&
        one.operations.remove !== undefined,
    );
    return [{ nested, parameter, flat }];
  });
  const found = all.find(({ flat }) => flat !== undefined) ?? all[0];
  if (found === undefined) return null;
  return (key) => {
    const made: MadeBelow[] = [];
    const { nested, parameter, flat } = found;
    const bound = bindPath(nested, new Map([[parameter, key]]));
    const sessions = [
      startSession(running, bound, made, new Map()),
      ...(flat === undefined ? [] : [startSession(running, flat, made, new Map())]),
    ] as const;
    const [first, second = null] = sessions;
    return {
      nested: first,
      flat: second,
      close: async (swept) => {
        for (const [index, { guarded }] of made.entries()) await guarded.end(swept[index] ?? null);
      },
    };
  };
}

/** Returns how the run made a parent; nothing if its replies do not tell. */
function creationOf(session: Session, key: string): readonly MadeAbove[] {
  const { service, sender, items } = session;
  const sent = sender.guard.since(0);
  const issued = { contract: service.contract, idAt: shownIdAt(service.traits.idAt) };
  const [place] = [...issuedIds(sent, issued)].find(([, id]) => id === key) ?? [];
  const creation = place === undefined ? undefined : sent[place];
  const toWire = wireShower(service);
  return creation === undefined ? [] : [{ ...issued, key, creation, toWire, fresh: items.token }];
}

/**
 * Makes the items that a contract refers to, and those that these refer to. A reference is passed
 * over if it leads back to a contract below which it is looked for, or if there are no such items.
 */
async function makeReferred(
  running: RunBelow,
  contract: Contract,
  made: MadeBelow[],
  below: readonly string[],
): Promise<Pick<BoundContract, 'referred' | 'referable'>> {
  const { project, options } = running;
  const referred: ReferredItems[] = [];
  const referable = new Map<string, readonly Json[]>();
  const known = new Map<string, MadeFor>();
  for (const reference of options.mode === 'read-only' ? [] : referencesOf(project, contract)) {
    const to = referredContract(reference, project.contracts);
    const path = [...below, contract.resource];
    if (to === undefined || parametersOf(to.path).length > 0 || path.includes(to.resource))
      continue;
    const items = known.get(to.resource) ?? (await makeFor(running, to, made, path));
    if (items === null) continue;
    known.set(to.resource, items);
    const [first, second, ...more] = items.ids;
    referable.set(reference.member, items.ids);
    const isMarked = contract.references?.includes(reference) === true;
    if (isMarked && items.whose === 'own' && first !== undefined && second !== undefined)
      referred.push({ reference, session: items.session, ids: [first, second, ...more] });
  }
  return { referred, referable };
}

/** The references of a contract: those that are marked, then those that its names tell. */
export function referencesOf(project: Project, contract: Contract): readonly Reference[] {
  const { contracts, schemas } = project;
  const marked = contract.references ?? [];
  const isMarked = ({ member }: Reference): boolean => marked.some((one) => one.member === member);
  const likely = likelyReferences(contract, contracts, schemas).filter((one) => !isMarked(one));
  return [...marked, ...likely];
}

interface MadeFor {
  readonly session: Session;
  readonly ids: readonly Json[];
  readonly whose: 'own' | 'foreign';
}

/** Makes the items of one contract for others; `null` if there are none. */
async function makeFor(
  running: RunBelow,
  contract: Contract,
  made: MadeBelow[],
  below: readonly string[],
): Promise<MadeFor | null> {
  const { referable } = await makeReferred(running, contract, made, below);
  const session = startSession(running, contract, made, referable);
  try {
    const { keys, whose } = await makeParents(session, 'write');
    const type = idTypeOf(contract, running.project.schemas);
    // A run compares with answers, which have doubles.
    const ids = keys.slice(0, REFERRED_MAX).flatMap((key) => {
      const id = readKey(key, type);
      return id === null || typeof id === 'bigint' ? [] : [id];
    });
    return { session, ids, whose };
  } catch (error) {
    if (error instanceof StandinError && error.code === 'target-missing') return null;
    throw error;
  }
}

/** How many items of others a reference leads to in turn. */
const REFERRED_MAX = 8;

function unknownParent(running: RunBelow, contract: Contract, name: string): StandinError {
  const { path, resource } = contract;
  const { contracts, files } = running.project;
  const give = `Give an id that the service has: ${paramHint(unknownParameters(contracts, contract))}`;
  const isFile = files.source.kind === 'contracts';
  return new StandinError(
    'project-invalid',
    `${resource}: no contract says what {${name}} in ${path} is the id of`,
    isFile
      ? `Name its resource in the contract: "within": {"${name}": "<resource>"}, and give that resource a contract. ${give}`
      : give,
  );
}

interface MadeBelow {
  readonly session: Session;
  readonly guarded: GuardedRun;
}

function startSession(
  { options, target, project, checker, stop, share, narrowing }: RunBelow,
  contract: Contract,
  made: MadeBelow[],
  referable: ReadonlyMap<string, readonly Json[]>,
): Session {
  const startedAt = new Date();
  const deadline = startedAt.getTime() + options.timeMaxSeconds * 1_000;
  const guarded = guardRun({
    options,
    target,
    contract,
    schemas: project.schemas,
    mode: options.mode,
    stop,
    startedAt,
    deadline,
    ...(share === undefined ? {} : { family: share.family }),
    ...(narrowing === undefined ? {} : { leavesOut: narrowing.skipped.covers }),
    onWaiting: () => undefined,
  });
  const { guard, token, wait } = guarded;
  const session = createSession({
    contract,
    schemas: project.schemas,
    checker,
    pins: {},
    referable,
    guard,
    token,
    wait,
    deadline,
    now: Date.now,
    isIdAssumed: project.files.source.kind !== 'contracts',
    isStopped: () => stop.aborted,
  });
  made.push({ session, guarded });
  return session;
}
