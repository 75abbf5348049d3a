// Verifies a service whose reads lag behind its writes.

import type { Profile } from '../../../src/contract/choices.ts';
import { type Held, hold, SEEDS } from '../hold.ts';
import { LAG_MS, type LateService } from './services.ts';

const LAG_MS_MAX = 900;

export interface HeldLate extends Held {
  /** What the service stores once every write has taken effect. */
  readonly stored: string;
}

export async function holdLate(
  { base, plant }: Pick<LateService, 'base' | 'plant'>,
  seed: number,
  pins: Partial<Profile> = {},
): Promise<HeldLate> {
  const service = await base.startPlanted(SEEDS, plant);
  try {
    const found = await hold(service.baseUrl, { seed, pins, lagMsMax: LAG_MS_MAX });
    await new Promise((resolve) => setTimeout(resolve, LAG_MS));
    return { ...found, stored: JSON.stringify(service.stored()) };
  } finally {
    await service.close();
  }
}

/** The findings, a line each. */
export const toldBy = ({ findings }: Held): readonly string[] =>
  findings.map(({ law, code, message, actual }) => `${law}: ${code}: ${message}: ${actual}`);
