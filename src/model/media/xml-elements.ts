// XML text as elements: what a body of a request has. There is no document type, so no entities but
// the five that XML knows, and prefixes of names are left out.

/** An element with what is directly inside it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its text, without that of elements inside. */
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

const DEPTH_MAX = 128;

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/\s*([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s<>/=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([^\s<>/=]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/** Returns the root of a document; `null` if the text is no well-formed XML. */
export function xmlElements(text: string): XmlElement | null {
  const open: OpenElement[] = [];
  let root: XmlElement | null = null;
  const end = (element: OpenElement): void => {
    const above = open.at(-1);
    if (above === undefined) root = element;
    else above.children.push(element);
  };
  TOKEN.lastIndex = 0;
  const source = text.replace(/^\ufeff/, '');
  while (TOKEN.lastIndex < source.length) {
    const match = TOKEN.exec(source);
    if (match === null) return null;
    const [, raw, closed, name, fields = '', isEmpty, plain] = match;
    const inside = open.at(-1);
    const words = raw ?? plain;
    if (words !== undefined) {
      const read = raw ?? unescaped(words);
      if (read === null || (inside === undefined && read.trim() !== '')) return null;
      if (inside !== undefined) inside.text += read;
    } else if (closed !== undefined) {
      if (inside?.name !== localName(closed)) return null;
      open.pop();
      end(inside);
    } else if (name !== undefined) {
      const attributes = attributesIn(fields);
      if (attributes === null || root !== null || open.length >= DEPTH_MAX) return null;
      const element = { name: localName(name), attributes, children: [], text: '' };
      if (isEmpty === '/') end(element);
      else open.push(element);
    }
  }
  return open.length === 0 ? root : null;
}

function attributesIn(fields: string): ReadonlyMap<string, string> | null {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single] of fields.matchAll(ATTRIBUTE)) {
    const value = unescaped(double ?? single ?? '');
    if (value === null || attributes.has(name)) return null;
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) attributes.set(localName(name), value);
  }
  return attributes;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Returns a text with its entities read; `null` if there is another one than XML has by itself. */
function unescaped(text: string): string | null {
  if (!text.includes('&')) return text;
  let isBroken = false;
  const read = text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));|&/gi, (_, ...found) => {
    const [decimal, hex, name] = found as (string | undefined)[];
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const character = name === undefined ? characterOf(code) : ENTITIES.get(name);
    isBroken ||= character === undefined;
    return character ?? '';
  });
  return isBroken ? null : read;
}

function characterOf(code: number): string | undefined {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
