// One contract file, read alone.

import type { Json } from '../../src/base/json.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { defineContracts } from '../../src/contract/define/define-contracts.ts';
import { Schemas } from '../../src/schema/schema.ts';

/** Reads one contract file. Its schemas are only needed if it has envelopes. */
export function readContract(document: Json, schemas: Schemas = NO_SCHEMAS): Contract {
  return defineContracts([document], schemas).contracts[0] as Contract;
}

const NO_SCHEMAS: Schemas = new Schemas(new Map());
