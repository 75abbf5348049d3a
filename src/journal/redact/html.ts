// Redacts the values of tags with a secret name: `<input name=password value=...>`, `<meta
// name=csrf-token content=...>`, `<add key="ApiKey" value="..."/>`, and what is in elements with such
// names and attributes: `<wsse:Password Type=...>`. Other HTML is treated as text.

import type { RedactionContext } from './context.ts';

/** Replaces the values of such tags, even if a tag was cut. Linear in the length of the text. */
export function redactTags(text: string, pass: RedactionContext): string {
  const tag = /<[a-z][\w:.-]{0,60}(?=[\s/])/gi;
  let result = '';
  let from = 0;
  for (let found = tag.exec(text); found !== null; found = tag.exec(text)) {
    const attributes = attributesAt(text, tag.lastIndex);
    tag.lastIndex = attributes.at(-1)?.end ?? tag.lastIndex;
    const inner =
      pass.tools.names.of(found[0].slice(1)) === 'secret' ? innerAt(text, tag.lastIndex) : null;
    if (inner !== null) {
      result += text.slice(from, inner.start) + pass.hide(inner.value, null);
      from = tag.lastIndex = inner.start + inner.value.length;
      continue;
    }
    if (!isSecret(attributes, pass)) continue;
    for (const { name, value, start, end } of attributes) {
      if ((name !== 'value' && name !== 'content') || value === '') continue;
      result += text.slice(from, start) + pass.hide(value, null);
      from = start + value.length;
      tag.lastIndex = end;
    }
  }
  return from === 0 ? text : result + text.slice(from);
}

/** The text of an element whose start tag ends here; `null` if it has none. */
function innerAt(
  text: string,
  from: number,
): { readonly value: string; readonly start: number } | null {
  const start = /\s{0,9}>\s{0,9}(?=[^<\s])/y;
  start.lastIndex = from;
  if (!start.test(text)) return null;
  const end = text.indexOf('<', start.lastIndex);
  const value = text.slice(start.lastIndex, end < 0 ? undefined : end).trimEnd();
  return { value, start: start.lastIndex };
}

interface Attribute {
  /** In lower case. */
  readonly name: string;
  /** Without its quotes. */
  readonly value: string;
  /** The start of the value, and the end of the attribute. */
  readonly start: number;
  readonly end: number;
}

function attributesAt(text: string, from: number): readonly Attribute[] {
  const attribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:(["'])|([^\s"'<>]+)))?/y;
  const attributes: Attribute[] = [];
  attribute.lastIndex = from;
  for (let found = attribute.exec(text); found !== null; found = attribute.exec(text)) {
    const [, name = '', quote = '', bare = ''] = found;
    let end = attribute.lastIndex;
    let value = bare;
    let start = end - bare.length;
    if (quote !== '') {
      start = end;
      const closing = text.indexOf(quote, start);
      value = text.slice(start, closing < 0 ? undefined : closing);
      end = closing < 0 ? text.length : closing + 1;
    }
    attributes.push({ name: name.toLowerCase(), value, start, end });
    attribute.lastIndex = end;
  }
  return attributes;
}

const TELLING: ReadonlySet<string> = new Set(['name', 'id', 'property', 'itemprop', 'key']);

function isSecret(attributes: readonly Attribute[], pass: RedactionContext): boolean {
  const namings = attributes
    .filter(({ name }) => TELLING.has(name))
    .map(({ value }) => pass.tools.names.of(value));
  if (namings.includes('kept')) return false;
  return (
    namings.includes('secret') ||
    attributes.some(({ name, value }) => name === 'type' && /^password$/i.test(value))
  );
}
