// Values by serial of the formats of JSON Schema (2020-12 validation, section 7.3) and of ajv.

/** Returns a text of a format; `undefined` if the format is unknown. Days begin in 2001. */
export function textOfFormat(format: string, serial: number, yearsLater = 0): string | undefined {
  return Object.hasOwn(MAKERS, format) ? MAKERS[format]?.(serial, yearsLater) : undefined;
}

const moment = (serial: number, yearsLater: number): string =>
  `${dayOf(serial, yearsLater)}T${timeOf(serial)}Z`;
const time = (serial: number): string => `${timeOf(serial)}Z`;
const address = (serial: number): string => `https://example.com/${serial}`;

const MAKERS: Readonly<Record<string, (serial: number, yearsLater: number) => string>> = {
  date: dayOf,
  'date-time': moment,
  'iso-date-time': moment,
  time,
  'iso-time': time,
  duration: (serial) => `P${serial}D`,
  uri: address,
  url: address,
  'uri-reference': address,
  'uri-template': address,
  uuid: (serial) => `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
  hostname: (serial) => `host${serial}.example.com`,
  ipv4: (serial) => `10.${(serial >> 16) % 256}.${(serial >> 8) % 256}.${serial % 256}`,
  ipv6: (serial) => `2001:db8::${(serial >> 16).toString(16)}:${(serial & 0xffff).toString(16)}`,
  'json-pointer': (serial) => `/${serial}`,
  'relative-json-pointer': (serial) => `${serial}/a`,
  regex: (serial) => `^a{${serial}}$`,
  byte: (serial) => String(serial).padStart(8, '0'),
  // Texts that hold numbers.
  int32: String,
  int64: String,
  float: String,
  double: String,
};

/** The days 1 to 28 of each month, in eighty years. */
function dayOf(serial: number, yearsLater: number): string {
  const [year, month] = [
    2001 + yearsLater + (Math.floor(serial / (12 * 28)) % 80),
    1 + (Math.floor(serial / 28) % 12),
  ];
  return [year, month, 1 + (serial % 28)].map((part) => String(part).padStart(2, '0')).join('-');
}

const DAY_SECONDS = 86_400;

function timeOf(serial: number): string {
  const second = serial % DAY_SECONDS;
  return [second / 3_600, (second / 60) % 60, second % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}
