// Reads and writes numbers, durations and times in filters. Readers return `null` for other text.

export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** No upper bound. */
export const ENDLESS: number = Number.MAX_SAFE_INTEGER;

const WHOLE = /^\d{1,16}$/;
const BETWEEN = /^(.+?)(?:\.\.|(?<!e)-)(.+)$/;
const COMPARED = /^(>=?|<=?)(.+)$/;

/** Reads `12`, `10-20`, `>10`, `>=10`, `<20`, `<=20` as whole numbers, both ends included. */
export function readWholes(text: string, least: number, most: number): NumberRange | null {
  const one = (part: string): number | null =>
    WHOLE.test(part) && Number(part) <= most ? Number(part) : null;
  const compared = COMPARED.exec(text);
  if (compared !== null) {
    const [, sign = '', part = ''] = compared;
    const value = one(part);
    if (value === null) return null;
    if (sign.startsWith('>')) return ordered(sign === '>' ? value + 1 : value, most);
    return ordered(least, sign === '<' ? value - 1 : value);
  }
  const between = BETWEEN.exec(text);
  const [from, to] =
    between === null ? [one(text), one(text)] : [one(between[1] ?? ''), one(between[2] ?? '')];
  return from === null || to === null ? null : ordered(from, to);
}

const DURATION = /^(\d{1,16}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?)(ms|s|m|h|d)?$/i;
const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * Reads `>500ms`, `<1s`, `100-200`, `1-2s` as milliseconds, both ends included; without a unit they
 * are milliseconds.
 */
export function readDurations(text: string): NumberRange | null {
  const compared = COMPARED.exec(text);
  if (compared !== null) {
    const ms = readDuration(compared[2] ?? '', 'ms');
    if (ms === null) return null;
    return compared[1]?.startsWith('>') === true ? { from: ms, to: ENDLESS } : { from: 0, to: ms };
  }
  const [, first = '', second = ''] = BETWEEN.exec(text) ?? [];
  const unit = DURATION.exec(second)?.[2] ?? 'ms';
  const [from, to] = [readDuration(first, unit), readDuration(second, 'ms')];
  return from === null || to === null ? null : ordered(from, to);
}

/** Reads one duration in milliseconds; `unit` is its default unit. */
export function readDuration(text: string, unit: string): number | null {
  const found = DURATION.exec(text);
  const time =
    found === null ? null : Number(found[1]) * (UNIT_MS[(found[2] ?? unit).toLowerCase()] ?? 1);
  return Number.isFinite(time) ? time : null;
}

const SIZE = /(\d{1,12})(?:\.(\d{1,6}))?\s*([kmg]?)(i?)b\b/gi;
const POWERS = ['', 'k', 'm', 'g'];

/** Reads `>1MB`, `<=10kB`, `100-200` as bytes, both ends included; kB are 1000 bytes, KiB 1024. */
export function readSizes(text: string): NumberRange | null {
  const bytes = text.replaceAll(SIZE, (_, whole: string, part = '', unit = '', binary = '') => {
    const power = POWERS.indexOf(String(unit).toLowerCase());
    return String(
      Math.round(Number(`${whole}.${part}`) * (binary === '' ? 1_000 : 1_024) ** power),
    );
  });
  return readWholes(bytes, 0, ENDLESS);
}

const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT =
  /^(?:\d{4}|[+-]\d{6})-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?$/i;
/** The last moment that a date can name (ECMA-262 section 21.4.1.1). */
const MOMENT_MAX = 8_640_000_000_000_000;
const SINCE_1970 = /^\d{10,16}(?:\.\d{1,30})?$/;

/**
 * Reads `12:30` (of today), `2026-11-20`, `2026-11-20T10:00`, `5m` (ago) or milliseconds since
 * 1970. Without a zone it is local time.
 */
export function readMoment(text: string, now: number): number | null {
  if (SINCE_1970.test(text)) return Number(text) <= MOMENT_MAX ? Number(text) : null;
  const ago = DURATION.exec(text)?.[2] === undefined ? null : readDuration(text, 'ms');
  if (ago !== null) return Math.max(0, Math.floor(now - ago));
  const clock = CLOCK.exec(text);
  if (clock !== null) {
    const [hours = 0, minutes = 0, seconds = 0] = clock
      .slice(1, 4)
      .map((part) => Number(part ?? 0));
    if (hours > 23 || minutes > 59 || seconds > 59) return null;
    return new Date(now).setHours(hours, minutes, seconds, Number((clock[4] ?? '').padEnd(3, '0')));
  }
  if (!DAY.test(text) && !MOMENT.test(text)) return null;
  const at = Date.parse(DAY.test(text) ? `${text}T00:00` : text);
  return Number.isNaN(at) ? null : at;
}

function ordered(from: number, to: number): NumberRange | null {
  return from <= to ? { from, to } : null;
}
