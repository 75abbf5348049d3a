// Plausible texts: by format, else topic, else pattern, else words; within their lengths.

import { type JsonObject, own } from '../../base/json.ts';
import { OPEN_FORMATS } from '../keywords/formats.ts';
import { sizeBounds } from '../keywords.ts';
import { patternMatcher } from '../match-pattern.ts';
import { textOfFormat } from '../sample/format.ts';
import { textMatching } from '../sample/pattern.ts';
import type { Position } from './position.ts';
import type { Topic } from './values.ts';

const SERIAL_MAX = 1_000_000_000;
const TIMES: ReadonlySet<Topic> = new Set<Topic>(['created', 'updated', 'due', 'birth']);
/** The topic of a format, if the name of the member has none. */
const TOPIC_OF_FORMAT: Readonly<Record<string, Topic>> = {
  email: 'email',
  hostname: 'host',
  ipv4: 'ip',
  uri: 'web-address',
  url: 'web-address',
  'uri-reference': 'web-address',
};

/** Makes a text; `undefined` if there is none of the length or the format. */
export function plausibleText(
  position: Position,
  schema: JsonObject,
  topic: Topic | null,
): string | undefined {
  const [format, pattern] = [own(schema, 'format'), own(schema, 'pattern')];
  const bounds = sizeBounds(schema, 'Length');
  if (typeof format === 'string' && !OPEN_FORMATS.has(format))
    return formatted(position, format, topic);
  const text = topic === null ? null : about(position, topic);
  if (typeof pattern !== 'string') return fitted(position, text ?? wordsAlone(position), bounds);
  if (text !== null && patternMatcher(pattern)(text)) return text;
  const serial = position.serial ?? position.values.whole(0, SERIAL_MAX);
  return textMatching(pattern, { serial, lengthMin: bounds.least, lengthMax: bounds.most });
}

function formatted(position: Position, format: string, topic: Topic | null): string | undefined {
  const { values } = position;
  if (format === 'uuid') return values.uuid();
  if (format === 'date' || format === 'date-time' || format === 'iso-date-time') {
    const text = about(position, topic !== null && TIMES.has(topic) ? topic : 'created');
    return format === 'date' ? text.slice(0, 'yyyy-mm-dd'.length) : text;
  }
  const usual = TOPIC_OF_FORMAT[format];
  if (usual === undefined)
    return textOfFormat(format, position.serial ?? values.whole(0, SERIAL_MAX));
  return about(position, usual === 'web-address' && topic === 'picture' ? topic : usual);
}

function about({ values, actor, serial }: Position, topic: Topic): string {
  const value = values.about(topic, actor, serial);
  return TIMES.has(topic) && typeof value === 'number' ? values.instant(value) : String(value);
}

function wordsAlone({ values, serial }: Position): string {
  const words = values.words(2);
  return serial === null ? words : `${words} ${serial}`;
}

/** Cuts a long text, between words if that leaves enough, and extends a short one. */
function fitted(
  { values, serial }: Position,
  text: string,
  { least, most }: { least: number; most: number },
): string | undefined {
  let whole = text;
  while ([...whole].length < least) whole += ` ${values.words(3)}`;
  const characters = [...whole];
  if (characters.length <= most) return whole;
  // The end of the text makes it unique.
  if (serial !== null) return undefined;
  const cut = characters.slice(0, most).join('');
  const atWord = cut.slice(0, Math.max(cut.lastIndexOf(' '), 0));
  return [...atWord].length >= Math.max(least, 1) ? atWord : cut;
}
