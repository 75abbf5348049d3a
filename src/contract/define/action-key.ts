// The name that the actions have in a contract file.

import { type JsonObject, own } from '../../base/json.ts';

/** The member of a contract file with its actions. */
export const ACTIONS = 'actions';

/** Its name until 0.1: read until 1.0, with a note. */
export const OLDER_ACTIONS = 'others';

/** Returns the name under which a contract file has its actions. */
export function actionKey(document: JsonObject): typeof ACTIONS | typeof OLDER_ACTIONS {
  const isOlder =
    own(document, ACTIONS) === undefined && own(document, OLDER_ACTIONS) !== undefined;
  return isOlder ? OLDER_ACTIONS : ACTIONS;
}

/** Returns the members of a contract with the name of today for its actions. */
export function withActionKey(members: JsonObject): JsonObject {
  const { [OLDER_ACTIONS]: older, ...rest } = members;
  return actionKey(members) === OLDER_ACTIONS ? { ...rest, [ACTIONS]: older ?? [] } : members;
}
