// What `verify` and `publish` can be told about a Pact Broker, as data: how an option is written
// and how its text is read.

import type { JsonObject } from '../../base/json.ts';
import { hasHidden } from '../../base/printable.ts';
import { readSelector } from '../../verify/pacts/broker/selectors.ts';
import type { OptionDeclaration, Read } from '../options.ts';

/** How long an answer of a broker may take, in seconds. */
export const BROKER_TIMEOUT_SECONDS = 30;

/** Where a broker is, and who asks it. */
export const accessOptions: readonly OptionDeclaration[] = [
  {
    flags: '--broker [url]',
    about: 'Pact Broker; without an address that of PACT_BROKER_BASE_URL',
  },
  { flags: '--broker-token <text>', about: 'bearer token; better in PACT_BROKER_TOKEN' },
  { flags: '--broker-username <text>', about: 'or PACT_BROKER_USERNAME' },
  { flags: '--broker-password <text>', about: 'better in PACT_BROKER_PASSWORD' },
  {
    flags: '--broker-timeout <seconds>',
    about: `how long one answer of it may take; else ${BROKER_TIMEOUT_SECONDS}`,
    read: readSeconds,
  },
];

/** What else `verify` can be told about a broker. */
export const brokerOptions: readonly OptionDeclaration[] = [
  ...accessOptions,
  {
    flags: '--provider <name>',
    about: 'name of the service there; else each contract is a provider',
    read: readName,
  },
  {
    flags: '--consumer-selector <words>',
    about:
      'pacts of which versions: mainBranch, deployedOrReleased, matchingBranch, latest, branch=, tag=, environment=; repeatable',
    read: readSelectors,
  },
  { flags: '--pending', about: 'pacts that were never verified yet fail nobody' },
  {
    flags: '--wip-since <date>',
    about: 'also pacts in work since then, as 2026-01-31; with --pending',
    read: readDate,
  },
  { flags: '--publish', about: 'tell the broker the results; wants --provider-version' },
  { flags: '--provider-version <text>', about: 'of the service, as its commit', read: readName },
  { flags: '--provider-branch <name>', about: 'that this version is on', read: readName },
  { flags: '--provider-tag <name>', about: 'that this version gets; repeatable', read: readNames },
  { flags: '--build-url <url>', about: 'of the run of the pipeline', read: readUrl },
].map((option) => ({ ...option, group: 'Pact Broker:' }));

/** What `publish` can be told. */
export const publishOptions: readonly OptionDeclaration[] = [
  ...accessOptions,
  { flags: '--consumer-version <text>', about: 'of the consumer, as its commit', read: readName },
  { flags: '--branch <name>', about: 'that this version is on', read: readName },
  { flags: '--tag <name>', about: 'that this version gets; repeatable', read: readNames },
  { flags: '--build-url <url>', about: 'of the run of the pipeline', read: readUrl },
];

function readSelectors(text: string, before: unknown): Read<readonly JsonObject[]> {
  const read = readSelector(text);
  return 'why' in read
    ? read
    : { value: [...((before as readonly JsonObject[] | undefined) ?? []), read.selector] };
}

/** A name becomes a step of a path: what would lead elsewhere is none. */
function readName(text: string): Read<string> {
  const isName = text.trim() !== '' && !hasHidden(text) && text !== '.' && text !== '..';
  return isName ? { value: text } : { why: 'Give a name of one line.' };
}

function readNames(text: string, before: unknown): Read<readonly string[]> {
  const read = readName(text);
  return 'why' in read
    ? read
    : { value: [...((before as readonly string[] | undefined) ?? []), read.value] };
}

function readDate(text: string): Read<string> {
  const isDate =
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(text).toISOString().startsWith(text);
  return isDate ? { value: text } : { why: 'A date is written as 2026-01-31.' };
}

function readUrl(text: string): Read<string> {
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text)
    ? { value: text }
    : { why: 'Give an address with http:// or https://.' };
}

function readSeconds(text: string): Read<number> {
  const seconds = Number(text);
  const isGood = /^\d{1,4}(\.\d{1,6})?$/.test(text) && seconds > 0 && seconds <= 3_600;
  return isGood
    ? { value: seconds }
    : { why: 'A time is a number of seconds above 0, at most 3600.' };
}
