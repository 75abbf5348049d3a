// Items that PUT creates where nothing else does: what is put at an id that nothing has is there then.

import type { Kind } from '../../../contract/operation-kinds.ts';
import { typeOfId } from '../identify.ts';
import { asServed } from '../usual-places.ts';
import { changedResources, type Recognised, type Resource } from './resource.ts';

/** Returns what was recognised, with the creations by PUT that nothing says and nothing else makes. */
export function withUpserts({ resources, actions }: Recognised): Recognised {
  const made = new Set(
    [
      ...resources.map((one) => (one.operations.has('create') ? (one.rows ?? one) : null)),
      ...actions.map(({ does }) =>
        /^(?:create|create-many|copy)$/.test(does?.role ?? '') ? does?.resource : null,
      ),
    ].map((one) => one?.path),
  );
  const changed = changedResources(resources, (one) =>
    made.has(one.path) || one.rows !== null ? one : withUpsert(one),
  );
  return {
    resources: [...changed.values()],
    actions: actions.map((one) =>
      one.does === undefined
        ? one
        : {
            ...one,
            does: { ...one.does, resource: changed.get(one.does.resource) ?? one.does.resource },
          },
    ),
  };
}

/** A resource whose items a PUT makes at names that clients choose: texts of no form, and no ids. */
function withUpsert(resource: Resource): Resource {
  const { operations, segments, isOne, id } = resource;
  const put = operations.get('replace');
  if (put === undefined || isOne || id.member === null || operations.has('create')) return resource;
  const { method, path, answers, parameters } = asServed(put);
  const isAtItem = put.path.segments.length === segments.length + 1;
  const isRefused = answers.some(({ status }) => status === '404');
  const type = typeOfId(new Map([['PUT', put]]));
  const given = parameters.find((one) => one.in === 'path' && one.name === path.lastParameter);
  const isName = !/id$/i.test(path.lastParameter ?? 'id');
  const isFree = isName && type === 'string' && given?.schema['format'] === undefined;
  if (method !== 'PUT' || put.body === null || !isAtItem || isRefused || !isFree) return resource;
  const why = `${id.why}; nothing else creates what is at ${path.text}, and it declares no 404: it creates what is not there`;
  return {
    ...resource,
    operations: new Map<Kind, typeof put>([...operations, ['create', put]]),
    seen: new Map<Kind, string>([...(resource.seen ?? []), ['create', why]]),
    isMadeAtItem: true,
  };
}
