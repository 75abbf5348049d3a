// Reads the documents of a corpus: those that its MANIFEST.json names.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Json } from '../../src/base/json.ts';
import { parseYaml } from '../../src/project/source/yaml.ts';

export interface CorpusDocument {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  read(): Promise<{ readonly document: Json; readonly documents: ReadonlyMap<string, Json> }>;
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
      async read() {
        const path = join(folder, file);
        const top = dirname(path);
        const others = files > 1 ? filesBelow(top).filter((one) => one !== path) : [];
        const documents = new Map<string, Json>();
        for (const one of others) {
          // Folders also hold files that are no documents; references to them lead nowhere.
          const read = await readDocument(one).catch(() => null);
          if (read !== null) documents.set(relative(top, one), read);
        }
        return { document: await readDocument(path), documents };
      },
    }));
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:json|ya?ml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function readDocument(path: string): Promise<Json> {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.json')) return JSON.parse(text) as Json;
  const parsed = await parseYaml(text);
  if (parsed.kind === 'broken') throw new Error(`${parsed.message}, ${parsed.at}`);
  return parsed.value;
}
