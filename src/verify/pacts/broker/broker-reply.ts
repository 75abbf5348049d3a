// Reads the reply of a broker: its resource, or an error with what the broker says about it.

import { StandinError } from '../../../base/errors.ts';
import { isObject, type JsonObject } from '../../../base/json.ts';
import { cut, printable } from '../../../base/printable.ts';
import type { Exchange } from '../../../http/client/client.ts';
import { type Body, header } from '../../../model/message/call.ts';
import type { Received } from '../../../model/message/received.ts';
import { detailsIn } from './broker-errors.ts';

/** Maximum size of one reply in bytes: 8 MiB. A pact rarely needs more than one. */
export const ANSWER_BYTES_MAX = 8_388_608;

/** A request as messages name it. */
export interface BrokerRequest {
  readonly shown: string;
  /** What it was for: `asking for the pacts of users`. */
  readonly purpose: string;
  readonly hide: (text: string) => string;
  /** `known`: there were credentials. */
  readonly asker: 'known' | 'unknown';
}

const NO_CREDENTIALS = 'Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.';

/** Returns the resource in a reply. Throws a StandinError if there is none. */
export function resourceIn(exchange: Exchange, request: BrokerRequest): JsonObject {
  const { shown, purpose, hide } = request;
  if (exchange.kind === 'trouble') {
    const remedy = REMEDIES[exchange.trouble] ?? 'Check its address, and whether it is running.';
    throw new StandinError(
      'broker-unreachable',
      `the broker ${shown} did not answer (${purpose}): ${hide(exchange.message)}`,
      remedy,
    );
  }
  const { received } = exchange;
  const { status, headers, body } = received;
  if (status >= 300) throw refused(received, request);
  if (status === 204 || (body.kind === 'none' && status === 201)) return {};
  const type = header(headers, 'content-type') ?? 'no media type';
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(type);
  if (isJson && body.kind === 'json' && body.duplicate === null && isObject(body.value))
    return body.value;
  const what = !isJson ? `${cut(printable(hide(type)), 80)}` : whatIsWrong(body);
  throw brokerUnusable(
    `the broker ${shown} answered ${what} instead of application/hal+json (${purpose})`,
    'Give the address of the broker itself: its index, not a page of it or a gateway before it.',
  );
}

function whatIsWrong(body: Body): string {
  if (body.kind === 'broken') return `broken JSON (${printable(body.message)})`;
  return body.kind === 'json' && body.duplicate !== null
    ? `JSON with a key twice (${printable(body.duplicate)})`
    : 'something other than a JSON object';
}

const REMEDIES: Readonly<Partial<Record<string, string>>> = {
  late: 'Give it more time with --broker-timeout.',
  oversized: `The maximum is ${ANSWER_BYTES_MAX} bytes. Split the pact, or select fewer pacts.`,
  untrusted: 'Name the certificate of its authority in NODE_EXTRA_CA_CERTS.',
};

const REMEDIES_BY_STATUS: Readonly<Record<number, string>> = {
  401: 'Check whether the credentials are still valid: the broker rejects them.',
  403: 'Check the permissions: the broker knows these credentials, but does not allow this request.',
  404: 'Check the address of the broker, the provider (--provider) and the names of versions.',
};

/** The error for a refusal, with the details that the broker sent. */
function refused(
  { status, headers, body }: Received,
  { shown, purpose, hide, asker }: BrokerRequest,
): StandinError {
  if (status < 400) {
    const location = header(headers, 'location') ?? '';
    const to = URL.canParse(location, shown) ? new URL(location, `${shown}/`).origin : 'nowhere';
    const remedy =
      'If that is the broker, give --broker that address: credentials are not sent to another origin.';
    return brokerUnusable(
      `the broker ${shown} leads to ${hide(printable(to))} (${status}, ${purpose})`,
      remedy,
    );
  }
  const details = body.kind === 'json' ? detailsIn(body.value) : [];
  const said =
    details.length === 0
      ? ''
      : `: ${cut(details.map((one) => printable(hide(one))).join('; '), DETAIL_CHARS_MAX)}`;
  const message = `the broker ${shown} answered ${status} (${purpose})${said}`;
  const isRefused = status === 401 || status === 403;
  const remedy =
    status === 401 && asker === 'unknown'
      ? NO_CREDENTIALS
      : (REMEDIES_BY_STATUS[status] ??
        (status < 500 ? 'See the message of the broker.' : 'Try again later, or see its log.'));
  return new StandinError(isRefused ? 'broker-unauthorized' : 'broker-unusable', message, remedy);
}

/** Maximum length of the broker's details in a message, in characters. */
const DETAIL_CHARS_MAX = 600;

/** Returns the error for a broker that replies, but not as a broker. */
export function brokerUnusable(message: string, remedy: string): StandinError {
  return new StandinError('broker-unusable', message, remedy);
}
