// Multinomial logistic regression over texts that are there or not: the weight of each text for each
// of a few outcomes, by gradient descent (Adam), with a penalty on large weights.

export interface Example {
  readonly evidence: readonly string[];
  /** The share of each outcome: 1 for the only one that is right. */
  readonly outcome: readonly number[];
}

/** The weights of a text, for each outcome. */
export type Weights = ReadonlyMap<string, readonly number[]>;

const ROUNDS = 200;
const STEP = 0.03;
/** How much a large weight costs. */
const PENALTY = 2;
/** Texts that fewer examples have tell nothing. */
const LEAST = 2;

/** Learns the weights of at most `most` texts: those that tell most. */
export function learn(examples: readonly Example[], most: number): Weights {
  const counts = new Map<string, number>();
  for (const { evidence } of examples)
    for (const one of evidence) counts.set(one, (counts.get(one) ?? 0) + 1);
  const known = [...counts].flatMap(([one, count]) => (count < LEAST ? [] : [one]));
  const all = fitted(examples, known);
  const tells = ([one, weights]: readonly [string, readonly number[]]): number =>
    Math.hypot(...weights) * Math.sqrt(counts.get(one) ?? 0);
  const best = [...all].toSorted((one, other) => tells(other) - tells(one)).slice(0, most);
  return fitted(
    examples,
    best.map(([one]) => one),
  );
}

function fitted(examples: readonly Example[], texts: readonly string[]): Weights {
  const width = examples[0]?.outcome.length ?? 0;
  const places = new Map(texts.map((one, at) => [one, at * width]));
  const rows = examples.map(({ evidence, outcome }) => ({
    at: evidence.flatMap((one) => places.get(one) ?? []),
    outcome,
  }));
  const weights = new Float64Array(texts.length * width);
  const mean = new Float64Array(weights.length);
  const square = new Float64Array(weights.length);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const gradient = gradientOf(rows, weights, width);
    for (let at = 0; at < weights.length; at += 1) {
      const slope = ((gradient[at] ?? 0) + PENALTY * (weights[at] ?? 0)) / rows.length;
      const first = 0.9 * (mean[at] ?? 0) + 0.1 * slope;
      const second = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope;
      mean[at] = first;
      square[at] = second;
      const scale = Math.sqrt(second / (1 - 0.999 ** round)) + 1e-8;
      weights[at] = (weights[at] ?? 0) - (STEP * first) / (1 - 0.9 ** round) / scale;
    }
  }
  return new Map([...places].map(([one, at]) => [one, Array.from(weights.slice(at, at + width))]));
}

function gradientOf(
  rows: readonly { readonly at: readonly number[]; readonly outcome: readonly number[] }[],
  weights: Float64Array,
  width: number,
): Float64Array {
  const gradient = new Float64Array(weights.length);
  const sums = new Float64Array(width);
  for (const { at, outcome } of rows) {
    sums.fill(0);
    for (const place of at)
      for (let one = 0; one < width; one += 1)
        sums[one] = (sums[one] ?? 0) + (weights[place + one] ?? 0);
    const likely = shares([...sums]);
    for (const place of at)
      for (let one = 0; one < width; one += 1)
        gradient[place + one] =
          (gradient[place + one] ?? 0) + (likely[one] ?? 0) - (outcome[one] ?? 0);
  }
  return gradient;
}

/** How likely each outcome is, by the sums of its weights. */
export function shares(sums: readonly number[]): readonly number[] {
  const most = Math.max(...sums);
  const powers = sums.map((one) => Math.exp(one - most));
  const whole = powers.reduce((sum, one) => sum + one, 0);
  return powers.map((one) => one / whole);
}
