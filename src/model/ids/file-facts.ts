// What an item says of a file that was sent with it: its name, size and type, and where it is read.

import { type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { lettersOf } from '../../base/names.ts';
import { type DataFile, readDataUrl } from '../../contract/envelopes/data-url.ts';

/** A file, and the member that has it. */
export interface SentFile extends DataFile {
  readonly member: string;
}

/** Returns the first file among some values; `null` if there is none. */
export function fileSent(values: JsonObject): SentFile | null {
  for (const member of Object.keys(values)) {
    const value = own(values, member);
    const first = (Array.isArray(value) ? value[0] : value) as Json | undefined;
    if (typeof first !== 'string' || !first.startsWith('data:')) continue;
    const file = readDataUrl(first);
    if (file !== null) return { ...file, member };
  }
  return null;
}

/**
 * Returns the values of the members that say something of a file, by their usual names; if the item is
 * more than the file, those whose names begin with that of the file: `avatar`, `avatarUrl`.
 */
export function fileFacts(
  members: ReadonlyMap<string, JsonObject>,
  { name, bytes, mediaType, member }: SentFile,
  {
    at: { path, address },
    named,
  }: {
    readonly at: { readonly path: string; readonly address: string };
    readonly named?: string | undefined;
  },
): JsonObject {
  const facts: Readonly<Record<keyof typeof NAMES, Json | null>> = {
    name,
    size: bytes.length,
    type: mediaType,
    extension: name === null ? null : (/\.([^.]+)$/.exec(name)?.[1] ?? null),
    url: address,
    path,
  };
  const word = named === undefined ? null : lettersOf(named);
  const known = [...members].filter(
    ([one]) => one !== member && (word === null || lettersOf(one).startsWith(word)),
  );
  return objectOf(
    known.flatMap(([one, schema]): readonly [string, Json][] => {
      const letters = lettersOf(one).slice(word?.length ?? 0);
      const kind = letters === '' ? bareKind(schema) : kindOf(letters, schema);
      const fact = kind === null ? null : facts[kind];
      if (fact === null) return [];
      // Large numbers are texts in some services.
      return [[one, own(schema, 'type') === 'string' ? String(fact) : fact]];
    }),
  );
}

const NAMES = {
  name: /^(?:(?:original|file|upload|asset|document|image|media|attachment)*(?:file)?name)$/,
  size: /^(?:(?:file|content|byte|image|media)*(?:size|length)(?:in)?(?:bytes)?|bytes)$/,
  type: /^(?:(?:mime|content|media|file)+type|mime)$/,
  extension: /^(?:file)?ext(?:ension)?$/,
  url: /^(?:(?:file|image|photo|picture|avatar|logo|download|public|secure|media|document|asset|cover|icon|attachment|original|content)*(?:ur[il]|href|src|link))$/,
  path: /^(?:file|image)?path(?:name)?$/,
};

/** A member called like the file is its address. */
function bareKind(schema: JsonObject): 'url' | null {
  return own(schema, 'type') === 'string' ? 'url' : null;
}

function kindOf(letters: string, schema: JsonObject): keyof typeof NAMES | null {
  if (own(schema, 'enum') !== undefined || own(schema, 'const') !== undefined) return null;
  const [kind] =
    (Object.entries(NAMES) as [keyof typeof NAMES, RegExp][]).find(([, names]) =>
      names.test(letters),
    ) ?? [];
  return kind ?? null;
}
