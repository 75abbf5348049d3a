// Where a query is answered otherwise than by the json-server of its dialect, and why. Data alone:
// that they differ is tested, too.

import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Dialect } from '../../../src/model/query/dialects.ts';

export interface Deviation {
  readonly dialect: Dialect;
  readonly query: string;
  /** The ids that are answered here and there; a status where it is no success. */
  readonly ours: Json;
  readonly theirs: Json;
  readonly because: string;
}

/** The rows that are asked for. */
export const deviatingRows: readonly JsonObject[] = [
  { id: '1', name: 'Ada', age: 36, skills: ['js', 'sql'], code: '10', box: { size: 1 }, ok: true },
  { id: '2', name: 'bob', age: 9, skills: ['css'], code: '9', ok: false, _page: 'x' },
  { id: '3', name: '', age: 100, skills: [], none: null },
];

const contains = 'of an array, one element that fits is enough: that is what is meant';
const slip = 'text is never equal to a number there, so that no id can be found: a slip';
const plain = 'every name is a plain key here, wherever it comes from';

export const deviations: readonly Deviation[] = [
  { dialect: 'json-server-0', query: 'skills=js', ours: ['1'], theirs: [], because: contains },
  {
    dialect: 'json-server-0',
    query: 'skills_ne=js',
    ours: ['2', '3'],
    theirs: ['1', '2', '3'],
    because: contains,
  },
  {
    dialect: 'json-server-0',
    query: 'name_like=(',
    ours: 400,
    theirs: 500,
    because: 'the client is at fault, not the server',
  },
  {
    dialect: 'json-server-0',
    query: 'name_like=(A)da|\\1b',
    ours: 400,
    theirs: ['1', '2'],
    because: 'it might take for ever',
  },
  {
    dialect: 'json-server-0',
    query: 'name_like=A(?=d)',
    ours: 400,
    theirs: ['1'],
    because: 'it might take for ever',
  },
  {
    dialect: 'json-server-0',
    query: '_sort=name&_sort=age',
    ours: ['3', '1', '2'],
    theirs: 500,
    because: 'what is repeated is joined',
  },
  {
    dialect: 'json-server-0',
    query: 'constructor_ne=x',
    ours: [],
    theirs: ['1', '2', '3'],
    because: plain,
  },
  {
    dialect: 'json-server-0',
    query: 'box[size]=1',
    ours: ['1', '2', '3'],
    theirs: [],
    because: 'only a[] and a[0] are read as lists',
  },
  {
    dialect: 'json-server-0',
    query: '_page=1&_limit=2',
    ours: ['1', '2'],
    theirs: [],
    because: 'the number of a page is no filter',
  },
  { dialect: 'json-server-1', query: 'id=1', ours: ['1'], theirs: [], because: slip },
  { dialect: 'json-server-1', query: 'id:in=1,3', ours: ['1', '3'], theirs: [], because: slip },
  { dialect: 'json-server-1', query: 'code=10', ours: ['1'], theirs: [], because: slip },
  {
    dialect: 'json-server-1',
    query: '_where={"code":{"eq":10}}',
    ours: ['1'],
    theirs: [],
    because: slip,
  },
  {
    dialect: 'json-server-1',
    query: '_where={"age":36}',
    ours: ['1'],
    theirs: [],
    because: 'a value without an operator is to be equal',
  },
  {
    dialect: 'json-server-1',
    query: '_where={"and":[{"age":{"gt":9}},{"age":{"lt":99}}]}',
    ours: ['1'],
    theirs: [],
    because: 'the counterpart of "or"',
  },
  {
    dialect: 'json-server-1',
    query: '_where=[]&name=bob',
    ours: ['2'],
    theirs: ['1', '2', '3'],
    because: 'an array is no condition',
  },
  {
    dialect: 'json-server-1',
    query: '_where={"name":{"nope":1}}',
    ours: [],
    theirs: ['1', '2', '3'],
    because: 'what is no operator is a member, and no text has one',
  },
  {
    dialect: 'json-server-1',
    query: 'box.size=1',
    ours: ['1'],
    theirs: ['1', '2', '3'],
    because: 'what is absent never fits, at any depth',
  },
  {
    dialect: 'json-server-1',
    query: 'name_startsWith=a',
    ours: ['1'],
    theirs: [],
    because: 'every operator may follow an underscore',
  },
  { dialect: 'json-server-1', query: 'skills=js', ours: ['1'], theirs: [], because: contains },
  {
    dialect: 'json-server-1',
    query: 'skills:contains=S',
    ours: ['1', '2'],
    theirs: [],
    because: contains,
  },
  {
    dialect: 'json-server-1',
    query: 'none:lt=5',
    ours: [],
    theirs: ['3'],
    because: 'null is no number',
  },
  {
    dialect: 'json-server-1',
    query: 'constructor=1',
    ours: [],
    theirs: ['1', '2', '3'],
    because: plain,
  },
  {
    dialect: 'json-server-1',
    query: '__proto__=1',
    ours: [],
    theirs: ['1', '2', '3'],
    because: plain,
  },
  { dialect: 'json-server-1', query: 'a[b]=1', ours: [], theirs: 500, because: plain },
];
