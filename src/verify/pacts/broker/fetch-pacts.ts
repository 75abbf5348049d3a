// Asks a broker for the pacts of a provider, and fetches them. Does not check their content.

import { StandinError } from '../../../base/errors.ts';
import type { JsonObject } from '../../../base/json.ts';
import { arrayAt, memberAt, textAt } from '../members.ts';
import type { Broker } from './broker.ts';
import { brokerUnusable } from './broker-reply.ts';
import { embeddedIn, expand, linkOf, linksOf } from './hal.ts';

export interface Wanted {
  /** The name of the provider in the broker. */
  readonly provider: string;
  readonly selectors: readonly JsonObject[];
  /** Branch of the verified version. It decides which pacts are pending, and `matchingBranch`. */
  readonly branch: string | null;
  readonly tags: readonly string[];
  /** `told`: pacts that the broker calls pending do not fail the run. */
  readonly pending: 'reported' | 'counted';
  /** Includes work-in-progress pacts since this date, `2026-01-31`; `null` for none. */
  readonly wipSince: string | null;
}

/** A notice of a broker about a pact. */
export interface Notice {
  /** `before_verification`, or `after_verification:success_<true|false>_published_<true|false>`. */
  readonly when: string;
  readonly text: string;
}

export interface FetchedPact {
  /** Its permanent address, without credentials. */
  readonly url: string;
  readonly provider: string;
  /** The latest consumer version with this pact; `null` if the broker does not say. */
  readonly consumerVersion: string | null;
  /** The pact, without the links of the broker. */
  readonly document: JsonObject;
  readonly isPending: boolean;
  readonly notices: readonly Notice[];
  /** Address for its results; `null` if the broker does not say. */
  readonly resultsUrl: string | null;
}

export interface FetchedPacts {
  readonly pacts: readonly FetchedPact[];
  /** Why pacts could not be fetched. */
  readonly troubles: readonly StandinError[];
}

/** Maximum number of pacts. */
const PACTS_MAX = 500;

const CHECK_BROKER = 'Check that this is a Pact Broker, and its version.';

const RELATION = 'pb:provider-pacts-for-verification';

/** Fetches pacts. Throws a StandinError if the broker does not list them. */
export async function fetchPacts(broker: Broker, wanted: Wanted): Promise<FetchedPacts> {
  const { provider } = wanted;
  const purpose = `asking for the pacts of ${provider}`;
  const url = await broker.find(RELATION, { provider }, 'version 2.60');
  const found = await broker.send('POST', url, requestOf(wanted), purpose);
  const listed = embeddedIn(found, 'pacts');
  if (listed === null) {
    const message = `the broker ${broker.shown} answered without a list of pacts (${purpose})`;
    throw brokerUnusable(message, CHECK_BROKER);
  }
  if (listed.length > PACTS_MAX) {
    const message = `the broker ${broker.shown} selects ${listed.length} pacts of ${provider}, but at most ${PACTS_MAX} can be verified`;
    throw brokerUnusable(message, 'Select fewer with --consumer-selector.');
  }
  const pacts: FetchedPact[] = [];
  const troubles: StandinError[] = [];
  for (const one of distinct(listed)) {
    try {
      pacts.push(await fetchOne(broker, provider, one));
    } catch (error) {
      if (!(error instanceof StandinError)) throw error;
      troubles.push(error);
      if (broker.isClosed()) break;
    }
  }
  return { pacts, troubles };
}

function requestOf({ selectors, branch, tags, pending, wipSince }: Wanted): JsonObject {
  return {
    consumerVersionSelectors: selectors,
    includePendingStatus: pending === 'reported',
    ...(branch === null ? {} : { providerVersionBranch: branch }),
    ...(tags.length === 0 ? {} : { providerVersionTags: tags }),
    ...(wipSince === null ? {} : { includeWipPactsSince: wipSince }),
  };
}

/** A pact that is listed twice is verified once, and is pending only if both entries say so. */
function distinct(listed: readonly JsonObject[]): readonly JsonObject[] {
  const kept = new Map<string, JsonObject>();
  for (const [index, one] of listed.entries()) {
    const address = linkOf(one, 'self')?.href ?? `#${index}`;
    const before = kept.get(address);
    if (before === undefined || isPending(before)) kept.set(address, one);
  }
  return [...kept.values()];
}

async function fetchOne(
  broker: Broker,
  provider: string,
  listed: JsonObject,
): Promise<FetchedPact> {
  const self = linkOf(listed, 'self');
  if (self === null) {
    const message = `the broker ${broker.shown} lists a pact of ${provider} without saying where it is`;
    throw brokerUnusable(message, CHECK_BROKER);
  }
  const resource = await broker.get(expand(self.href, {}), `fetching a pact of ${provider}`);
  const [version] = [
    ...linksOf(resource, 'pb:consumer-versions'),
    ...linksOf(resource, 'pb:consumer-version'),
  ];
  const { _links: _, createdAt: _created, ...document } = resource;
  return {
    provider,
    document,
    isPending: isPending(listed),
    notices: noticesDue(listed),
    url: withoutUser(linkOf(resource, 'self')?.href ?? self.href),
    consumerVersion: version?.name ?? null,
    resultsUrl: linkOf(resource, 'pb:publish-verification-results')?.href ?? null,
  };
}

function isPending(listed: JsonObject): boolean {
  return memberAt(memberAt(listed, 'verificationProperties'), 'pending') === true;
}

/** The notices of a listed pact. */
function noticesDue(listed: JsonObject): readonly Notice[] {
  return arrayAt(memberAt(listed, 'verificationProperties'), 'notices').flatMap((one) => {
    const [when, text] = [textAt(one, 'when'), textAt(one, 'text')];
    return when === undefined || text === undefined ? [] : [{ when, text }];
  });
}

function withoutUser(href: string): string {
  if (!URL.canParse(href)) return href;
  const url = new URL(href);
  [url.username, url.password] = ['', ''];
  return url.href;
}
