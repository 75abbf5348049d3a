// Texts and numbers that surely have a format. `false` only says that the validator has to look.

type Test = (value: never) => boolean;

/** The test of a format, and the type of the values that it is about. */
export interface QuickFormat {
  readonly type: 'string' | 'number';
  readonly has: Test;
}

/** Returns the quick test of a format; `undefined` if there is none. */
export function quickFormat(name: string): QuickFormat | undefined {
  return formats.get(name);
}

const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Not the days that only some months have. */
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;
const LATE_DATE = /^\d{4}-(?:(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const URI =
  /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(?::\d+)?(?:\/[a-z0-9\-._~!$&'()*+,;=:@/]*)?(?:\?[a-z0-9\-._~!$&'()*+,;=:@/?]*)?$/i;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const INT32_MAX = 2 ** 31;
const INT64_MAX = 2 ** 63;

function isDate(text: string): boolean {
  return DATE.test(text) || LATE_DATE.test(text);
}

/** The date has ten characters. */
function isDateTime(text: string): boolean {
  const isApart = text.charCodeAt(10) === CAPITAL_T;
  return isApart && isDate(text.slice(0, 10)) && TIME.test(text.slice(11));
}

const CAPITAL_T = 84;

const formats = new Map<string, QuickFormat>([
  ['email', ofText((text) => EMAIL.test(text))],
  ['uuid', ofText((text) => UUID.test(text))],
  ['date', ofText(isDate)],
  ['date-time', ofText(isDateTime)],
  ['uri', ofText((text) => URI.test(text))],
  ['ipv4', ofText((text) => IPV4.test(text))],
  ['password', ofText(() => true)],
  ['binary', ofText(() => true)],
  [
    'int32',
    ofNumber((value) => Number.isInteger(value) && value < INT32_MAX && value >= -INT32_MAX),
  ],
  ['int64', ofNumber((value) => Number.isInteger(value) && Math.abs(value) < INT64_MAX)],
  ['float', ofNumber(() => true)],
  ['double', ofNumber(() => true)],
]);

function ofText(has: (text: string) => boolean): QuickFormat {
  return { type: 'string', has };
}

function ofNumber(has: (value: number) => boolean): QuickFormat {
  return { type: 'number', has };
}
