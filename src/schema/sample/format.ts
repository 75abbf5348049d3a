// Values by serial of the formats of JSON Schema (2020-12 validation, section 7.3) and of ajv.

/** Returns a text of a format; `undefined` if the format is unknown. */
export function textOfFormat(format: string, serial: number): string | undefined {
  const second = serial % DAY_SECONDS;
  switch (format) {
    case 'date':
      return dayOf(serial);
    case 'date-time':
    case 'iso-date-time':
      return `${dayOf(serial)}T${timeOf(second)}Z`;
    case 'time':
    case 'iso-time':
      return `${timeOf(second)}Z`;
    case 'duration':
      return `P${serial}D`;
    case 'uri':
    case 'url':
    case 'uri-reference':
    case 'uri-template':
      return `https://example.com/${serial}`;
    case 'uuid':
      return `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
    case 'hostname':
      return `host${serial}.example.com`;
    case 'ipv4':
      return `10.${(serial >> 16) % 256}.${(serial >> 8) % 256}.${serial % 256}`;
    case 'ipv6':
      return `2001:db8::${(serial >> 16).toString(16)}:${(serial & 0xffff).toString(16)}`;
    case 'json-pointer':
      return `/${serial}`;
    case 'relative-json-pointer':
      return `${serial}/a`;
    case 'regex':
      return `^a{${serial}}$`;
    case 'byte':
      return String(serial).padStart(8, '0');
    default:
      return undefined;
  }
}

/** The days 1 to 28 of each month, in eighty years. */
function dayOf(serial: number): string {
  const [year, month] = [
    2001 + (Math.floor(serial / (12 * 28)) % 80),
    1 + (Math.floor(serial / 28) % 12),
  ];
  return [year, month, 1 + (serial % 28)].map((part) => String(part).padStart(2, '0')).join('-');
}

const DAY_SECONDS = 86_400;

function timeOf(second: number): string {
  return [second / 3_600, (second / 60) % 60, second % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}
