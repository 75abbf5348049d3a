// The topic of a member by name, description and object. Data only; the first match wins.

import type { Topic } from './values.ts';

/** The kind of thing that an object describes. */
export type TopicSubject = 'person' | 'company' | 'product' | 'text' | 'thing';

/** Splits a name into small words: `firstName` and `first_name` become ` first name `. */
export function wordsOf(name: string): string {
  const spaced = name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return ` ${spaced
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

/** Finds the topic of a member from the words of its name, else its description; or `null`. */
export function topicOf(words: string, description: string, subject: TopicSubject): Topic | null {
  if (/ (name|title|label) $/.test(words)) {
    const named = NAMED.find(([pattern]) => pattern.test(words))?.[1];
    return named ?? (/ title $/.test(words) && subject === 'person' ? 'job' : NAME_OF[subject]);
  }
  return (
    BY_NAME.find(([pattern]) => pattern.test(words))?.[1] ?? byDescription(wordsOf(description))
  );
}

/** Finds the subject of an object from its name and its members. */
export function subjectOf(called: string, members: readonly string[]): TopicSubject {
  const words = wordsOf(called);
  const held = members.map(wordsOf).join('|');
  return (
    SUBJECTS.find(([, names]) => names.test(words))?.[0] ??
    SUBJECTS.find(([, , has]) => has.test(held))?.[0] ??
    'thing'
  );
}

const SUBJECTS: readonly (readonly [subject: TopicSubject, names: RegExp, has: RegExp])[] = [
  [
    'person',
    / (user|person|people|customer|client|employee|member|contact|author|patient|student|teacher|owner|guest|driver|player|doctor|profile)s? /,
    / (e ?mail|first name|last name|surname|birth|birthday|age|gender) /,
  ],
  [
    'product',
    / (product|article|item|good|catalogue|catalog|sku|ware|device|vehicle|car|dish|meal)s? /,
    / (price|sku|stock|quantity|barcode|ean|isbn) /,
  ],
  [
    'company',
    / (company|companies|organi[sz]ation|vendor|supplier|shop|store|firm|brand|employer|tenant|merchant)s? /,
    / (vat|industry|employees|headquarters) /,
  ],
  [
    'text',
    / (post|article|comment|message|note|news|story|page|book|task|ticket|issue|event)s? /,
    / (body|content|text) /,
  ],
];

const NAME_OF: Readonly<Record<TopicSubject, Topic>> = {
  person: 'full-name',
  product: 'product',
  company: 'company',
  text: 'heading',
  thing: 'thing',
};

/** Names that include their subject. */
const NAMED: readonly (readonly [RegExp, Topic])[] = [
  [/ (first|given|fore) ?name $/, 'first-name'],
  [/ (last|family|sur) ?name $/, 'last-name'],
  [/ (full|display|customer|contact|author|owner|person|user s) name $/, 'full-name'],
  [/ (user|login|account|nick|screen) ?name $/, 'username'],
  [/ (company|organi[sz]ation|vendor|supplier|brand|shop|store) name $/, 'company'],
  [/ (product|item|article) (name|title) $/, 'product'],
  [/ (city|town) name $/, 'city'],
  [/ country name $/, 'country'],
  [/ host ?name $/, 'host'],
  [/ job title $/, 'job'],
];

/** By the name of a member, spelt in words; the last word counts most. */
const BY_NAME: readonly (readonly [RegExp, Topic])[] = [
  [/ e ?mail( address)? /, 'email'],
  [/ (forename|firstname) $/, 'first-name'],
  [/ (surname|lastname) $/, 'last-name'],
  [/ fullname $/, 'full-name'],
  [/ (username|login|handle|nickname) $/, 'username'],
  [/ (phone|telephone|mobile|cell|fax)( number)? $/, 'phone'],
  [/ (job|profession|occupation|position) $/, 'job'],
  [/ (company|organi[sz]ation|employer|vendor|supplier|brand|manufacturer|publisher) $/, 'company'],
  [/ (author|owner|customer|contact|assignee|recipient|sender|manager|creator) $/, 'full-name'],
  [/ (street|address line( \d)?|address|road|line ?\d) $/, 'street'],
  [/ (city|town|location|place) $/, 'city'],
  [/ (district|borough|quarter|neighbou?rhood|suburb) $/, 'district'],
  [/ (state|province|region|county) $/, 'state'],
  [/ (zip|postcode|zipcode|postal)( code)? $/, 'postcode'],
  [/ country code $/, 'country-code'],
  [/ (country|nation|nationality) $/, 'country'],
  [/ (lat|latitude) $/, 'latitude'],
  [/ (lon|lng|long|longitude) $/, 'longitude'],
  [/ (product|item|article) $/, 'product'],
  [/ (category|categories|department|genre|genres|industry) $/, 'category'],
  [/ (colou?r|colou?rs) $/, 'colour'],
  [/ (material|materials) $/, 'material'],
  [/ iban( number)? $/, 'iban'],
  [
    / (sku|ean|barcode|article number|part number|serial number|order number|number|code|reference) $/,
    'article-number',
  ],
  [/ (price|cost|total|amount|fee|salary|balance|budget|revenue) $/, 'price'],
  [/ currency( code)? $/, 'currency'],
  [/ (quantity|stock|count|amount of \w+|views|likes|visits|votes|pages|seats|units) $/, 'amount'],
  [/ age $/, 'age'],
  [/ (year) $/, 'year'],
  [/ (rating|score|stars) $/, 'rating'],
  [/ (percent|percentage|discount|rate|progress) $/, 'percent'],
  [/ (width|height|depth|length|weight|size|volume|distance|area|duration) $/, 'measure'],
  [/ \w+ ids? $/, 'reference'],
  [/ (id|uuid|guid) $/, 'id'],
  [/ skills? $/, 'skill'],
  [/ (tags?|labels?|keywords?|topics?) $/, 'tag'],
  [/ (roles?|permissions?) $/, 'role'],
  [/ (status|phase|stage) $/, 'status'],
  [/ languages? $/, 'language'],
  [/ locale $/, 'locale'],
  [/ time ?zone $/, 'time-zone'],
  [/ (avatar|image|picture|photo|thumbnail|logo|icon)( ur[il])? $/, 'picture'],
  [/ (url|uri|website|homepage|link|href|web) $/, 'web-address'],
  [/ (host|hostname|domain) $/, 'host'],
  [/ (ip|ip address) $/, 'ip'],
  [
    / (created|registered|joined|signed up|published|ordered|placed|started|start|since|from|date)( (at|on|date|time))? $/,
    'created',
  ],
  [
    / (updated|modified|changed|edited|last \w+|ended|end|finished)( (at|on|date|time))? $/,
    'updated',
  ],
  [/ (due|expires|expiry|deadline|valid until|until)( (at|on|date))? $/, 'due'],
  [/ (birth|birthday|birthdate|born|dob)( (date|day|on))? $| date of birth $/, 'birth'],
  [/ (subject|headline|heading|caption) $/, 'heading'],
  [
    / (description|summary|bio|biography|about|text|body|content|comment|comments|note|notes|message|remark|details) $/,
    'paragraph',
  ],
  [/ slug $/, 'slug'],
  [/ version $/, 'version'],
];

/** A description may name the topic: "E-mail address of the user". Only distinctive words count. */
function byDescription(words: string): Topic | null {
  return BY_DESCRIPTION.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

const BY_DESCRIPTION: readonly (readonly [RegExp, Topic])[] = [
  [/ e mail /, 'email'],
  [/ (first|given) name /, 'first-name'],
  [/ (last|family) name |surname/, 'last-name'],
  [/ (full name|name of the (user|person|customer|author|owner|contact)) /, 'full-name'],
  [/ (telephone|phone) /, 'phone'],
  [/ street /, 'street'],
  [/ (city|town) /, 'city'],
  [/ district /, 'district'],
  [/ post(al)? ?code /, 'postcode'],
  [/ country /, 'country'],
  [/ price /, 'price'],
  [/ colou?r /, 'colour'],
  [/ web (address|site) /, 'web-address'],
  [/ (date|time) of birth /, 'birth'],
];
