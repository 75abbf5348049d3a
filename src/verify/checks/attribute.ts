// Turns what a look found into a finding: which operation is at fault, and by which clause.

import type { Kind } from '../../contract/operation-kinds.ts';
import { type About, clauseOf } from '../../oracle/clause.ts';
import { agrees, show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { Discrepancy } from './discrepancies.ts';

/** Gives the finding that a damage is. */
export function attribute(stage: Scenario, damage: Discrepancy): Finding {
  if (damage.kind === 'flawed') return damage.finding;
  const told = tell(stage, damage);
  const { contract } = stage.session;
  return {
    code: told.code,
    breach: told.breach ?? 'violates',
    operation: told.operation,
    clause: clauseOf(contract, told.about ?? told.operation),
    at: told.at ?? null,
    message: told.message,
    expected: told.expected,
    actual: told.actual,
    by: 'contract',
    remedy: told.remedy,
  };
}

interface Told
  extends Pick<Finding, 'code' | 'operation' | 'message' | 'expected' | 'actual' | 'remedy'> {
  readonly about?: About;
  readonly at?: string;
  readonly breach?: Finding['breach'];
}

function tell(stage: Scenario, damage: Exclude<Discrepancy, { kind: 'flawed' }>): Told {
  if (damage.kind === 'stray') return stray(stage, damage);
  if (damage.kind === 'overwritten') return overwritten(stage, damage);
  const { item } = damage;
  const name = `${stage.session.contract.resource} ${item.key}`;
  switch (damage.kind) {
    case 'lost':
      return lost(stage, item, name, damage.status);
    case 'all-lost':
      return {
        code: 'all-lost',
        operation: 'create',
        message: 'everything that was created before is gone at once',
        expected: 'every item until it is removed',
        actual: `none of the ${damage.count} that stood from the beginning is in the list`,
        remedy: 'Keep what was created.',
      };
    case 'unreadable':
      return {
        code: 'not-readable',
        operation: 'read',
        message: `${name} stands in the list and cannot be read`,
        expected: 'the item',
        actual: `status ${damage.status}`,
        remedy: 'Find one item by the id that the list gives it.',
      };
    case 'wrong-item':
      return {
        code: 'wrong-item',
        operation: 'read',
        at: `/${stage.session.contract.id}`,
        message: `reading ${name} gave another item`,
        expected: show(item.id),
        actual: show(damage.record[stage.session.contract.id]),
        remedy: 'Answer with the item that the path names.',
      };
    case 'unlisted':
      return {
        code: 'not-listed',
        operation: 'list',
        message: `${name} can be read and is not in the list`,
        expected: `an element with the ${stage.session.contract.id} ${item.key}`,
        actual: `${damage.list.elements.length} other elements${damage.list.pages > 1 ? ` on ${damage.list.pages} pages` : ''}`,
        remedy: 'List every item, or say how the next page is asked for (Link: <...>; rel="next").',
      };
    case 'listed-twice':
      return {
        code: 'listed-twice',
        operation: 'list',
        message: `${name} stands in the list more than once`,
        expected: 'once',
        actual: `${damage.times} times`,
        remedy: 'List each item once.',
      };
    case 'changed':
      return changed(stage, damage, name);
    case 'read-differs':
    case 'list-differs':
      return differs(damage, name);
    default:
      return ghost(stage, damage, name);
  }
}

/** Something is there that no creation of the run made, and it holds what the run sent. */
function stray(stage: Scenario, { key, kin }: Extract<Discrepancy, { kind: 'stray' }>): Told {
  const name = `${stage.session.contract.resource} ${key}`;
  const last = stage.since.writes.at(-1)?.kind ?? 'create';
  const operation: Kind = last === 'remove' ? 'create' : last;
  return {
    code:
      operation === 'create'
        ? kin === null
          ? 'refused-and-created'
          : 'made-twice'
        : 'made-a-copy',
    operation,
    message:
      kin === null
        ? `${name} was made by a ${operation} that was refused`
        : `${operation} made ${name} besides ${kin.key}, of what was sent once`,
    expected: kin === null ? 'nothing new' : 'one item',
    actual: `${name} with what was sent`,
    remedy:
      kin === null
        ? 'Let what is refused have no effect.'
        : 'Make one item for each creation, and none otherwise.',
  };
}

function overwritten(
  stage: Scenario,
  { key, by }: Extract<Discrepancy, { kind: 'overwritten' }>,
): Told {
  return {
    code: 'overwrote-another',
    operation: by,
    message: `${stage.session.contract.resource} ${key}, which is not the run's, holds what the run sent to another`,
    expected: 'what it held before',
    actual: 'what the run sent',
    remedy: 'Let an operation touch its target alone.',
  };
}

/** Neither read nor listed: whoever wrote last lost it. */
function lost(stage: Scenario, item: OwnedItem, name: string, status: number | null): Told {
  const culprit = culpritOf(stage, item, 'lost');
  const isOwn = culprit.isOwn && culprit.kind === 'create';
  return {
    code: isOwn
      ? 'not-created'
      : culprit.isOwn
        ? 'lost'
        : culprit.kind === 'remove'
          ? 'removed-another'
          : 'lost',
    operation: culprit.kind,
    ...(culprit.about === undefined ? {} : { about: culprit.about }),
    message: isOwn ? `${name} was created and is not there` : `${name} is gone ${culprit.words}`,
    expected: 'the item, in the list and by its id',
    actual:
      status === null ? 'it is not in the list' : `status ${status}, and it is not in the list`,
    remedy: isOwn
      ? 'Store what was sent before a success is answered.'
      : 'Let an operation touch its target alone.',
  };
}

function changed(
  stage: Scenario,
  damage: Extract<Discrepancy, { kind: 'changed' }>,
  name: string,
): Told {
  const { item, mismatches, record } = damage;
  const [first] = mismatches;
  const culprit = culpritOf(stage, item, 'changed');
  const facts = {
    at: first?.at ?? '',
    expected: first?.expected ?? '',
    actual: first?.actual ?? '',
  };
  const about = culprit.about === undefined ? {} : { about: culprit.about };
  if (item.rivals.length > 0) {
    return {
      ...facts,
      code: 'torn-write',
      operation: 'replace',
      message: `two replacements of ${name} at once left a mix of both`,
      remedy: 'Let one of them win whole.',
    };
  }
  if (!culprit.isOwn) {
    return {
      ...facts,
      ...about,
      code: culprit.about === 'methods' ? 'changed-by-reading' : 'changed-another',
      operation: culprit.kind,
      message: `${name} changed ${culprit.words}`,
      remedy:
        culprit.about === 'methods'
          ? 'Reading must not change anything.'
          : 'Let an operation touch its target alone.',
    };
  }
  const isAsBefore =
    item.before !== null &&
    mismatches.every(({ member }) => agrees(item.before?.[member], record[member]));
  return {
    ...facts,
    ...about,
    code: isAsBefore ? 'not-replaced' : 'value-changed',
    operation: culprit.kind,
    message: isAsBefore
      ? `${culprit.kind} of ${name} had no effect`
      : `${culprit.kind} of ${name} stored something else than was sent`,
    remedy: 'Store values as they are sent, or refuse them.',
  };
}

function differs(
  damage: Extract<Discrepancy, { kind: 'read-differs' | 'list-differs' }>,
  name: string,
): Told {
  const [first] = damage.mismatches;
  const isList = damage.kind === 'list-differs';
  return {
    code: isList ? 'list-differs' : 'read-differs',
    operation: isList ? 'list' : 'read',
    at: first?.at ?? '',
    message: isList
      ? `the list shows ${name} otherwise than it is`
      : `reading ${name} shows it otherwise than the list, and than it was sent`,
    expected: first?.expected ?? '',
    actual: first?.actual ?? '',
    remedy: 'Show the same item everywhere as it is stored.',
  };
}

function ghost(
  stage: Scenario,
  damage: Extract<Discrepancy, { kind: 'not-removed' | 'still-readable' | 'still-listed' }>,
  name: string,
): Told {
  const { item } = damage;
  const isFresh = item.touched.includes('remove');
  const place =
    damage.kind === 'still-readable' ? 'read' : damage.kind === 'still-listed' ? 'list' : 'remove';
  const last = stage.since.writes.at(-1)?.kind;
  const operation: Kind = place !== 'remove' ? place : isFresh ? 'remove' : (last ?? 'remove');
  const back =
    isFresh || place !== 'remove'
      ? ''
      : last === undefined
        ? ' again after a while'
        : ` again after ${last} of another`;
  return {
    code: place === 'remove' ? (back === '' ? 'not-removed' : 'came-back') : damage.kind,
    operation,
    message: `${name} was removed and is ${place === 'read' ? 'still readable' : place === 'list' ? 'still in the list' : `there${back}`}`,
    expected: 'nothing at this id',
    actual: 'the removed item',
    remedy: 'Let what is removed be gone from everywhere.',
  };
}

interface Culprit {
  readonly kind: Kind;
  /** Whether it was a write to the item itself. */
  readonly isOwn: boolean;
  readonly about?: About;
  readonly words: string;
}

/**
 * Who is to blame for a change of an item: the last write to it since the last look, else the last
 * write at all, else reading, else time.
 */
function culpritOf(stage: Scenario, item: OwnedItem, harm: 'lost' | 'changed'): Culprit {
  const { readingHarm } = stage.session;
  if (readingHarm !== null)
    return { kind: readingHarm, isOwn: false, about: 'methods', words: 'by reading' };
  if (stage.session.sentinels.includes(item)) {
    const kinds = stage.session.window.kinds;
    const likeliest: readonly Kind[] =
      harm === 'lost' ? ['remove', 'replace', 'create'] : ['replace', 'create', 'remove'];
    const kind = likeliest.find((one) => kinds.has(one)) ?? 'read';
    return {
      kind,
      isOwn: false,
      ...(kind === 'read' ? { about: 'methods' as const } : {}),
      words: `after ${kind} of another`,
    };
  }
  const own = item.touched.at(-1);
  if (own !== undefined) return { kind: own, isOwn: true, words: `after ${own} of it` };
  const other = stage.since.writes.findLast((write) => write.item !== item);
  if (other !== undefined)
    return { kind: other.kind, isOwn: false, words: `after ${other.kind} of another` };
  if (stage.since.isPaused)
    return { kind: item.lastWrite, isOwn: true, words: `some time after ${item.lastWrite} of it` };
  return {
    kind: stage.since.reads.at(-1) ?? 'read',
    isOwn: false,
    about: 'methods',
    words: 'after nothing but reading',
  };
}
