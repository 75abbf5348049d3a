// Reads an OpenAPI document, the documents that it refers to, and the overrides beside it in
// `standin.json`. Only what is below the folder of the document is read; nothing from a network.

import { realpathSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, posix, relative, sep } from 'node:path';
import type { Fault } from '../../base/errors.ts';
import { describeType, isObject, type Json, objectOf, own } from '../../base/json.ts';
import { documentPrefix, type ServerPaths } from '../../source/openapi/api-paths.ts';
import type { Certainty } from '../../source/shape-of-values.ts';
import { contractsOfOpenApi } from '../../source/source.ts';
import type { SourceContracts, SourceNote } from '../../source/source-contracts.ts';
import { projectInvalid } from '../files/invalid.ts';
import { readText, reasonOf } from '../files/read-file.ts';
import { BEGINS_YAML, OVERRIDES } from './find-source.ts';
import { checkGiven, type GivenMembers } from './given-members.ts';
import { parseFile, unreadable } from './json-file.ts';
import { SOURCES } from './no-source.ts';
import { givenIn, type Overrides, readOverrides } from './overrides.ts';
import type { RulePaths } from './project-files.ts';
import type { RunTables } from './run-tables.ts';
import { parseYaml } from './yaml.ts';

/** What a document gives, and the files that it was read from. */
export interface ReadDocument {
  readonly made: SourceContracts;
  /** The members that somebody wrote. */
  readonly given: readonly GivenMembers[];
  /** What `standin.json` says about runs; absent without that file. */
  readonly tables?: RunTables | undefined;
  /** The document first. */
  readonly files: readonly string[];
}

/**
 * Reads a document. With `sure`, nothing is assumed that it does not say. Throws a StandinError if it or the overrides cannot be read; a document that it
 * refers to and that cannot be read becomes a note.
 */
export async function readDocument({
  contract: file,
  certainty = 'usual',
  servers = 'declared',
  shown,
}: Pick<RulePaths, 'contract' | 'certainty' | 'servers' | 'shown'>): Promise<ReadDocument> {
  const text = await readDocumentFiles(file);
  const overrides = readOverrides(join(dirname(file), OVERRIDES));
  return {
    tables: overrides?.tables,
    ...contractsOfDocument(text, { place: file, certainty, servers, overrides, shown }),
    files: [
      file,
      ...[...text.documents.keys()].map((name) => join(dirname(file), name)),
      ...(overrides === null ? [] : [overrides.file]),
    ],
  };
}

export interface DocumentOptions {
  /** The document in messages. */
  readonly place: string;
  readonly certainty: Certainty;
  readonly servers: ServerPaths;
  readonly overrides: Overrides | null;
  readonly shown?: RulePaths['shown'] | undefined;
}

/** Returns the contracts of a document. Throws a StandinError if a member that was given is wrong. */
export function contractsOfDocument(
  { document, documents, notes }: DocumentText,
  { place, certainty, servers, overrides: written, shown }: DocumentOptions,
): Omit<ReadDocument, 'files' | 'tables'> {
  const overrides = servers === 'replaced' ? withoutServer(written, document) : written;
  const made = contractsOfOpenApi(document, {
    name: place,
    documents,
    servers,
    ...(overrides === null ? {} : { overrides: overrides.json }),
    ...(certainty === 'sure' ? { undescribed: 'left-open' } : {}),
    ...(shown === undefined ? {} : { shown }),
  });
  const given = givenIn(place, overrides, made);
  checkGiven(given, made);
  return {
    given,
    made: { ...made, notes: [...notes, ...emptyNote(place, made), ...made.notes] },
  };
}

/**
 * Returns overrides with the paths that a document has without its server: those who wrote them wrote
 * its path, too, and a base path stands in its place now.
 */
function withoutServer(overrides: Overrides | null, document: Json): Overrides | null {
  if (overrides === null || !isObject(document)) return overrides;
  const [prefix, paths] = [documentPrefix(document), own(document, 'paths')];
  const short = (key: string): string => {
    const [, method = '', path = key] = /^([A-Z]+ )?(.*)$/.exec(key) ?? [];
    const rest = path.slice(prefix.length);
    const isThere = isObject(paths) && Object.hasOwn(paths, rest);
    return path.startsWith(`${prefix}/`) && isThere ? method + rest : key;
  };
  const entries = Object.entries(overrides.json).map(([key, one]) => [short(key), one] as const);
  return { ...overrides, json: objectOf(entries) };
}

function emptyNote(place: string, { taken }: SourceContracts): readonly SourceNote[] {
  return taken.length > 0 ? [] : [{ place, message: 'there is no operation in "paths"' }];
}

/** A document as it is, and those that it refers to, by path relative to it. */
export interface DocumentText {
  readonly document: Json;
  readonly documents: ReadonlyMap<string, Json>;
  readonly notes: readonly SourceNote[];
}

/** Reads a document and judges nothing but its form. Throws a StandinError as `readDocument` does. */
export function readDocumentFiles(file: string): Promise<DocumentText> {
  const folder = dirname(file);
  return readDocumentTexts({
    place: file,
    name: basename(file),
    read: (name) =>
      Promise.resolve().then(() => {
        if (name !== basename(file)) refuseOutside(folder, join(folder, name));
        return readText(join(folder, name));
      }),
  });
}

/** A link below the folder may lead out of it. */
function refuseOutside(folder: string, file: string): void {
  const within = relative(realpathSync(folder), realpathSync(file));
  if (within.split(sep)[0] === '..' || isAbsolute(within))
    throw Object.assign(new Error('outside'), { code: 'OUTSIDE' });
}

/** Where the texts of a document and of those that it refers to are. */
export interface DocumentTexts {
  /** The document in messages. */
  readonly place: string;
  /** Its name in its folder. */
  readonly name: string;
  /** Reads a text by its path from that folder. Rejects with the reason if it cannot be read. */
  readonly read: (name: string) => Promise<string>;
}

/** The same wherever the texts are. */
export async function readDocumentTexts(texts: DocumentTexts): Promise<DocumentText> {
  const { place, name } = texts;
  const main = await readOne(texts, name);
  if (main.kind === 'missing') throw unreadable(place, main.error);
  if (main.kind === 'broken') throw projectInvalid([{ file: place, ...main.broken }]);
  const flaw = formFlaw(main.json);
  if (flaw !== null) throw projectInvalid([{ file: place, at: '', ...flaw }]);
  const notes: SourceNote[] = [...repeatedNote(place, main)];
  const documents = await readOthers(texts, main, notes);
  return { document: main.json, documents, notes };
}

interface FileJson {
  readonly kind: 'json';
  readonly json: Json;
  /** Where a key is given twice, and the last value was taken; `null` if none is. */
  readonly repeated: string | null;
  /** Whether a reference in it may lead out of it: in most documents none does. */
  readonly mayNameFiles: boolean;
}

type ReadFile =
  | FileJson
  | { readonly kind: 'missing'; readonly error: unknown }
  | { readonly kind: 'broken'; readonly broken: Omit<Fault, 'file'> };

/** Reads a text as YAML or JSON, by its name; some documents that are named as JSON are YAML. */
async function readOne({ read }: DocumentTexts, name: string): Promise<ReadFile> {
  let text: string;
  try {
    text = (await read(name)).replace(/^\ufeff/, '');
  } catch (error) {
    return { kind: 'missing', error };
  }
  const mayNameFiles = OUTWARD.test(text);
  if (isYaml(name, text)) {
    const parsed = await parseYaml(text);
    if (parsed.kind === 'value') {
      const { value, repeated: at } = parsed;
      const repeated = at === undefined ? null : `${at}: a key is given twice`;
      return { kind: 'json', json: value, repeated, mayNameFiles };
    }
    const { at, message } = parsed;
    return { kind: 'broken', broken: { at, message, remedy: 'Correct the YAML.' } };
  }
  const parsed = parseFile(text);
  if ('json' in parsed) return { kind: 'json', json: parsed.json, repeated: null, mayNameFiles };
  const { broken, repeating } = parsed;
  return repeating === undefined
    ? { kind: 'broken', broken }
    : { kind: 'json', json: repeating, repeated: `${broken.at}: ${broken.message}`, mayNameFiles };
}

/** Others wrote the document, and most readers take the last value. */
function repeatedNote(place: string, { repeated }: FileJson): readonly SourceNote[] {
  return repeated === null ? [] : [{ place, message: `${repeated}; the last value counts` }];
}

/** The address of a document often has no extension. */
function isYaml(name: string, text: string): boolean {
  const extension = extname(name).toLowerCase();
  if (extension === '.json' || BEGINS_YAML.test(text)) return BEGINS_YAML.test(text);
  return ['.yaml', '.yml'].includes(extension) || !/^\s*[{[]/.test(text);
}

/** A reference that does not begin with `#`, or one whose name is written with an escape. */
const OUTWARD = /\$ref["']?\s*:\s*["']?(?!["'\s]|#\S)|\\(?:u0024|x24)/i;

/** Returns why something is no OpenAPI document, or `null` if it looks like one. */
function formFlaw(json: Json): { readonly message: string; readonly remedy: string } | null {
  const flaw = (message: string): ReturnType<typeof formFlaw> => ({ message, remedy: SOURCES });
  if (!isObject(json))
    return flaw(`an OpenAPI document is an object, this is ${describeType(json)}`);
  const [openapi, swagger] = [own(json, 'openapi'), own(json, 'swagger')];
  if ((openapi ?? null) === null && swagger === undefined)
    return flaw('this is no OpenAPI document: it has no member "openapi"');
  const read = 'Standin reads OpenAPI 3 and Swagger 2.0';
  if (/^1\b/.test(String(swagger))) return flaw(`this is Swagger ${String(swagger)}; ${read}`);
  return /^(?:[4-9]|\d\d)/.test(String(openapi))
    ? flaw(`this is OpenAPI ${String(openapi)}; ${read}`)
    : null;
}

/** Reads all documents that a document refers to, by their paths relative to it. */
async function readOthers(
  texts: DocumentTexts,
  main: FileJson,
  notes: SourceNote[],
): Promise<ReadonlyMap<string, Json>> {
  const documents = new Map<string, Json>();
  const seen = new Set<string>([texts.name]);
  const waiting: (FileJson & { readonly from: string })[] = [{ ...main, from: texts.name }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!next.mayNameFiles) continue;
    for (const name of filesNamedIn(next.json, posix.dirname(next.from))) {
      if (seen.has(name)) continue;
      seen.add(name);
      const place = `${next.from} names ${name}`;
      if (name.startsWith('../') || posix.isAbsolute(name)) {
        const message = 'only files below the folder of the document are read';
        notes.push({ place, message, leftOut: [name] });
        continue;
      }
      const read = await readOne(texts, name);
      if (read.kind === 'json') {
        documents.set(name, read.json);
        notes.push(...repeatedNote(name, read));
        waiting.push({ ...read, from: name });
      } else {
        const why =
          read.kind === 'missing'
            ? reasonIn(read.error)
            : `${read.broken.at}: ${read.broken.message}`;
        notes.push({ place, message: `it cannot be read: ${why}`, leftOut: [name] });
      }
    }
  }
  return documents;
}

/** Why a text cannot be read: an error of the system has a code, others say it. */
function reasonIn(error: unknown): string {
  return error instanceof Error && !('code' in error) ? error.message : reasonOf(error);
}

/** Returns the files that references name, from the folder of the main document. */
function filesNamedIn(json: Json, folder: string): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting: Json[] = [json];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const reference = isObject(next) ? own(next, '$ref') : undefined;
    if (typeof reference === 'string') {
      const [name = ''] = reference.split('#', 1);
      if (FILE_NAME.test(name)) found.add(posix.normalize(posix.join(folder, decoded(name))));
    }
    for (const value of Object.values(next)) if (typeof value === 'object') waiting.push(value);
  }
  return found;
}

/** A path to a file: no address with a scheme, and not the text of an example. */
const FILE_NAME = /^(?![a-z][a-z\d+.-]*:)[^\s?]+\.(?:json|ya?ml)$/i;

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
