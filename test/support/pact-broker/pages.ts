// The resources of a Pact Broker with their links, as its documentation and its own tests show
// them.

import { createHash } from 'node:crypto';
import type { BrokerStore, PactDocument, Publication, Selected, Verification } from './store.ts';

type Resource = Readonly<Record<string, unknown>>;
const step = encodeURIComponent;

export function indexPage(base: string, without: readonly string[]): Resource {
  const templated = (path: string): Resource => ({ href: base + path, templated: true });
  const links: Record<string, unknown> = {
    self: { href: base, title: 'Index', templated: false },
    'pb:publish-contracts': {
      href: `${base}/contracts/publish`,
      title: 'Publish contracts',
      templated: false,
    },
    'pb:pacticipants': { href: `${base}/pacticipants`, title: 'Pacticipants', templated: false },
    'pb:pacticipant-version-tag': templated(
      '/pacticipants/{pacticipant}/versions/{version}/tags/{tag}',
    ),
    'pb:pacticipant-branch-version': templated(
      '/pacticipants/{pacticipant}/branches/{branch}/versions/{version}',
    ),
    'pb:provider-pacts-for-verification': templated('/pacts/provider/{provider}/for-verification'),
    curies: [{ name: 'pb', href: `${base}/doc/{rel}?context=index`, templated: true }],
  };
  for (const relation of without) delete links[relation];
  return { _links: links };
}

/** What a broker remembers in the address of a pact that it gave out to be verified. */
export interface Metadata {
  readonly versions: readonly string[];
  readonly wip: boolean;
}

export function metadataOf(text: string): Metadata {
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Metadata;
}

export function forVerificationPage(
  base: string,
  provider: string,
  selected: readonly Selected[],
  isPendingTold: boolean,
): Resource {
  return {
    _embedded: { pacts: selected.map((one) => pactToVerify(base, provider, one, isPendingTold)) },
    _links: {
      self: {
        href: `${base}/pacts/provider/${step(provider)}/for-verification`,
        title: 'Pacts to be verified',
      },
    },
  };
}

function pactToVerify(
  base: string,
  provider: string,
  { publications, why, isPending, isWip }: Selected,
  isPendingTold: boolean,
): Resource {
  const [first] = publications;
  if (first === undefined) throw new Error('nothing was selected');
  const versions = publications.map(({ version }) => version);
  const metadata = Buffer.from(
    JSON.stringify({ versions, wip: isWip } satisfies Metadata),
  ).toString('base64url');
  const url = `${versionUrl(base, first)}/metadata/${metadata}`;
  const reason = isWip
    ? "it is a 'work in progress' pact"
    : `it matches:\n${why.map((one) => `    * ${one}`).join('\n')}`;
  const notice = (when: string, text: string): Resource => ({ when, text });
  const pendingNotices = [
    notice(
      'before_verification',
      isPending
        ? `This pact is in pending state for this version of ${provider}.`
        : 'This pact was verified before.',
    ),
    notice(
      'after_verification:success_true_published_false',
      'This pact is still in pending state: success was not published.',
    ),
    notice(
      'after_verification:success_false_published_false',
      'This pact is still in pending state: it failed.',
    ),
    notice(
      'after_verification:success_true_published_true',
      'This pact is no longer in pending state.',
    ),
    notice(
      'after_verification:success_false_published_true',
      'This pact is still in pending state: the failure was published.',
    ),
  ];
  return {
    shortDescription: why.join(', '),
    verificationProperties: {
      ...(isPendingTold ? { pending: isPending } : {}),
      ...(isWip ? { wip: true } : {}),
      notices: [
        notice('before_verification', `The pact at ${url} is being verified because ${reason}`),
        ...(isPendingTold ? pendingNotices : []),
      ],
    },
    _links: {
      self: {
        href: url,
        name: `Pact between ${first.consumer} (${versions.join(', ')}) and ${provider}`,
      },
    },
  };
}

function versionUrl(
  base: string,
  { provider, consumer, sha }: Pick<Publication, 'provider' | 'consumer' | 'sha'>,
): string {
  return `${base}/pacts/provider/${step(provider)}/consumer/${step(consumer)}/pact-version/${sha}`;
}

/** The content with what the broker adds: an id for each interaction, a date, links. */
export function pactPage(
  base: string,
  store: BrokerStore,
  publication: Publication,
  metadata: string,
): Resource {
  const { consumer, provider, version, sha } = publication;
  const document = store.contents.get(sha) ?? {};
  const { versions } = metadataOf(metadata);
  const named = (number: string): Resource => ({
    title: 'Consumer version',
    name: number,
    href: `${base}/pacticipants/${step(consumer)}/versions/${step(number)}`,
  });
  return {
    ...withIds(document),
    createdAt: publication.at.toISOString(),
    _links: {
      self: {
        title: 'Pact',
        name: `Pact between ${consumer} (${version}) and ${provider}`,
        href: `${base}/pacts/provider/${step(provider)}/consumer/${step(consumer)}/version/${step(version)}`,
      },
      'pb:consumer': {
        title: 'Consumer',
        name: consumer,
        href: `${base}/pacticipants/${step(consumer)}`,
      },
      'pb:consumer-version': named(version),
      'pb:consumer-versions': versions.toReversed().map(named),
      'pb:provider': {
        title: 'Provider',
        name: provider,
        href: `${base}/pacticipants/${step(provider)}`,
      },
      'pb:publish-verification-results': {
        title: 'Publish verification results',
        href: `${versionUrl(base, publication)}/metadata/${metadata}/verification-results`,
      },
      curies: [{ name: 'pb', href: `${base}/doc/{rel}?context=pact`, templated: true }],
    },
  };
}

function withIds(document: PactDocument): PactDocument {
  const { interactions } = document;
  if (!Array.isArray(interactions)) return document;
  return {
    ...document,
    interactions: interactions.map((one: unknown) =>
      isRecord(one) ? { _id: idOf(one), ...one } : one,
    ),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function idOf(interaction: unknown): string {
  return createHash('sha1').update(JSON.stringify(interaction)).digest('hex');
}

export function pacticipantPage(base: string, name: string): Resource {
  const own = `${base}/pacticipants/${step(name)}`;
  return {
    name,
    _links: {
      self: { href: own },
      'pb:version-tag': { href: `${own}/versions/{version}/tags/{tag}`, templated: true },
      'pb:branch-version': { href: `${own}/branches/{branch}/versions/{version}`, templated: true },
      curies: [{ name: 'pb', href: `${base}/doc/{rel}?context=pacticipant`, templated: true }],
    },
  };
}

export function verificationPage(base: string, { number, body, ...pact }: Verification): Resource {
  return {
    providerName: pact.provider,
    verificationDate: '2026-01-01T00:00:00+00:00',
    ...body,
    _links: {
      self: {
        title: 'Verification result',
        name: `Verification result ${number}`,
        href: `${versionUrl(base, pact)}/verification-results/${number}`,
      },
    },
  };
}
