// The checks of references at start: the resource that a mark names is there, and its ids fit the
// member. No modules of Node.

import type { Fault } from '../../base/errors.ts';
import { isObject, own } from '../../base/json.ts';
import { singularOf } from '../../base/names.ts';
import { toPointer } from '../../base/pointer.ts';
import { suggest } from '../../base/suggest.ts';
import type { Contract, Reference } from '../../contract/contract.ts';
import { embeddedMembers } from '../../contract/relations/embedded-members.ts';
import {
  idSchemaOf,
  REFERENCE_MARK,
  referredContract,
} from '../../contract/relations/references.ts';
import { idTypeOf } from '../../model/ids/ids.ts';
import type { Schemas } from '../../schema/schema.ts';

export interface ReferenceRules {
  readonly contracts: readonly Contract[];
  readonly schemas: Schemas;
  /** Returns the file of a schema; `undefined` if it stands inside another one. */
  readonly fileOf: (schema: string) => string | undefined;
}

/**
 * Finds the faults in the references of a contract. Of a contract that is loaded alone nothing is
 * known of the resources beside it.
 */
export function findReferenceFaults(
  contract: Contract,
  file: string,
  { contracts, schemas, fileOf }: ReferenceRules,
): readonly Fault[] {
  return (contract.references ?? []).flatMap((reference): readonly Fault[] => {
    const { member, to } = reference;
    const place = placeOf(contract, reference, schemas, fileOf) ?? { file, at: '/item' };
    const referred = referredContract(reference, contracts);
    if (referred === undefined) {
      if (contracts.length === 1) return [];
      const resources = contracts.map(({ resource }) => resource);
      const near = suggest(to, resources);
      const remedy =
        near === null ? `The resources are ${resources.join(', ')}.` : `Did you mean "${near}"?`;
      const message = `"${member}" refers to "${to}", and no contract has this resource`;
      return [{ ...place, message, remedy }];
    }
    const type = idTypeOf(referred, schemas);
    const types = typesIn(own(idSchemaOf(schemas, contract.item, reference), 'type'));
    const admitted = type === 'string' ? ['string'] : ['integer', 'number'];
    if (types.length === 0 || types.some((one) => admitted.includes(one))) return [];
    const message = `"${member}" has the type ${types.join(' or ')}, and ids of ${to} have the type ${type}`;
    return [{ ...place, message, remedy: 'Give both the same type.' }];
  });
}

/**
 * Finds the faults in what items of a contract show of others: they have their ids, or the others have
 * those of the items.
 */
export function findEmbedFaults(
  contract: Contract,
  file: string,
  { contracts, schemas }: Pick<ReferenceRules, 'contracts' | 'schemas'>,
): readonly Fault[] {
  return embeddedMembers(contract, contracts, schemas).flatMap(
    ({ member, to, ids, back, isSent }): readonly Fault[] => {
      if (ids !== null || back.length > 0 || isSent) return [];
      const name = JSON.stringify(to.resource);
      const message = `no member of an item has the ids of ${name}, and these have no id of an item`;
      const remedy = `Name a resource at a path such as ${contract.path}/{id}/${member}, or add a member such as "${singularOf(member)}Id".`;
      return [{ file, at: toPointer(['embeds', member]), message, remedy }];
    },
  );
}

/** Where a mark stands, if it is in the file of the item; `undefined` if that refers to it. */
function placeOf(
  { item }: Contract,
  { member, holds }: Reference,
  schemas: Schemas,
  fileOf: ReferenceRules['fileOf'],
): Pick<Fault, 'file' | 'at'> | undefined {
  const file = fileOf(item);
  const schema = schemas.get(item);
  const properties = isObject(schema) ? own(schema, 'properties') : undefined;
  const given = isObject(properties) ? own(properties, member) : undefined;
  if (file === undefined || !isObject(given)) return undefined;
  const isOnMember = own(given, REFERENCE_MARK) !== undefined;
  const inside = holds === 'one' || isOnMember ? [] : ['items'];
  return { file, at: toPointer(['properties', member, ...inside, REFERENCE_MARK]) };
}

function typesIn(type: unknown): readonly string[] {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.filter((one) => typeof one === 'string').filter((one) => one !== 'null');
}
