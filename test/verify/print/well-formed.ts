// A strict reader of markup: XML 1.0 (fifth edition) without DTD, entities of its own and
// processing instructions. It throws at the first thing that is not well-formed.

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** All text inside, also that of children. */
  readonly text: string;
}

/**
 * What XML 1.0 section 2.2 does not allow, and what its note discourages: nothing of it may stand
 * even in text.
 */
const ILLEGAL =
  /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * Reads a document and gives its root. `<!DOCTYPE html>` and the declaration of XML may stand
 * before it.
 */
export function readMarkup(document: string): Element {
  const illegal = ILLEGAL.exec(document);
  if (illegal !== null)
    throw new Error(`illegal character ${JSON.stringify(illegal[0])} at ${illegal.index}`);
  const source = document.replace(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n|^<!DOCTYPE html>\n/,
    '',
  );
  const found = readElement(source, 0);
  if (source.slice(found.end).trim() !== '') throw new Error('something stands behind the root');
  return found.element;
}

/** Gives all elements of a name, at any depth, in order. */
export function all(element: Element, name: string): readonly Element[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...all(child, name),
  ]);
}

function readElement(
  source: string,
  start: number,
): { readonly element: Element; readonly end: number } {
  const open = /^<([A-Za-z][\w-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/.exec(
    source.slice(start, start + 200_000),
  );
  if (open === null)
    throw new Error(`no start tag at ${JSON.stringify(source.slice(start, start + 60))}`);
  const [tag, name = '', list = '', slash] = open;
  const attributes = readAttributes(list);
  let at = start + tag.length;
  if (slash === '/') return { element: { name, attributes, children: [], text: '' }, end: at };
  const children: Element[] = [];
  let text = '';
  for (;;) {
    const next = source.indexOf('<', at);
    if (next === -1) throw new Error(`<${name}> has no end`);
    text += readText(source.slice(at, next));
    if (source.startsWith('</', next)) {
      if (!source.startsWith(`</${name}>`, next))
        throw new Error(`<${name}> ends as ${source.slice(next, next + 20)}`);
      return { element: { name, attributes, children, text }, end: next + name.length + 3 };
    }
    const child = readElement(source, next);
    children.push(child.element);
    text += child.element.text;
    at = child.end;
  }
}

function readAttributes(list: string): Readonly<Record<string, string>> {
  const pairs = [...list.matchAll(/\s+([\w:-]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, readText(value)] as const,
  );
  if (new Set(pairs.map(([name]) => name)).size < pairs.length)
    throw new Error(`an attribute stands twice in${list}`);
  return Object.fromEntries(pairs);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};

function readText(raw: string): string {
  if (raw.includes(']]>')) throw new Error(']]> stands in text');
  return raw.replaceAll(/&([^;]*;?)/g, (_whole, name: string) => {
    const value = ENTITIES[name.slice(0, -1)];
    if (value === undefined || !name.endsWith(';')) throw new Error(`no entity: &${name}`);
    return value;
  });
}
