// The paths of json-server 0.17 below an item: `/posts/1/comments` is the comments that refer to
// the post.

import { remember } from '../../base/remember.ts';
import type { Contract } from '../../contract/contract.ts';
import { bindPath } from '../../contract/nested-path.ts';
import type { Route, Router } from '../../contract/route.ts';
import type { Schemas } from '../../schema/schema.ts';
import { collectionNamed, relationsTo } from './json-server.ts';
import type { Related } from './related.ts';

/** Returns the collection at a path below an item; `null` if the dialect has none there. */
export function findCollectionBelow(
  { router, schemas, decide }: Pick<Related, 'schemas' | 'decide'> & { readonly router: Router },
  path: string,
): Route | null {
  const slash = path.lastIndexOf('/');
  const above = router.find(path.slice(0, slash));
  if (above?.kind !== 'item' || above.contract.isSingle === true) return null;
  const child = collectionNamed(path.slice(slash + 1), router.contracts);
  if (child === undefined || decide(child)['query.dialect'].value !== 'json-server-0') return null;
  const template = templates(router)(schemas)(child)(above.contract);
  const [parameter = ''] = template.scope?.at(-1)?.at ?? [];
  return { kind: 'collection', contract: bindPath(template, new Map([[parameter, above.key]])) };
}

/** The contract of a collection below the items of another one: one object for each pair. */
const templates = remember(
  (router: Router) =>
    remember(
      (schemas: Schemas) =>
        remember(
          (child: Contract) =>
            remember(
              (parent: Contract) => templateOf(child, parent, { router, schemas }),
              new WeakMap<Contract, Contract>(),
            ),
          new WeakMap(),
        ),
      new WeakMap(),
    ),
  new WeakMap(),
);

function templateOf(
  child: Contract,
  parent: Contract,
  { router, schemas }: { readonly router: Router; readonly schemas: Schemas },
): Contract {
  const [{ member } = { member: '' }] = relationsTo(child, parent, router.contracts);
  const types = schemas.typesOf(child.item, member);
  const value = types.includes('integer') || types.includes('number') ? 0 : '';
  const scope = [
    ...(child.scope ?? []),
    { at: [member], parameter: member, value, parent: parent.resource },
  ];
  return { ...child, path: `${parent.path}/{${member}}${child.path}`, scope };
}
