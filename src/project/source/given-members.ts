// Members of contracts and of operations that somebody wrote, in `standin.json` or under `x-standin`:
// what is wrong with them, and where.

import type { Fault } from '../../base/errors.ts';
import { describeType, isObject, type Json } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { suggestOr } from '../../base/suggest.ts';
import { memberNames } from '../../contract/file/contract-schema.ts';
import type { SourceContracts, TakenOperation } from '../../source/source-contracts.ts';
import { projectInvalid } from '../files/invalid.ts';

/** Where members that were given stand. */
export interface GivenMembers extends Pick<Fault, 'file' | 'at'> {
  /** The path, or the operation: `GET /users/{id}`. */
  readonly key: string;
  readonly members: Json;
}

/**
 * Throws a StandinError that names each key that members cannot be given for, and each member that
 * contracts do not have.
 */
export function checkGiven(given: readonly GivenMembers[], made: SourceContracts): void {
  const faults = given.flatMap((one) =>
    made.keys?.includes(one.key) === true ? memberFaults(one) : [keyFault(one, made)],
  );
  if (faults.length > 0) throw projectInvalid(faults);
}

/** Says why members cannot be given for a key, and for which they can. */
function keyFault({ file, at, key }: GivenMembers, made: SourceContracts): Fault {
  const { taken, keys = [] } = made;
  const fault = (message: string, remedy: string): Fault => ({ file, at, message, remedy });
  if (key === '') return fault('these members belong to no path', 'Move them to a path.');
  const named = taken.filter(({ path }) => path === key || path === `${key}/`);
  const [first] = named;
  if (first !== undefined)
    return fault(`the members of a contract do not belong to ${key}`, remedyAtPath(named, keys));
  const unread = taken.find((one) => `${one.method} ${one.path}` === key);
  if (unread !== undefined)
    return fault(`${key} is in no contract: ${unread.why}`, 'Remove this key.');
  const [method = '', path = ''] = key.includes(' ') ? key.split(' ') : ['', key];
  const whole = keys.find((one) => one.startsWith(method) && one.endsWith(path));
  const isOperation = key.includes(' ');
  const operations = keys.filter((one) => one.includes(' '));
  return fault(
    isOperation ? `there is no operation ${key}` : `there is no path ${key}`,
    whole === undefined
      ? suggestOr(
          key,
          isOperation ? operations : keys,
          'A key is a path of the document, "/users", or an operation, "GET /users/{id}".',
        )
      : `Write it with the path of the server: "${whole}".`,
  );
}

/** Of an item or an action, the operations have members, and the path of the list. */
function remedyAtPath(named: readonly TakenOperation[], keys: readonly string[]): string {
  const above = keys.filter((key) => named.some(({ path }) => path.startsWith(`${key}/`))).at(-1);
  const operations = named.map(({ method, path }) => `${method} ${path}`);
  const known = [...(above === undefined ? [] : [above]), ...operations].filter((one) =>
    keys.includes(one),
  );
  return known.length === 0
    ? 'Remove this key.'
    : `Use ${known.map((one) => `"${one}"`).join(' or ')}.`;
}

/** Each member of an override is one of a contract, or of an operation of it. */
function memberFaults({ file, at, key, members }: GivenMembers): readonly Fault[] {
  if (!isObject(members)) {
    const message = `must be an object, is ${describeType(members)}`;
    return [{ file, at, message, remedy: 'Write {"id": "key"}.' }];
  }
  const { contract, operation } = memberNames;
  const names = key.includes(' ') ? operation : contract;
  return Object.keys(members).flatMap((name): readonly Fault[] =>
    names.includes(name)
      ? []
      : [
          {
            file,
            at: at + toPointer([name]),
            message: `there is no member "${name}"`,
            remedy: suggestOr(name, names, `There are ${names.join(', ')}.`),
          },
        ],
  );
}

/** Where the members of a contract stand that somebody wrote. */
export interface GivenPlace extends GivenMembers {
  /** Where they are in the contract: `''`, `/operations/list`. */
  readonly within: string;
}

/** Returns a fault of a contract at the place where somebody wrote what is wrong. */
export function faultOfGiven(fault: Fault, places: readonly GivenPlace[]): Fault {
  const holds = ({ within, members }: GivenPlace): boolean => {
    const rest = restBelow(fault.at, within);
    return (
      rest !== null &&
      isObject(members) &&
      Object.keys(members).some((name) => restBelow(rest, toPointer([name])) !== null)
    );
  };
  const longest = places.filter(holds).toSorted((a, b) => b.within.length - a.within.length)[0];
  const found = longest ?? places[0];
  if (found === undefined) return fault;
  const { file, at, within } = found;
  if (longest === undefined) return { ...fault, file, at };
  return { ...fault, file, at: at + (restBelow(fault.at, within) ?? '') };
}

/** What of a pointer is below another one; `null` if it is elsewhere. */
function restBelow(pointer: string, above: string): string | null {
  return pointer === above || pointer.startsWith(`${above}/`) ? pointer.slice(above.length) : null;
}
