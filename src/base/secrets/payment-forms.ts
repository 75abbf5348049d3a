// Numbers of cards and bank accounts (IBAN), known by their form: length, issuer or country, check
// digits. Knows no names of members.

/**
 * Lengths and first digits of the cards that are issued (ISO/IEC 7812). A number of an item has such
 * a beginning once in four times, and then right check digits once in ten. Thirteen digits, which
 * Visa had, are left out: numbers of products (EAN-13) that begin with 4 would be taken for cards.
 */
const CARDS = new RegExp(
  [
    /4\d{15}(?:\d{3})?/,
    /5[1-5]\d{14}/,
    /(?:222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}/,
    /3[47]\d{13}/,
    /(?:30[0-5]|3095|36\d|3[89]\d)\d{11}(?:\d\d)?/,
    /(?:6011|64[4-9]\d|65\d\d)\d{12}(?:\d{3})?/,
    /35(?:2[89]|[3-8]\d)\d{12}(?:\d{3})?/,
    /62\d{14}(?:\d{3})?/,
    /(?:5018|5020|5038|5893|6304|6759|676[1-3]|220[0-4]|9792|60\d\d|508[5-9]|8[12]\d\d)\d{12}(?:\d{3})?/,
  ]
    .map(({ source }) => `^(?:${source})$`)
    .join('|'),
);

/** Digits as cards have them: in one run, or in the groups that are printed. */
const DIGITS = String.raw`\d{14,19}|\d{4}([ -])\d{4}(?:\1\d{4}){2}(?:\1?\d{3})?|\d{4}([ -])\d{6}\2\d{4,5}`;
const CARD_RUN = new RegExp(
  `(?<![A-Za-z0-9.])(?<!\\d[ -])(?:${DIGITS})(?![A-Za-z0-9])(?![.-]\\d)`,
  'g',
);
const WHOLE_CARD = new RegExp(`^(?:${DIGITS})$`);

/** Digits under a name that tells of a card, also where the check digit is wrong. */
const LOOSE_CARD = /^\d(?:[ -]?\d){11,18}$/;

/** Returns whether a text is the number of a card. */
export function isCard(text: string): boolean {
  return WHOLE_CARD.test(text) && isIssued(text);
}

/** Returns whether a text has as many digits as the number of a card. */
export function looksLikeCard(text: string): boolean {
  return LOOSE_CARD.test(text);
}

/** Replaces each number of a card in a text. */
export function replaceCards(text: string, replace: (card: string) => string): string {
  return text.replaceAll(CARD_RUN, (run) => (isIssued(run) ? replace(run) : run));
}

function isIssued(text: string): boolean {
  const digits = text.replaceAll(/[ -]/g, '');
  return CARDS.test(digits) && isLuhn(digits) && !/^(\d)\1*$/.test(digits);
}

/** ISO/IEC 7812-1, annex B. */
function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The length of an IBAN in each country that has one (ISO 13616). */
const IBAN_CHARS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 ' +
    'FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 ' +
    'LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 ' +
    'SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((row) => [row.slice(0, 2), Number(row.slice(2))]),
);
const IBAN_START = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?=[ -]?[A-Z0-9])/g;

/** Returns whether a text is an IBAN. */
export function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}/.test(text) && ibanAt(text, 0) === text.length;
}

/** Replaces each IBAN in a text. */
export function replaceIbans(text: string, replace: (iban: string) => string): string {
  const start = new RegExp(IBAN_START);
  let result = '';
  let from = 0;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const end = ibanAt(text, found.index);
    if (end === null) continue;
    result += text.slice(from, found.index) + replace(text.slice(found.index, end));
    from = start.lastIndex = end;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** Where an IBAN ends that begins at a place; `null` if there is none. */
function ibanAt(text: string, start: number): number | null {
  const length = IBAN_CHARS.get(text.slice(start, start + 2));
  if (length === undefined) return null;
  let iban = '';
  let at = start;
  while (iban.length < length) {
    if (/[ -]/.test(text.charAt(at))) at++;
    const character = text.charAt(at);
    if (!/^[A-Z0-9]$/.test(character)) return null;
    iban += character;
    at++;
  }
  if (/[A-Za-z0-9]/.test(text.charAt(at))) return null;
  return isChecked(iban) ? at : null;
}

/** ISO 13616, by ISO/IEC 7064 MOD 97-10. */
function isChecked(iban: string): boolean {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36)))
      rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
