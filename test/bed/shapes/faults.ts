// Faults of a service of the contracts with shapes, one each, and the codes that may name it.

import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import type { Fields, Habits, Request, Row, Seams } from './service.ts';

export interface ShapesFault {
  readonly name: string;
  readonly resource: string;
  readonly codes: readonly FindingCode[];
  /** Called for each service: what it remembers is that service's alone. */
  readonly habits: () => Habits;
}

const ENVELOPED = ['articles', 'members-of-club', 'members'] as const;
const NESTED = ['members-of-club', 'fees'] as const;

function fault(
  name: string,
  given: string | readonly string[],
  codes: readonly FindingCode[],
  seams: () => Partial<Seams>,
  habits: Habits = {},
): readonly ShapesFault[] {
  const resources = typeof given === 'string' ? [given] : given;
  return resources.map((resource) => ({
    name: `${resource}: ${name}`,
    resource,
    codes,
    habits: () => ({ ...habits, seams: seams() }),
  }));
}

/** Whether a request is for the collection that the contract is about. */
const isOf = (resource: string, { kind }: Request): boolean =>
  kind === (resource === 'members-of-club' ? 'members' : resource);

/** A fault in the collection of a contract alone: its parents must be right. */
function faultIn(
  name: string,
  resources: readonly string[],
  codes: readonly FindingCode[],
  seams: (isOwn: (request: Request) => boolean) => Partial<Seams>,
): readonly ShapesFault[] {
  return resources.flatMap((resource) =>
    fault(name, resource, codes, () => seams((request) => isOf(resource, request))),
  );
}

const inside = (body: unknown): unknown => Object.values(body as Fields)[0];
const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name));

const LOST: readonly FindingCode[] = ['not-replaced', 'value-changed', 'answer-differs'];
const UNWRAPPED: readonly FindingCode[] = ['member-missing', 'member-type', 'body-type'];
const VALUES: readonly FindingCode[] = ['value-changed', 'read-differs', 'not-created'];
const FOREIGN: readonly FindingCode[] = ['wrong-scope'];
const COUNTED: readonly FindingCode[] = ['wrong-total'];
const AFTER_READING: readonly FindingCode[] = [
  'changed-by-reading',
  'list-differs',
  'read-differs',
];

export const faults: readonly ShapesFault[] = [
  ...faultIn(
    'a PUT is lost',
    ['articles', 'accounts', 'notes', 'clubs', 'members-of-club', 'members', 'fees'],
    LOST,
    (isOwn) => ({
      stored: (request, before, row) =>
        isOwn(request) && request.operation === 'replace' ? (before ?? row) : row,
    }),
  ),
  ...fault('a PATCH is lost', 'articles', LOST, () => ({
    stored: ({ operation }, before, row) =>
      operation === 'update' ? { ...row, fields: before?.fields ?? {} } : row,
  })),
  ...fault(
    'a PATCH drops what is not sent',
    'articles',
    ['changed-unsent', 'value-changed'],
    () => ({
      stored: ({ operation }, before, row) =>
        operation === 'update' &&
        before !== undefined &&
        row.fields['stars'] === before.fields['stars']
          ? { ...row, fields: without(row.fields, 'stars') }
          : row,
    }),
  ),
  ...faultIn('the total is one too many', ENVELOPED, COUNTED, (isOwn) => ({
    counted: (request, total) => (isOwn(request) ? total + 1 : total),
  })),
  ...faultIn('the total is always 0', ENVELOPED, COUNTED, () => ({ counted: () => 0 })),
  ...faultIn('the total never falls', ENVELOPED, COUNTED, () => {
    let most = 0;
    return {
      counted(_, total) {
        most = Math.max(most, total);
        return most;
      },
    };
  }),
  ...fault(
    'the last item of the first page is never shown',
    ['articles', 'members-of-club', 'members'],
    COUNTED,
    () => ({ cut: (_, page, rows) => (page === 1 ? rows.slice(0, -1) : rows) }),
    { pageSize: 2 },
  ),
  ...faultIn('the total lags behind', ENVELOPED, COUNTED, () => {
    let before = 0;
    return {
      counted(_, total) {
        const late = before;
        before = total;
        return late;
      },
    };
  }),
  ...faultIn('the list ignores the parent', NESTED, FOREIGN, () => ({
    belongs: ({ operation }, _, isSo) => isSo || operation === 'list',
  })),
  ...faultIn('the list ignores the parent, and so does everything', NESTED, FOREIGN, () => ({
    belongs: () => true,
  })),
  ...faultIn('an item can be read below any parent', NESTED, FOREIGN, () => ({
    belongs: ({ operation }, _, isSo) => isSo || operation === 'read',
  })),
  ...faultIn(
    'the list has one item of another parent',
    NESTED,
    [...FOREIGN, 'not-readable'],
    () => {
      let stray: Row | null = null;
      return {
        belongs(request, row, isSo) {
          if (request.operation !== 'list' || isSo) return isSo;
          stray ??= row;
          return row.id === stray.id;
        },
      };
    },
  ),
  ...fault('the id of the parent is wrong', 'members-of-club', ['wrong-scope'], () => ({
    shown: ({ above }, _, item) =>
      above['clubId'] === undefined ? item : { ...item, clubId: Number(item['clubId']) + 1 },
  })),
  ...fault('the id of the parent is wrong in reads', 'members-of-club', ['wrong-scope'], () => ({
    shown: ({ operation }, _, item) =>
      operation === 'read' ? { ...item, clubId: Number(item['clubId']) + 1 } : item,
  })),
  ...fault('the id of the parent is that of the item', 'members-of-club', ['wrong-scope'], () => ({
    shown: (_, { id }, item) => ({ ...item, clubId: id }),
  })),
  ...faultIn(
    'an item is kept by DELETE',
    ['articles', 'accounts', 'notes', 'members-of-club', 'members', 'fees'],
    ['not-removed', 'still-readable', 'still-listed'],
    (isOwn) => ({ isErased: (request) => !isOwn(request) }),
  ),
  ...faultIn('the list has no envelope after the first item', ENVELOPED, UNWRAPPED, (isOwn) => ({
    sent: (request, body) =>
      isOwn(request) && request.operation === 'list' && (inside(body) as unknown[]).length > 1
        ? inside(body)
        : body,
  })),
  ...fault('the list of notes has no envelope', 'notes', UNWRAPPED, () => ({
    sent: ({ operation }, body) => (operation === 'list' ? inside(body) : body),
  })),
  ...faultIn('a list of notes has no count', ['notes'], UNWRAPPED, () => ({
    sent: ({ operation }, body) => (operation === 'list' ? without(body as Fields, 'count') : body),
  })),
  ...(['read', 'create', 'replace'] as const).flatMap((operation) =>
    faultIn(`${operation} is answered without the envelope`, ENVELOPED, UNWRAPPED, (isOwn) => ({
      sent: (request, body) =>
        isOwn(request) && request.operation === operation ? inside(body) : body,
    })),
  ),
  ...fault('update is answered without the envelope', 'articles', UNWRAPPED, () => ({
    sent: ({ operation }, body) => (operation === 'update' ? inside(body) : body),
  })),
  ...faultIn('elements of the list are wrapped as well', ENVELOPED, UNWRAPPED, (isOwn) => ({
    shown: (request, _, item) => (isOwn(request) && request.operation === 'list' ? { item } : item),
  })),
  ...fault('createdAt is the time of reading', 'articles', AFTER_READING, () => {
    let ticks = 0;
    return {
      shown: ({ operation }, _, item) =>
        operation === 'read' ? { ...item, createdAt: timeAt(++ticks) } : item,
    };
  }),
  ...fault('createdAt is no time', 'articles', ['member-type'], () => ({
    shown: (_, __, item) => ({ ...item, createdAt: 0 }),
  })),
  ...fault('there is no slug', 'articles', ['member-missing'], () => ({
    shown: (_, __, item) => without(item, 'slug'),
  })),
  ...(['read', 'list', 'create', 'replace'] as const).flatMap((operation) =>
    fault(`the password is shown by ${operation}`, 'accounts', ['write-only-shown'], () => ({
      shown: (request, { fields }, item) =>
        request.operation === operation ? { ...item, password: fields['password'] } : item,
    })),
  ),
  {
    name: 'accounts: PUT makes no account',
    resource: 'accounts',
    codes: ['other-choice', 'drifted'],
    habits: () => ({ makesNone: true }),
  },
  ...fault('a club goes, and its members stay', 'clubs', ['other-choice'], () => ({
    cascades: false,
  })),
  ...fault('a club with members cannot be removed', 'clubs', ['other-choice'], () => ({
    cascades: 'refused',
  })),
  ...fault('a number is one more', 'articles', VALUES, () => ({
    stored: (_, __, row) => {
      const { stars } = row.fields;
      const more = typeof stars === 'number' ? { stars: stars + 1 } : {};
      return { ...row, fields: { ...row.fields, ...more } };
    },
  })),
  ...faultIn('a value is cut', ENVELOPED, VALUES, (isOwn) => ({
    stored: (request, _, row) => (isOwn(request) ? { ...row, fields: cut(row.fields) } : row),
  })),
  ...faultIn(
    'the id is that of another item',
    ENVELOPED,
    [
      'not-created',
      'wrong-item',
      'id-of-another',
      'id-not-unique',
      'describes-another',
      'not-readable',
    ],
    (isOwn) => ({
      shown: (request, _, item) =>
        isOwn(request) && request.operation === 'create'
          ? { ...item, id: Number(item['id']) + 1 }
          : item,
    }),
  ),
  ...faultIn(
    'a body in its envelope is stored as another',
    ENVELOPED,
    ['value-changed', 'read-differs', 'not-created', 'not-replaced'],
    (isOwn) => ({
      taken: (request, _, fields) =>
        isOwn(request) && fields !== null && 'name' in fields
          ? { ...fields, name: 'a body' }
          : fields !== null && 'title' in fields
            ? { ...fields, title: 'a body' }
            : fields,
    }),
  ),
  ...faultIn('PUT takes only a body without its envelope', ENVELOPED, ['refused'], (isOwn) => ({
    taken: (request, body, fields) =>
      isOwn(request) && request.operation === 'replace' ? (body as Fields) : fields,
  })),
];

function cut(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && name !== 'level' ? value.slice(0, -1) : value,
    ]),
  );
}

function timeAt(tick: number): string {
  return new Date(1_700_000_000_000 + tick * 60_000).toISOString();
}
