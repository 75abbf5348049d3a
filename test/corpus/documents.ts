// Reads the documents of a corpus: those that its MANIFEST.json names.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { load } from 'js-yaml';
import type { Json } from '../../src/base/json.ts';

export interface CorpusDocument {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  read(): { readonly document: Json; readonly documents: ReadonlyMap<string, Json> };
}

interface ManifestEntry {
  readonly name: string;
  readonly file: string;
  readonly files: number;
  readonly bytes: number;
}

export function readCorpus(folder: string, only?: string): readonly CorpusDocument[] {
  const entries = JSON.parse(
    readFileSync(join(folder, 'MANIFEST.json'), 'utf8'),
  ) as readonly ManifestEntry[];
  return entries
    .filter(({ name }) => only === undefined || only.split(',').includes(name))
    .map(({ name, file, files, bytes }) => ({
      name,
      file,
      bytes,
      read() {
        const path = join(folder, file);
        const top = dirname(path);
        const others = files > 1 ? filesBelow(top).filter((one) => one !== path) : [];
        return {
          document: readDocument(path),
          documents: new Map(
            others.flatMap((one) => {
              const read = tryRead(one);
              return read === null ? [] : [[relative(top, one), read] as const];
            }),
          ),
        };
      },
    }));
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:json|ya?ml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Folders also hold files that are no documents; references to them lead nowhere. */
function tryRead(path: string): Json | null {
  try {
    return readDocument(path);
  } catch {
    return null;
  }
}

function readDocument(path: string): Json {
  const text = readFileSync(path, 'utf8');
  return (path.endsWith('.json') ? JSON.parse(text) : load(text)) as Json;
}
