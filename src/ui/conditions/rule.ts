// The parts of a rule, and the rule as text. The server reads it and reports errors.

export interface RuleParts {
  readonly target: string;
  readonly effect: string;
  /** Percent of the calls; empty for all. */
  readonly rate: string;
  /** How many calls; empty for all. */
  readonly times: string;
}

export const targets = [
  { value: '*', name: 'every call' },
  { value: 'list', name: 'reading the list' },
  { value: 'read', name: 'reading one' },
  { value: 'create', name: 'creating' },
  { value: 'replace', name: 'replacing' },
  { value: 'update', name: 'updating' },
  { value: 'remove', name: 'removing' },
] as const;

export const effects = [
  { value: 'code=503', name: 'status 503' },
  { value: 'code=500', name: 'status 500' },
  { value: 'code=404', name: 'status 404' },
  { value: 'code=401', name: 'status 401' },
  { value: 'code=429', name: 'status 429' },
  { value: 'delay=2000', name: 'delay of 2 seconds' },
  { value: 'delay=200..800', name: 'delay of 200 to 800 ms' },
  { value: 'delay=lognormal(300,0.8)', name: 'delays of a bad network' },
  { value: 'fault=reset', name: 'connection reset' },
  { value: 'fault=empty', name: 'connection closed without a reply' },
  { value: 'fault=truncate', name: 'half of the body, then a cut' },
  { value: 'fault=drip', name: 'body in slow pieces' },
  { value: 'fault=malformed', name: 'malformed chunk' },
] as const;

/** Writes a rule. */
export function ruleOf({ target, effect, rate, times }: RuleParts): string {
  const share = rate === '' || rate === '100' ? '' : ` rate=${rate}%`;
  return `${target} ${effect}${share}${times === '' ? '' : ` times=${times}`}`;
}
