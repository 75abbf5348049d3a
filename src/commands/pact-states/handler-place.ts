// Where the handler of provider states is: what the options are checked for, apart from what asks
// it, which no other command has to load.

import { StandinError } from '../../base/errors.ts';

/**
 * Throws a StandinError if a handler is at a URL beyond this machine: it gets what pacts say of
 * states, and anybody there could answer.
 */
export function checkHandlerPlace(place: string, reach: 'loopback' | 'any'): void {
  if (!isHandlerUrl(place) || reach === 'any') return;
  const { hostname } = new URL(place);
  if (LOOPBACK.test(hostname)) return;
  throw new StandinError(
    'option-invalid',
    `the state handler is on another machine, ${hostname}`,
    'Add --allow-remote-handler if it may get the provider states.',
  );
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Whether the handler is at a URL; else it is a module. */
export function isHandlerUrl(place: string): boolean {
  return /^https?:\/\//i.test(place) && URL.canParse(place);
}
