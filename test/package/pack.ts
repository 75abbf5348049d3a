// Packs and installs the package once for all files of this folder, and brings the other Nodes.

import type { TestProject } from 'vitest/node';
import { bringMatrix, type Installed, packAndInstall } from './installed.ts';

declare module 'vitest' {
  interface ProvidedContext {
    installed: Installed;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const [{ installed, remove }] = await Promise.all([packAndInstall(), bringMatrix()]);
  project.provide('installed', installed);
  return remove;
}
