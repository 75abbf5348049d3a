// A single item that is a file: everything works on an object with the file as its only member, a data
// URL. On the wire the body is the file itself.

import type { JsonObject } from '../../base/json.ts';
import { fileSamples } from '../../schema/sample/files.ts';
import { toDataUrl } from './data-url.ts';

/** The member of the item with the file. */
export const FILE = 'file';

/** Any media type. */
const ANY = '*/*';

/** Whether files of some media types are taken as those that a contract names. */
export function takesFile(named: readonly string[], mediaType: string): boolean {
  return named.includes(ANY) || named.includes(mediaType);
}

/** Returns the schema of the item. */
export function fileSchema(named: readonly string[]): JsonObject {
  const types = named.includes(ANY) ? '[^;,]+' : `(?:${named.map(escaped).join('|')})`;
  const examples = named.flatMap((type) =>
    fileSamples(type).map((bytes) => toDataUrl(type, bytes)),
  );
  return {
    type: 'object',
    properties: {
      [FILE]: { type: 'string', pattern: `^data:${types}(?:;name=[^;,]*)?;base64,`, examples },
    },
    required: [FILE],
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[.+/]/g, '\\$&');
}
