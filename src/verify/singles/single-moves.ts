// The moves of a law for the only item at a path: those about one of its items, and what needs no
// item.

import type { Contract } from '../../contract/contract.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { fileIn } from '../../model/message/file-body.ts';
import type { Move } from '../move.ts';

/** Returns the moves about the first item of a law; `null` if they write nothing, or remove it. */
export function singleMoves(
  operation: Kind,
  { file }: Pick<Contract, 'file'>,
  all: readonly Move[],
): readonly Move[] | null {
  const moves = file === undefined ? all : all.filter(isOfFile);
  const first = moves.find((move) => move.kind === 'create');
  if (first === undefined) return null;
  const kept = movesOf(first.item, moves);
  const isRemoved = kept.some(({ kind }) => kind === 'remove');
  return kept.some(isWrite) && isRemoved === (operation === 'remove') ? kept : null;
}

/** A file has no members to leave out, and values in capitals are none. */
function isOfFile(move: Move): boolean {
  return !('values' in move) || fileIn(move.values) !== null;
}

function movesOf(item: string, moves: readonly Move[]): readonly Move[] {
  return moves.flatMap((move): readonly Move[] => {
    switch (move.kind) {
      case 'look':
      case 'pause':
        return [move];
      case 'together': {
        const inner = movesOf(item, move.moves);
        return inner.length === 0 ? [] : [{ ...move, moves: inner }];
      }
      case 'create':
      case 'replace':
      case 'replace-some':
      case 'update':
      case 'update-steps':
      case 'write-flawed':
      case 'remove':
      case 'read':
        return move.item === item ? [move] : [];
      default:
        return [];
    }
  });
}

function isWrite(move: Move): boolean {
  return move.kind === 'together'
    ? move.moves.some(isWrite)
    : !['create', 'look', 'pause', 'read'].includes(move.kind);
}
