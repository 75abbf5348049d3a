// Redacts secret ids in addresses too: otherwise they would show, and nothing would match any more.

import { percentDecode } from '../../base/percent.ts';
import type { Contract } from '../../contract/contract.ts';
import type { RedactionContext } from './context.ts';
import { escaped } from './echoes.ts';
import type { SchemaLocation, SchemaLocations } from './schema-locations.ts';

/** Replaces ids in paths, URLs and sentences. */
export interface IdRedactor {
  inAddress(text: string, pass: RedactionContext): string;
  inSentence(text: string, pass: RedactionContext): string;
}

interface Hidden {
  readonly pattern: RegExp;
  readonly place: SchemaLocation | null;
}

/** Finds the contracts with redacted ids; without any, texts stay unchanged. */
export function createIdRedactor(
  contracts: readonly Contract[],
  places: SchemaLocations,
  isHidden: (contract: Contract, place: SchemaLocation | null) => boolean,
): IdRedactor {
  const hidden = contracts.flatMap((contract): readonly Hidden[] => {
    const place = places.idOf(contract);
    if (!isHidden(contract, place)) return [];
    return [{ pattern: new RegExp(`(${escaped(contract.path)}/)([^/?#\\s"'<>,;]+)`, 'g'), place }];
  });
  const inAddress = (text: string, pass: RedactionContext): string =>
    hidden.reduce((shown, { pattern, place }) => {
      return shown.replaceAll(
        pattern,
        (_whole, before: string, key: string) =>
          `${before}${encodeURIComponent(hideKey(percentDecode(key), place, pass))}`,
      );
    }, text);
  return {
    inAddress: hidden.length === 0 ? (text) => text : inAddress,
    inSentence(text, pass) {
      const [only] = hidden;
      if (only === undefined) return text;
      const place = hidden.length === 1 ? only.place : null;
      return inAddress(text, pass).replaceAll(
        /\b(id )([^\s,;:"]*[^\s,;:".])/g,
        (_whole, before: string, key: string) => `${before}${hideKey(key, place, pass)}`,
      );
    },
  };
}

function hideKey(key: string, place: SchemaLocation | null, pass: RedactionContext): string {
  const isNumber = place?.bounds.isNumeric === true && /^-?\d{1,16}$/.test(key);
  return isNumber ? String(pass.hideNumber(Number(key), place)) : pass.hide(key, place);
}
