// Date-times of RFC 3339 as programs write them: the same instant in other words. Leap seconds and
// texts that are no date-times stay as they are. Reads no clock.

/** RFC 3339, without leap seconds. */
const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):([0-5]\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

interface Instant {
  /** Minutes since the beginning of the year 0 in UTC. */
  readonly minutes: number;
  readonly seconds: string;
  /** The digits after the seconds, without zeros at the end. */
  readonly fraction: string;
}

function readInstant(text: string): Instant | null {
  const [, year, month, day, hour, minute, seconds, fraction = '', sign, hours, rest] =
    DATE_TIME.exec(text) ?? [];
  if (seconds === undefined) return null;
  const offset = (Number(hours ?? 0) * 60 + Number(rest ?? 0)) * (sign === '-' ? -1 : 1);
  const days = daysBefore(Number(year), Number(month)) + Number(day) - 1;
  const minutes = days * DAY_MINUTES + Number(hour) * 60 + Number(minute) - offset;
  return { minutes, seconds, fraction: fraction.replace(/0+$/, '') };
}

const DAY_MINUTES = 1_440;

/** The days before a month since the beginning of the year 0. */
function daysBefore(year: number, month: number): number {
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const ofMonths = DAYS_BEFORE[month - 1] ?? 0;
  return year * 365 + leapDays + ofMonths + (month > 2 && isLeap(year) ? 1 : 0);
}

const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Writes minutes since the beginning of the year 0 as `2026-01-01T00:00`. */
function writeMinutes(minutes: number): string {
  const days = Math.floor(minutes / DAY_MINUTES);
  let year = Math.floor(days / 366);
  while (daysBefore(year + 1, 1) <= days) year++;
  let month = 12;
  while (daysBefore(year, month) > days) month--;
  const day = days - daysBefore(year, month) + 1;
  const [hour, minute] = [Math.floor((minutes % DAY_MINUTES) / 60), minutes % 60];
  const [mm, dd, hh, min] = [month, day, hour, minute].map((part) => String(part).padStart(2, '0'));
  return `${String(year).padStart(4, '0')}-${mm}-${dd}T${hh}:${min}`;
}

/** How many digits follow the seconds at least, and whether zeros alone do. */
const FRACTIONS = [
  { digits: 3, ofZero: true },
  { digits: 0, ofZero: false },
  { digits: 3, ofZero: false },
  { digits: 6, ofZero: true },
  { digits: 6, ofZero: false },
] as const;

/** How programs write what follows the day and the seconds in UTC; PostgreSQL the last. */
const ZONES = [
  { blank: 'T', zone: 'Z', fractions: FRACTIONS },
  { blank: 'T', zone: '+00:00', fractions: FRACTIONS },
  { blank: ' ', zone: '+00', fractions: [FRACTIONS[1]] },
] as const;

/** The ways in which programs write a date-time in UTC, each as a function of its text. */
export const utcSpellings: readonly ((text: string) => string)[] = ZONES.flatMap(
  ({ blank, zone, fractions }) =>
    fractions.map(({ digits, ofZero }) => (text: string): string => {
      const instant = readInstant(text);
      if (instant === null || instant.minutes < 0) return text;
      const { minutes, seconds, fraction } = instant;
      const shown = fraction === '' && !ofZero ? '' : fraction.padEnd(digits, '0');
      const upToMinutes = writeMinutes(minutes).replace('T', blank);
      return `${upToMinutes}:${seconds}${shown === '' ? '' : `.${shown}`}${zone}`;
    }),
);

/** Returns an equal date-time in another zone. */
export function inZone(text: string): string {
  const instant = readInstant(text);
  if (instant === null) return text;
  const { minutes, seconds, fraction } = instant;
  return `${writeMinutes(minutes + 120)}:${seconds}${fraction === '' ? '' : `.${fraction}`}+02:00`;
}
