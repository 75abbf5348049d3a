// Why a choice may remain unseen although its probes were sent, or why it has none.

import type { ChoiceKey } from '../contract/choices.ts';

export const reasons: Readonly<Partial<Record<ChoiceKey, string>>> = {
  'limit.requests': 'limits of rate are not tried: the service serves others too',
  'limited.status': 'limits of rate are not tried: the service serves others too',
  'limit.time': 'limits of time are not tried: it would take minutes',
  'events.delivery': 'it has one option, and nothing of it is seen from outside',
  'list.order': 'fewer than three items of the run were seen on one page of the list',
  'list.fields': 'items have no more fields than elements of a list must have',
  'replace.body': 'PUT was answered with 204, which has no body',
  'update.body': 'PATCH was answered with 204, which has no body, or was not taken',
  'update.status': 'PATCH was not taken',
  'remove.body': 'DELETE was answered with 204, which has no body',
  'create.body': 'nothing was created',
  'error.shape': 'nothing was refused',
  'error.code': 'refusals have no body with members',
  'unsupported.status': 'bodies of other media types were taken',
  'unacceptable.status': 'what Accept asks for is not looked at',
  'unexpected.status': 'query parameters are not refused',
  'malformed.status': 'a body that is no JSON was not refused',
  'invalid.status': 'no body was refused for what it holds',
  'taken.status': 'no creation collided: the service gives out ids itself, and no field is marked x-unique',
  'stale.status': 'If-Match is not looked at',
  'oversized.status': 'no body was refused for its size',
  'auth.header': 'the service does not ask for an API key, or does not say in which header',
  'auth.scheme': 'no call was sent without credentials, or the answer names no scheme',
  'unauthorized.status': 'no call was refused for want of credentials',
  'disallowed.status': 'POST to an item was not refused',
  'unrouted.status': 'a path that nothing should have was not refused',
  'missing.status': 'an id that nobody has was not refused',
  'id.malformed': 'an id that cannot be one was not refused',
};
