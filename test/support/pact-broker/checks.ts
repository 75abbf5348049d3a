// What a Pact Broker refuses of what it is sent, field by field, in its form: `{"errors":
// {"<field>": ["<sentence>"]}}`.

export type Errors = Readonly<Record<string, readonly string[]>>;
type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isBlank = (value: unknown): boolean => isText(value) && value.trim() === '';

function collect(...found: readonly (readonly [boolean, string, string])[]): Errors {
  const errors: Record<string, string[]> = {};
  for (const [isWrong, field, sentence] of found)
    if (isWrong) errors[field] = [...(errors[field] ?? []), sentence];
  return errors;
}

export function checkResult(body: Fields): Errors {
  const { success, providerApplicationVersion: version, buildUrl } = body;
  return collect(
    [!('success' in body), 'success', 'is missing'],
    ['success' in body && typeof success !== 'boolean', 'success', 'must be boolean'],
    [!('providerApplicationVersion' in body), 'providerApplicationVersion', 'is missing'],
    [
      'providerApplicationVersion' in body && !isText(version),
      'providerApplicationVersion',
      'must be a string',
    ],
    [isBlank(version), 'providerApplicationVersion', 'cannot be blank'],
    [
      buildUrl !== undefined && buildUrl !== null && !(isText(buildUrl) && URL.canParse(buildUrl)),
      'buildUrl',
      `Invalid URL '${String(buildUrl)}'`,
    ],
  );
}

const BRANCH_KEYS = [
  'latest',
  'tag',
  'fallbackTag',
  'branch',
  'fallbackBranch',
  'matchingBranch',
  'mainBranch',
];
const ENVIRONMENT_KEYS = ['environment', 'deployed', 'released', 'deployedOrReleased'];
const FLAGS = ['mainBranch', 'matchingBranch', 'deployed', 'released', 'deployedOrReleased'];

export function checkQuery(body: Fields): Errors {
  const {
    providerVersionBranch: branch,
    consumerVersionSelectors: selectors,
    includePendingStatus: pending,
    includeWipPactsSince: since,
  } = body;
  const tags = body['providerVersionTags'];
  const errors = collect(
    [
      branch !== undefined && branch !== null && !isText(branch),
      'providerVersionBranch',
      'must be a string',
    ],
    [
      isText(branch) && branch !== '' && isBlank(branch),
      'providerVersionBranch',
      'cannot be blank',
    ],
    [
      tags !== undefined && tags !== null && !Array.isArray(tags),
      'providerVersionTags',
      'must be an array',
    ],
    [
      selectors !== undefined && !Array.isArray(selectors),
      'consumerVersionSelectors',
      'must be an array',
    ],
    [
      pending !== undefined && typeof pending !== 'boolean',
      'includePendingStatus',
      'must be one of: true, false',
    ],
    [
      since !== undefined && !(isText(since) && !Number.isNaN(Date.parse(since))),
      'includeWipPactsSince',
      'must be a date',
    ],
  );
  const inSelectors = (Array.isArray(selectors) ? selectors : []).flatMap((one: unknown, index) => {
    return checkSelector(one, body).map((sentence) => `${sentence} (at index ${index})`);
  });
  return inSelectors.length === 0 ? errors : { ...errors, consumerVersionSelectors: inSelectors };
}

function checkSelector(selector: unknown, body: Fields): readonly string[] {
  if (typeof selector !== 'object' || selector === null) return ['must be a hash'];
  const given = selector as Fields;
  const names = Object.keys(given);
  const others = names.filter((name) => name !== 'consumer');
  const inBranches = names.filter((name) => BRANCH_KEYS.includes(name)).sort();
  const inEnvironments = names.filter((name) => ENVIRONMENT_KEYS.includes(name)).sort();
  const rules: readonly (readonly [boolean, string])[] = [
    [FLAGS.some((name) => name in given && given[name] !== true), 'must be one of: true'],
    [
      !others.some((name) => !name.startsWith('fallback')),
      'must specify a value for environment or tag or branch, or specify mainBranch=true',
    ],
    [
      'mainBranch' in given && others.some((name) => name !== 'mainBranch' && name !== 'latest'),
      'cannot specify mainBranch=true with any other criteria apart from consumer',
    ],
    [
      'matchingBranch' in given && others.length > 1,
      'cannot specify matchingBranch=true with any other criteria apart from consumer',
    ],
    [
      'matchingBranch' in given && !isText(body['providerVersionBranch']),
      'the providerVersionBranch must be specified when the selector matchingBranch=true is used',
    ],
    ['tag' in given && 'branch' in given, 'cannot specify both a tag and a branch'],
    [
      inBranches.length > 0 && inEnvironments.length > 0,
      `cannot specify the field ${inBranches.join('/')} with the field ${inEnvironments.join('/')}`,
    ],
    [
      'deployed' in given && 'released' in given,
      'cannot specify both deployed=true and released=true',
    ],
    ['branch' in given && given['latest'] === false, 'cannot specify a branch with latest=false'],
    [
      names.some((name) => ![...BRANCH_KEYS, ...ENVIRONMENT_KEYS, 'consumer'].includes(name)),
      'has a key that is not known',
    ],
  ];
  return rules.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []));
}

export function checkContracts(body: Fields): Errors {
  const { pacticipantName: name, pacticipantVersionNumber: version, branch, contracts } = body;
  const errors = collect(
    [!('pacticipantName' in body), 'pacticipantName', 'is missing'],
    [isBlank(name), 'pacticipantName', 'cannot be blank'],
    [!('pacticipantVersionNumber' in body), 'pacticipantVersionNumber', 'is missing'],
    [isBlank(version), 'pacticipantVersionNumber', 'cannot be blank'],
    [
      isText(version) && version.includes('\n'),
      'pacticipantVersionNumber',
      'cannot contain multiple lines',
    ],
    [isBlank(branch), 'branch', 'cannot be blank'],
    [!Array.isArray(contracts), 'contracts', 'is missing'],
  );
  const sentences = (Array.isArray(contracts) ? (contracts as readonly Fields[]) : []).flatMap(
    (one, index) => {
      return checkContract(one, name).map((sentence) => `${sentence} (at index ${index})`);
    },
  );
  return sentences.length === 0 ? errors : { ...errors, contracts: sentences };
}

function checkContract(contract: Fields, pacticipant: unknown): readonly string[] {
  const { consumerName, providerName, content, contentType, specification } = contract;
  const document = documentIn(content);
  const rules: readonly (readonly [boolean, string])[] = [
    [!isText(consumerName), 'consumerName is missing'],
    [!isText(providerName), 'providerName is missing'],
    [contentType !== 'application/json', 'contentType must be one of: application/json'],
    [specification !== 'pact', 'specification must be one of: pact'],
    [
      consumerName !== pacticipant,
      `consumerName ('${String(consumerName)}') must match pacticipantName ('${String(pacticipant)}')`,
    ],
    [document === null, 'content could not be parsed as application/json'],
    [
      document !== null && document.provider?.name !== providerName,
      'provider name in contract content must match providerName in contract params',
    ],
    [
      document !== null && document.consumer?.name !== consumerName,
      'consumer name in contract content must match consumerName in contract params',
    ],
  ];
  return rules.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []));
}

export function documentIn(
  content: unknown,
): { consumer?: { name?: string }; provider?: { name?: string } } | null {
  if (!isText(content)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(content, 'base64').toString());
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
