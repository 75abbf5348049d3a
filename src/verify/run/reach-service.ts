// Whether the service answers at the address, and whether the address is that of the interface.

import { StandinError } from '../../base/errors.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Exchange } from '../../http/client/client.ts';
import type { Received } from '../../model/message/received.ts';
import { GIVE_CREDENTIALS } from '../guard/access.ts';
import { isPublic, lackingCredentials } from '../guard/declared-credentials.ts';
import { performMove } from '../moves/perform-move.ts';
import { REFUSING_VALUES } from '../probe/refused-for-values.ts';
import { Scenario } from '../scenario/scenario.ts';
import { firstCall, hasItems } from '../session/first-call.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import type { Session } from '../session/session.ts';

/** Checks that the service answers. Throws a StandinError if nothing can be judged. */
export async function checkReachable(session: Session): Promise<void> {
  const doubt = await reach(session);
  if (doubt !== null) throw doubt.error;
}

/** Why it is doubtful whether the service can be judged, and the error if it cannot. */
export interface Doubt {
  /** `not-found`: the list was answered 404. `unreadable`: the body of the first reply is. */
  readonly kind: 'not-found' | 'unreadable';
  readonly error: StandinError;
}

/** Sends the first request. Throws a StandinError if the service can certainly not be judged. */
export async function reach(session: Session): Promise<Doubt | null> {
  const { service, items, sender } = session;
  const hasList = service.offers('list');
  const call = firstCall(service, items.token);
  if (call === null) return null;
  const exchange = await sender.sendUnlessStopped(call);
  if (hasList) session.service.firstList = exchange;
  const { path } = service.contract;
  if (exchange.kind === 'trouble') {
    const error = unreachable(exchange);
    if (hasAnswered(exchange)) return { kind: 'unreadable', error };
    throw error;
  }
  // The user leaves it out.
  if (exchange.kind === 'withheld') return null;
  // Operations without items may each need other credentials.
  if (!hasItems(service)) return null;
  const { status } = exchange.received;
  const operation = service.contract.operations[hasList ? 'list' : 'read'];
  const isOpen = isPublic(operation);
  if (!isOpen && (status === 401 || status === 403 || status === 407))
    throw unauthorized(session, { call: `GET ${call.path}`, status, operation });
  if (!hasList) return null;
  if (status === 404) return { kind: 'not-found', error: missing(path, 'nothing is there') };
  if (status >= 300 && status < 400) throw missing(path, `it redirects (${status})`);
  if (isPage(exchange.received) && (await isPageEverywhere(session))) {
    const remedy = `Give the address of the API without ${path}, not the address of a web page.`;
    throw new StandinError(
      'target-page',
      `The base address answers every path with a web page, also ${path}.`,
      remedy,
    );
  }
  return null;
}

/**
 * Tries to create an item at an address whose list was answered 404: if that can be done, the list
 * is wrong, not the address. Throws a StandinError if the service asks for credentials.
 */
export async function takesCreation(session: Session, make: ItemFactory): Promise<boolean> {
  const { service, sender } = session;
  const scenario = new Scenario(session);
  const mark = sender.guard.mark();
  const values = make.plain();
  try {
    await performMove(scenario, { kind: 'create', item: 'a', values, manner: 'unusual' });
  } finally {
    await scenario.cleanUp();
  }
  const creation = sender.guard.since(mark).find(({ call }) => call.method === 'POST');
  const status = creation?.received?.status ?? 404;
  if (status === 401 || status === 407)
    throw unauthorized(session, {
      call: `POST ${service.contract.path}`,
      status,
      operation: service.contract.operations.create,
    });
  return status < 300 || REFUSING_VALUES.has(status);
}

interface Refused {
  readonly call: string;
  readonly status: number;
  readonly operation: Operation | undefined;
}

function unauthorized({ sender }: Session, { call, status, operation }: Refused): StandinError {
  const given = sender.guard.credentials;
  const [place] = lackingCredentials(operation, given);
  if (place !== undefined && given.length > 0)
    return new StandinError(
      'target-unauthorized',
      `${call} was answered with ${status}: it declares ${place}, and the run has only ${given.join(', ')}.`,
      place.startsWith('?')
        ? `Give it: --query "${place.slice(1)}=<value>", or the same in STANDIN_QUERY.`
        : `Give it: --header "${place}: <value>", or the same in STANDIN_HEADER.`,
    );
  return given.length === 0
    ? new StandinError(
        'target-unauthorized',
        `The service asks for credentials: ${call} was answered with ${status}.`,
        GIVE_CREDENTIALS,
      )
    : new StandinError(
        'target-unauthorized',
        `The service refuses the credentials of this run (${given.join(', ')}): ${call} was answered with ${status}.`,
        'Check whether the token is right and still valid, and whether it may read and write here.',
      );
}

function missing(path: string, what: string): StandinError {
  return new StandinError(
    'target-missing',
    `GET ${path} below the base address: ${what}.`,
    `Give the part of the address before ${path}, for example http://127.0.0.1:3000/api/v1.`,
  );
}

/** Whether a reply began whose body cannot be read. That is a fault of the service. */
function hasAnswered({ trouble, status }: Extract<Exchange, { kind: 'trouble' }>): boolean {
  return (trouble === 'unreadable' || trouble === 'reset') && typeof status === 'number';
}

function unreachable(exchange: Extract<Exchange, { kind: 'trouble' }>): StandinError {
  const remedies: Record<typeof exchange.trouble, string> = {
    refused: 'Start the service, or correct the port.',
    unresolved: 'Correct the name of the host.',
    tls: 'Check the scheme (http or https), or find out why the service ends the handshake.',
    untrusted:
      'Name a file with the certificate of its authority in NODE_EXTRA_CA_CERTS, or correct that of the service.',
    reset: 'Check the scheme (http or https), or find out why the service closes connections.',
    late: 'Find out why the service does not answer; --timeout <seconds> waits longer.',
    unreadable: 'Give the address of an HTTP service.',
    oversized: 'Find out why the list is so long.',
  };
  return new StandinError(
    'target-unreachable',
    `The service cannot be reached: ${exchange.message}.`,
    remedies[exchange.trouble],
  );
}

function isPage(received: Received): boolean {
  return received.body.kind === 'broken' && /^\s*<(?:!doctype|html)/i.test(received.body.text);
}

/** Whether a path that does not exist is answered with a page too. */
async function isPageEverywhere(session: Session): Promise<boolean> {
  const { service, items, sender } = session;
  const call = service.call('list', null, null);
  const exchange = await sender.sendUnlessStopped({ ...call, path: `/${items.token}` });
  return (
    exchange.kind === 'received' && exchange.received.status < 300 && isPage(exchange.received)
  );
}
