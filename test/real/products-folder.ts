// The folder that has what npm and other repositories give: `.real` in this checkout, which Git
// ignores, or the one that REAL_PRODUCTS names. The bed reads it and never installs anything.

import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../support/root.ts';

export interface ProductsFolder {
  readonly path: string;
  /** The folder of an npm package. */
  readonly package: (name: string) => string;
  /** A document that lies in `documents`. */
  readonly document: (file: string) => string;
}

export function productsFolder(path = process.env['REAL_PRODUCTS']): ProductsFolder {
  const folder = path ?? join(root, '.real');
  return {
    path: folder,
    package: (name) => join(folder, 'node_modules', name),
    document: (file) => join(folder, 'documents', file),
  };
}

/** Says how to get an npm package; `null` if it is there. */
export function missingPackage(folder: ProductsFolder, name: string): string | null {
  if (existsSync(folder.package(name))) return null;
  return `npm package ${name}: npm install --prefix ${folder.path} ${name}`;
}

/** Says how to get a program of a Debian package; `null` if it is there. */
export function missingProgram(program: string, debian: string): string | null {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .concat('/usr/sbin')
    .some((folder) => isExecutable(join(folder, program)));
  return found ? null : `program ${program}: apt-get install ${debian}`;
}

/** Says where a document comes from; `null` if it is there. */
export function missingDocument(folder: ProductsFolder, file: string, from: string): string | null {
  const path = folder.document(file);
  return existsSync(path) ? null : `document ${path}: copy it from ${from}`;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
