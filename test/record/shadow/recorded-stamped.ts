// A recorder in front of a service that writes members itself, by its OpenAPI document.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { loadProject } from '../../../src/project/load/project.ts';
import { createChecker } from '../../../src/schema/check.ts';
import {
  documentOf,
  type Stamped,
  type StampedChoices,
  startStamped,
} from '../../support/stamped.ts';
import { type RecorderRules, recording, told } from '../recording.ts';

export interface RecordedStamped extends AsyncDisposable {
  readonly stamped: Stamped;
  /** The address of the collection. */
  readonly at: string;
  /** The findings, one line each. */
  told(): Promise<readonly string[]>;
  /** How many calls were judged, and conform. */
  conforming(): Promise<number>;
}

export async function recordedStamped(
  stamped: Stamped,
  choices: StampedChoices = {},
): Promise<RecordedStamped> {
  const service = await startStamped(stamped, choices);
  const one = await recording(service.url, [], { current: null }, await rulesOf(stamped));
  return {
    stamped,
    at: `${one.url}/${stamped.collection}`,
    told: async () => {
      expect(one.failures).toEqual([]);
      return told(await one.recorded());
    },
    conforming: async () =>
      (await one.recorded()).filter(({ verdict }) => verdict === 'conforms').length,
    [Symbol.asyncDispose]: async () => {
      await one[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

async function rulesOf(stamped: Stamped): Promise<RecorderRules> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-stamped-'));
  try {
    const contract = join(folder, 'openapi.json');
    writeFileSync(contract, JSON.stringify(documentOf(stamped)));
    const loaded = await loadProject({ contract, db: null, profile: 'standin' });
    return { ...loaded, checker: createChecker(loaded.schemas) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
