// What was seen of an item against what should be there, as findings: codes and clauses as `verify`
// has them. Every one of them says that it supposes that nobody else writes to the service.

import type { Kind } from '../../contract/operation-kinds.ts';
import { type About, clauseOf } from '../../oracle/clause.ts';
import { type Mismatch, show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { Form } from './expected-item.ts';
import type { ItemKnowledge } from './item-knowledge.ts';

interface Told
  extends Pick<Finding, 'code' | 'operation' | 'message' | 'expected' | 'actual' | 'remedy'> {
  readonly about?: About;
  readonly at?: string;
  /** Without `past`, nobody else can be the cause. */
  readonly cause?: 'past';
}

function findingOf({ contract }: Form, told: Told): Finding {
  const { about = told.operation, at = null, cause, message, ...rest } = told;
  const supposing = cause === 'past' ? ', unless somebody changed it past this proxy' : '';
  return {
    breach: 'violates',
    clause: clauseOf(contract, about),
    at,
    by: 'contract',
    message: message + supposing,
    ...rest,
  };
}

function nameOf({ contract }: Form, known: ItemKnowledge): string {
  return `${contract.resource} ${known.key}`;
}

export function refusedMethod(form: Form, operation: Kind, status: number): Finding {
  return findingOf(form, {
    code: 'refused',
    operation,
    message: `${operation} is not offered, though the specification shows it`,
    expected: 'a success, 2xx',
    actual: `status ${status}`,
    remedy: 'Answer what the specification shows with a success.',
  });
}

export function wrongItem(form: Form, key: string, id: Finding['actual']): Finding {
  return findingOf(form, {
    code: 'wrong-item',
    operation: 'read',
    at: `/${form.contract.id}`,
    message: `reading ${form.contract.resource} ${key} gave another item`,
    expected: key,
    actual: id,
    remedy: 'Answer with the item that the path names.',
  });
}

export function listedTwice(form: Form, key: string, times: number): Finding {
  return findingOf(form, {
    code: 'listed-twice',
    operation: 'list',
    message: `${form.contract.resource} ${key} stands in the list more than once`,
    expected: 'once',
    actual: `${times} times`,
    remedy: 'List each item once.',
  });
}

export function idNotUnique(form: Form, known: ItemKnowledge): Finding {
  return findingOf(form, {
    code: 'id-not-unique',
    operation: 'create',
    about: 'item',
    cause: 'past',
    message: `a creation gave out the id ${known.key}, which another item has`,
    expected: 'an id that no other item has',
    actual: `the id ${known.key} again`,
    remedy: 'Give out each id once as long as its item is there.',
  });
}

/** Something that should be there is not. */
export function absent(
  form: Form,
  known: ItemKnowledge,
  culprit: Kind,
  code: Finding['code'],
  actual: string,
): Finding {
  const name = nameOf(form, known);
  const words: Readonly<Record<string, string>> = {
    'not-created': `${name} was created by request ${known.tale.created} and is not there`,
    'removed-another': `${name} is gone after remove of another`,
    'not-readable': `${name} stands in the list and cannot be read`,
    'not-listed': `${name} can be read and is not in the list`,
    refused: `${culprit} of ${name} was refused, though it is there`,
  };
  return findingOf(form, {
    code,
    operation: culprit,
    cause: 'past',
    message: words[code] ?? `${name} is gone after ${culprit}`,
    expected: 'the item, in the list and by its id',
    actual,
    remedy:
      code === 'not-created'
        ? 'Store what was sent before a success is answered.'
        : 'Keep every item until it is removed, and show it everywhere.',
  });
}

/** Something that was removed is there. */
export function ghost(
  form: Form,
  known: ItemKnowledge,
  culprit: Kind,
  code: Finding['code'],
): Finding {
  return findingOf(form, {
    code,
    operation: culprit,
    cause: 'past',
    message: `${nameOf(form, known)} was deleted by request ${known.tale.deleted} and is ${code === 'came-back' ? `there again after ${culprit} of another` : code === 'still-listed' ? 'still in the list' : 'still there'}`,
    expected: 'nothing at this id',
    actual: 'the removed item',
    remedy: 'Let what is removed be gone from everywhere.',
  });
}

/** An item holds something else than it should. */
export function changed(
  form: Form,
  known: ItemKnowledge,
  culprit: Kind,
  code: Finding['code'],
  [first]: readonly Mismatch[],
): Finding {
  const name = nameOf(form, known);
  const words: Readonly<Record<string, string>> = {
    'not-replaced': `replace of ${name} had no effect`,
    'changed-another': `${name} changed after ${culprit} of another`,
    'read-differs': `reading ${name} shows it otherwise than the list, and than it was sent`,
    'list-differs': `the list shows ${name} otherwise than it is`,
    'refused-and-changed': `${culprit} of ${name} was refused and changed it`,
  };
  return findingOf(form, {
    code,
    operation: culprit,
    at: first?.at ?? '',
    cause: 'past',
    message: words[code] ?? `${culprit} of ${name} stored something else than was sent`,
    expected: first?.expected ?? show(undefined),
    actual: first?.actual ?? show(undefined),
    remedy:
      'Store values as they are sent, or refuse them, and let an operation touch its target alone.',
  });
}
