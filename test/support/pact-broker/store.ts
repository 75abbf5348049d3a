// The data of a substitute for a Pact Broker: versions, pacts and results, and which pacts a
// provider has to be verified against. Written from the documented interface; knows nothing of
// `src`.

import { createHash } from 'node:crypto';

export interface Version {
  readonly branches: Set<string>;
  readonly tags: Set<string>;
  readonly deployedTo: Set<string>;
  readonly releasedTo: Set<string>;
}

export interface Publication {
  readonly consumer: string;
  readonly version: string;
  readonly provider: string;
  readonly sha: string;
  readonly at: Date;
}

export interface Verification {
  readonly number: number;
  readonly sha: string;
  readonly consumer: string;
  readonly provider: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Selector {
  readonly mainBranch?: true;
  readonly branch?: string;
  readonly fallbackBranch?: string;
  readonly matchingBranch?: true;
  readonly tag?: string;
  readonly latest?: boolean;
  readonly deployed?: true;
  readonly released?: true;
  readonly deployedOrReleased?: true;
  readonly environment?: string;
  readonly consumer?: string;
}

export interface Query {
  readonly consumerVersionSelectors?: readonly Selector[];
  readonly providerVersionBranch?: string;
  readonly providerVersionTags?: readonly string[];
  readonly includePendingStatus?: boolean;
  readonly includeWipPactsSince?: string;
}

/** A pact to be verified: one content, and every selected version of the consumer that has it. */
export interface Selected {
  readonly publications: readonly Publication[];
  readonly why: readonly string[];
  readonly isPending: boolean;
  readonly isWip: boolean;
}

export type PactDocument = Readonly<Record<string, unknown>>;

export class BrokerStore {
  readonly mainBranches = new Map<string, string>();
  readonly versions = new Map<string, Version>();
  readonly publications: Publication[] = [];
  readonly contents = new Map<string, PactDocument>();
  readonly verifications: Verification[] = [];

  version(pacticipant: string, number: string): Version {
    const key = JSON.stringify([pacticipant, number]);
    const found = this.versions.get(key);
    if (found !== undefined) return found;
    const made = {
      branches: new Set<string>(),
      tags: new Set<string>(),
      deployedTo: new Set<string>(),
      releasedTo: new Set<string>(),
    };
    this.versions.set(key, made);
    return made;
  }

  /** Returns what changed in a version; `conflict` if it had another content, which stays. */
  publish(
    consumer: string,
    version: string,
    document: PactDocument,
    at = new Date(),
  ): 'new' | 'same' | 'conflict' {
    const provider = (document['provider'] as { name: string }).name;
    const sha = createHash('sha1')
      .update(JSON.stringify([consumer, provider, document['interactions'], document['metadata']]))
      .digest('hex');
    const before = this.publications.find(
      (one) => one.consumer === consumer && one.version === version && one.provider === provider,
    );
    if (before !== undefined) return before.sha === sha ? 'same' : 'conflict';
    this.version(consumer, version);
    this.contents.set(sha, document);
    this.publications.push({ consumer, version, provider, sha, at });
    return 'new';
  }

  hasProvider(name: string): boolean {
    const isVersioned = [...this.versions.keys()].some(
      (key) => (JSON.parse(key) as string[])[0] === name,
    );
    return isVersioned || this.publications.some(({ provider }) => provider === name);
  }

  /** Each content once, in the order in which it is first selected. */
  select(provider: string, query: Query): readonly Selected[] {
    const selectors = query.consumerVersionSelectors ?? [];
    const wanted = selectors.length === 0 ? [{ latest: true }] : selectors;
    const found = wanted.flatMap((selector) => {
      return this.matching(provider, selector, query).map((publication) => ({
        publication,
        why: JSON.stringify(selector),
      }));
    });
    const groups = new Map<string, { publications: Publication[]; why: string[] }>();
    for (const { publication, why } of found) {
      const group = groups.get(publication.sha) ?? { publications: [], why: [] };
      if (!group.publications.includes(publication)) group.publications.push(publication);
      group.why.push(why);
      groups.set(publication.sha, group);
    }
    const explicit = [...groups].map(([sha, group]) => ({
      ...group,
      isPending: this.isPending(provider, sha, query),
      isWip: false,
    }));
    return [...explicit, ...this.inWork(provider, query, new Set(groups.keys()))];
  }

  private matching(provider: string, selector: Selector, query: Query): readonly Publication[] {
    const all = this.publications.filter(
      (one) => one.provider === provider && (selector.consumer ?? one.consumer) === one.consumer,
    );
    return [...new Set(all.map(({ consumer }) => consumer))].flatMap((consumer) => {
      const own = all.filter((one) => one.consumer === consumer);
      return this.ofConsumer(own, consumer, selector, query);
    });
  }

  private ofConsumer(
    own: readonly Publication[],
    consumer: string,
    selector: Selector,
    query: Query,
  ): readonly Publication[] {
    const having = (has: (version: Version) => boolean): readonly Publication[] =>
      own.filter(({ version }) => has(this.version(consumer, version)));
    const onBranch = (branch: string | undefined): readonly Publication[] =>
      branch === undefined ? [] : having(({ branches }) => branches.has(branch)).slice(-1);
    if (selector.mainBranch) return onBranch(this.mainBranches.get(consumer));
    if (selector.matchingBranch) return onBranch(query.providerVersionBranch);
    if (selector.branch !== undefined) {
      const found = onBranch(selector.branch);
      return found.length > 0 ? found : onBranch(selector.fallbackBranch);
    }
    if (selector.tag !== undefined) {
      const { tag } = selector;
      return having(({ tags }) => tags.has(tag)).slice(selector.latest === true ? -1 : 0);
    }
    if (selector.latest === true) return own.slice(-1);
    const isIn = (environments: ReadonlySet<string>): boolean =>
      selector.environment === undefined
        ? environments.size > 0
        : environments.has(selector.environment);
    return having(({ deployedTo, releasedTo }) => {
      const isDeployed = selector.released !== true && isIn(deployedTo);
      return isDeployed || (selector.deployed !== true && isIn(releasedTo));
    });
  }

  /**
   * Pending until a version of the provider on that branch, or with such a tag, has been verified.
   */
  private isPending(provider: string, sha: string, query: Query): boolean {
    const tags = query.providerVersionTags ?? [];
    return !this.verifications.some((one) => {
      if (one.sha !== sha || one.provider !== provider || one.body['success'] !== true)
        return false;
      const version = this.version(provider, String(one.body['providerApplicationVersion']));
      if (query.providerVersionBranch !== undefined)
        return version.branches.has(query.providerVersionBranch);
      return tags.length === 0 || tags.some((tag) => version.tags.has(tag));
    });
  }

  private inWork(
    provider: string,
    query: Query,
    explicit: ReadonlySet<string>,
  ): readonly Selected[] {
    const since = query.includeWipPactsSince;
    if (since === undefined) return [];
    const latest = new Map<string, Publication>();
    for (const one of this.publications.filter(
      (publication) => publication.provider === provider,
    )) {
      for (const branch of this.version(one.consumer, one.version).branches)
        latest.set(JSON.stringify([one.consumer, branch]), one);
    }
    const fresh = [...new Set(latest.values())].filter(
      ({ sha, at }) => at >= new Date(since) && !explicit.has(sha),
    );
    return fresh
      .filter(({ sha }) => this.isPending(provider, sha, query))
      .map((one) => ({
        publications: [one],
        why: ['work in progress'],
        isPending: true,
        isWip: true,
      }));
  }
}
