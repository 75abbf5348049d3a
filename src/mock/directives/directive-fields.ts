// The fields of a directive as text in a header, a query or a rule. Reads and writes.

import { suggest } from '../../base/suggest.ts';
import { DELAY_MS_MAX, type WireFault, wireFaults } from '../../model/message/delivery.ts';
import type { Delay, Directive } from './directive.ts';

export const fieldNames = ['code', 'example', 'dynamic', 'seed', 'delay', 'wait', 'fault'] as const;
export type FieldName = (typeof fieldNames)[number];

/** The directive of a field, or why its text is invalid. */
export type FieldReading = { readonly does: Partial<Directive> } | { readonly why: string };

/** A directive that asks for nothing. */
export const noDirective: Directive = {
  code: null,
  example: null,
  dynamic: null,
  seed: null,
  delay: null,
  fault: null,
};

/** Default duration of a drip in milliseconds. */
export const DRIP_MS = 2_000;
/** Maximum length of the name of an example or of a seed in characters. */
export const FIELD_CHARS_MAX = 200;
/** The widest spread of a delay by `lognormal`: the standard deviation of its logarithm. */
export const SIGMA_MAX = 5;

/** Reads one field. `wait` is in seconds (RFC 7240 section 4.3), `delay` in milliseconds. */
export function readField(name: FieldName, text: string): FieldReading {
  switch (name) {
    case 'code':
      if (/^[2-5]\d\d$/.test(text)) return { does: { code: Number(text) } };
      return { why: 'a status must be a whole number from 200 to 599' };
    case 'dynamic':
      if (/^(?:true|false)$/i.test(text))
        return { does: { dynamic: text.toLowerCase() === 'true' } };
      return { why: 'it must be true or false' };
    case 'example':
    case 'seed':
      if (text !== '' && text.length <= FIELD_CHARS_MAX && !CONTROLS.test(text))
        return { does: { [name]: text } };
      return { why: `it must be 1 to ${FIELD_CHARS_MAX} characters` };
    case 'delay':
      return readDelay(text);
    case 'wait':
      return readWait(text);
    case 'fault':
      return readFault(text);
  }
}

/** Writes the fields of a directive, `code=503 delay=200..800`. `quoted` quotes a text. */
export function printFields(does: Directive, quoted: (text: string) => string): readonly string[] {
  const { code, example, dynamic, seed, delay, fault } = does;
  return [
    ...(code === null ? [] : [`code=${code}`]),
    ...(example === null ? [] : [`example=${quoted(example)}`]),
    ...(dynamic === null ? [] : [`dynamic=${dynamic}`]),
    ...(seed === null ? [] : [`seed=${quoted(seed)}`]),
    ...(delay === null ? [] : [`delay=${printDelay(delay)}`]),
    ...(fault === null
      ? []
      : [`fault=${fault.kind === 'drip' ? `drip(${fault.overMs})` : fault.kind}`]),
  ];
}

/** Returns the fields that a directive sets. */
export function fieldsOf(directive: Directive): readonly (keyof Directive)[] {
  return (Object.keys(noDirective) as (keyof Directive)[]).filter(
    (field) => directive[field] !== null,
  );
}

/** Merges two directives field by field. The first one wins. */
export function mergeDirectives(first: Directive, second: Directive): Directive {
  return {
    code: first.code ?? second.code,
    example: first.example ?? second.example,
    dynamic: first.dynamic ?? second.dynamic,
    seed: first.seed ?? second.seed,
    delay: first.delay ?? second.delay,
    fault: first.fault ?? second.fault,
  };
}

/** Returns the length of a delay, drawn anew, in whole milliseconds up to `DELAY_MS_MAX`. */
export function drawDelay(delay: Delay, random: () => number): number {
  switch (delay.kind) {
    case 'fixed':
      return Math.round(delay.ms);
    case 'range':
      return Math.round(delay.fromMs + random() * (delay.toMs - delay.fromMs));
    case 'lognormal': {
      // Box and Muller: two even numbers give a normal one. `1 - random()` is never 0.
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      return Math.min(DELAY_MS_MAX, Math.round(delay.medianMs * Math.exp(delay.sigma * normal)));
    }
  }
}

const CONTROLS = /\p{Cc}/u;
const DECIMAL = String.raw`(\d{1,6}(?:\.\d{1,6})?)`;
const FIXED = new RegExp(`^${DECIMAL}$`);
const RANGE = new RegExp(`^${DECIMAL}\\.\\.${DECIMAL}$`);
const LOGNORMAL = new RegExp(`^lognormal\\( *${DECIMAL} *, *${DECIMAL} *\\)$`, 'i');
const DRIP = new RegExp(`^drip\\( *${DECIMAL} *\\)$`, 'i');

const DELAY_FORMS = `write 200, 200..800 or lognormal(200,0.5), in milliseconds, at most ${DELAY_MS_MAX}`;

function readDelay(text: string): FieldReading {
  const fixed = FIXED.exec(text);
  if (fixed !== null) {
    const ms = Number(fixed[1]);
    return ms <= DELAY_MS_MAX ? { does: { delay: { kind: 'fixed', ms } } } : { why: DELAY_FORMS };
  }
  const range = RANGE.exec(text);
  if (range !== null) {
    const [fromMs, toMs] = [Number(range[1]), Number(range[2])];
    if (fromMs <= toMs && toMs <= DELAY_MS_MAX)
      return { does: { delay: { kind: 'range', fromMs, toMs } } };
    return {
      why: fromMs > toMs ? 'a range must start with the shorter delay' : DELAY_FORMS,
    };
  }
  const spread = LOGNORMAL.exec(text);
  if (spread === null) return { why: DELAY_FORMS };
  const [medianMs, sigma] = [Number(spread[1]), Number(spread[2])];
  if (medianMs > DELAY_MS_MAX) return { why: DELAY_FORMS };
  if (sigma > SIGMA_MAX)
    return { why: `the spread of lognormal(<median>,<spread>) must be at most ${SIGMA_MAX}` };
  return { does: { delay: { kind: 'lognormal', medianMs, sigma } } };
}

function readWait(text: string): FieldReading {
  const ms = Number((Number(FIXED.exec(text)?.[1] ?? Number.NaN) * 1_000).toPrecision(12));
  if (ms <= DELAY_MS_MAX) return { does: { delay: { kind: 'fixed', ms } } };
  return { why: `it must be a number of seconds, at most ${DELAY_MS_MAX / 1_000}` };
}

function readFault(text: string): FieldReading {
  const name = text.toLowerCase();
  const kind = wireFaults.find((one) => one === name);
  if (kind === 'drip') return { does: { fault: { kind, overMs: DRIP_MS } } };
  if (kind !== undefined) return { does: { fault: { kind } } };
  const drip = DRIP.exec(text);
  const overMs = Number(drip?.[1]);
  if (overMs > 0 && overMs <= DELAY_MS_MAX)
    return { does: { fault: { kind: 'drip', overMs } satisfies WireFault } };
  if (drip !== null)
    return { why: `drip(<milliseconds>) must be more than 0 and at most ${DELAY_MS_MAX}` };
  const near = suggest(name, wireFaults);
  return {
    why: `it must be ${wireFaults.join(', ')} or drip(2000)${near === null ? '' : `; did you mean "${near}"?`}`,
  };
}

function printDelay(delay: Delay): string {
  switch (delay.kind) {
    case 'fixed':
      return String(delay.ms);
    case 'range':
      return `${delay.fromMs}..${delay.toMs}`;
    case 'lognormal':
      return `lognormal(${delay.medianMs},${delay.sigma})`;
  }
}
