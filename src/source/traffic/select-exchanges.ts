// Which exchanges describe an interface: those that speak JSON with one origin. The others are
// counted by their reasons, and none is left out silently.

import { pluralize } from '../../base/pluralize.ts';
import type { Exchange } from './exchange.ts';

export interface SelectedExchanges {
  readonly kept: readonly Exchange[];
  /** Refusals without JSON: they count only if their operation is there. */
  readonly doubtful: readonly Exchange[];
  /** The origin; `null` if nothing is left. */
  readonly origin: string | null;
  /** Sentences about what was left out. */
  readonly leftOut: readonly string[];
}

/** Selects the exchanges of the origin with most JSON. */
export function selectExchanges(all: readonly Exchange[]): SelectedExchanges {
  const judged = all.map((exchange) => ({ exchange, flaw: flawOf(exchange) }));
  const speaking = judged.filter(({ flaw }) => flaw === null).map(({ exchange }) => exchange);
  const [origin = null] = commonest(speaking.map((one) => one.origin));
  const reasons = judged.flatMap(({ exchange, flaw }) => {
    if (flaw !== null) return flaw === REFUSED && exchange.origin === origin ? [] : [flaw];
    return exchange.origin === origin ? [] : [`went to ${exchange.origin}`];
  });
  return {
    kept: speaking.filter((one) => one.origin === origin),
    doubtful: judged
      .filter(({ exchange, flaw }) => flaw === REFUSED && exchange.origin === origin)
      .map(({ exchange }) => exchange),
    origin,
    leftOut: countReasons(reasons),
  };
}

/** Counts equal reasons: `12 requests are left out: they answered no JSON`. */
export function countReasons(reasons: readonly string[]): readonly string[] {
  return commonest(reasons).map((reason) => {
    const count = reasons.filter((one) => one === reason).length;
    return `${pluralize(count, 'request')} ${count === 1 ? 'is' : 'are'} left out: ${count === 1 ? 'it' : 'they'} ${reason}`;
  });
}

const REFUSED = 'failed without JSON';

/** Returns why an exchange says nothing of an interface, as a part of a sentence; else `null`. */
function flawOf({ method, status, sent, answer }: Exchange): string | null {
  if (method === 'OPTIONS' || method === 'HEAD')
    return 'asked only for methods or fields (OPTIONS, HEAD)';
  if (!METHODS.includes(method)) return `used the method ${method}`;
  if (status < 200) return 'opened a WebSocket';
  if (status === 304) return 'answered that nothing had changed (304)';
  if (status < 400 && status >= 300) return 'answered a redirection';
  if (status >= 500) return 'failed in the service (5xx)';
  if (answer?.json !== undefined) return null;
  if (status >= 400) return REFUSED;
  if (answer === null) return method === 'GET' && sent === null ? 'answered nothing' : null;
  return isJsonType(answer.mediaType)
    ? 'answered JSON that is broken or was not kept whole'
    : 'answered pages, scripts, pictures and other things that are no JSON';
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Whether bodies of a media type are JSON. */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType);
}

/** Returns the different texts, the commonest first. */
function commonest(texts: readonly string[]): readonly string[] {
  const counts = Map.groupBy(texts, (one) => one);
  return [...counts]
    .toSorted((one, other) => other[1].length - one[1].length)
    .map(([text]) => text);
}
