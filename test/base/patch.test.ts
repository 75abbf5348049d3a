import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { jsonPatch, mergePatch, PATCH_OPERATIONS_MAX } from '../../src/base/patch.ts';
import { JSON_DEPTH_MAX } from '../../src/model/message/call.ts';
import { anyText } from '../support/any-text.ts';

const parse = (text: string): Json => JSON.parse(text) as Json;
const anyJson = fc.json({ maxDepth: 4 }).map(parse);

describe('mergePatch', () => {
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', 'null', 'null'],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ])('merges %s with %s as RFC 7396 appendix A does', (target, patch, result) => {
    expect(mergePatch(parse(target), parse(patch))).toEqual(parse(result));
  });

  it.each([
    ['{}', '{"__proto__":{"polluted":1}}', '{"__proto__":{"polluted":1}}'],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"b":2}}', '{"__proto__":{"a":1,"b":2}}'],
    ['{"__proto__":1,"a":2}', '{"__proto__":null}', '{"a":2}'],
    [
      '{}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
    ],
    ['{}', '{"toString":{"a":1}}', '{"toString":{"a":1}}'],
  ])('treats the members of %s and %s as plain ones', (target, patch, result) => {
    expect(JSON.stringify(mergePatch(parse(target), parse(patch)))).toBe(result);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('keeps the order of members, and puts new ones at the end', () => {
    expect(JSON.stringify(mergePatch(parse('{"b":1,"a":2}'), parse('{"c":3,"b":4}')))).toBe(
      '{"b":4,"a":2,"c":3}',
    );
  });

  it('returns the same when it is applied twice, and changes nothing in place', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (target, patch) => {
        const before = JSON.stringify([target, patch]);
        const once = mergePatch(target, patch);
        expect(mergePatch(once, patch)).toEqual(once);
        expect(JSON.stringify([target, patch])).toBe(before);
      }),
    );
  });
});

describe('jsonPatch', () => {
  const works: readonly [name: string, target: string, patch: string, result: string][] = [
    [
      'A.1 adding an object member',
      '{"foo":"bar"}',
      '[{"op":"add","path":"/baz","value":"qux"}]',
      '{"baz":"qux","foo":"bar"}',
    ],
    [
      'A.2 adding an array element',
      '{"foo":["bar","baz"]}',
      '[{"op":"add","path":"/foo/1","value":"qux"}]',
      '{"foo":["bar","qux","baz"]}',
    ],
    [
      'A.3 removing an object member',
      '{"baz":"qux","foo":"bar"}',
      '[{"op":"remove","path":"/baz"}]',
      '{"foo":"bar"}',
    ],
    [
      'A.4 removing an array element',
      '{"foo":["bar","qux","baz"]}',
      '[{"op":"remove","path":"/foo/1"}]',
      '{"foo":["bar","baz"]}',
    ],
    [
      'A.5 replacing a value',
      '{"baz":"qux","foo":"bar"}',
      '[{"op":"replace","path":"/baz","value":"boo"}]',
      '{"baz":"boo","foo":"bar"}',
    ],
    [
      'A.6 moving a value',
      '{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}',
      '[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]',
      '{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}',
    ],
    [
      'A.7 moving an array element',
      '{"foo":["all","grass","cows","eat"]}',
      '[{"op":"move","from":"/foo/1","path":"/foo/3"}]',
      '{"foo":["all","cows","eat","grass"]}',
    ],
    [
      'A.8 testing a value: success',
      '{"baz":"qux","foo":["a",2,"c"]}',
      '[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]',
      '{"baz":"qux","foo":["a",2,"c"]}',
    ],
    [
      'A.10 adding a nested member object',
      '{"foo":"bar"}',
      '[{"op":"add","path":"/child","value":{"grandchild":{}}}]',
      '{"foo":"bar","child":{"grandchild":{}}}',
    ],
    [
      'A.11 ignoring unrecognized elements',
      '{"foo":"bar"}',
      '[{"op":"add","path":"/baz","value":"qux","xyz":123}]',
      '{"foo":"bar","baz":"qux"}',
    ],
    [
      'A.14 ~ escape ordering',
      '{"/":9,"~1":10}',
      '[{"op":"test","path":"/~01","value":10}]',
      '{"/":9,"~1":10}',
    ],
    [
      'A.16 adding an array value',
      '{"foo":["bar"]}',
      '[{"op":"add","path":"/foo/-","value":["abc","def"]}]',
      '{"foo":["bar",["abc","def"]]}',
    ],
    ['an empty patch', '{"foo":1}', '[]', '{"foo":1}'],
    [
      'add in the place of a member',
      '{"foo":1,"bar":2}',
      '[{"op":"add","path":"/foo","value":null}]',
      '{"foo":null,"bar":2}',
    ],
    ['add at the end by index', '[1,2]', '[{"op":"add","path":"/2","value":3}]', '[1,2,3]'],
    ['add of the whole document', '{"foo":1}', '[{"op":"add","path":"","value":[]}]', '[]'],
    [
      'replace of the whole document',
      '{"foo":1}',
      '[{"op":"replace","path":"","value":{"a":2}}]',
      '{"a":2}',
    ],
    [
      'replace in an array',
      '{"a":[1,{"b":2}]}',
      '[{"op":"replace","path":"/a/1/b","value":3}]',
      '{"a":[1,{"b":3}]}',
    ],
    ['replace of an element', '[1,2,3]', '[{"op":"replace","path":"/1","value":9}]', '[1,9,3]'],
    ['a member whose name is empty', '{"":1}', '[{"op":"replace","path":"/","value":2}]', '{"":2}'],
    [
      'a member whose name is a number',
      '{"0":1,"-":2}',
      '[{"op":"remove","path":"/-"},{"op":"add","path":"/01","value":3}]',
      '{"0":1,"01":3}',
    ],
    [
      'copy',
      '{"a":{"b":1}}',
      '[{"op":"copy","from":"/a","path":"/c"},{"op":"replace","path":"/c/b","value":2}]',
      '{"a":{"b":1},"c":{"b":2}}',
    ],
    [
      'copy into itself',
      '{"a":{"b":1}}',
      '[{"op":"copy","from":"/a","path":"/a/c"}]',
      '{"a":{"b":1,"c":{"b":1}}}',
    ],
    [
      'move onto itself',
      '{"a":1,"b":2}',
      '[{"op":"move","from":"/a","path":"/a"}]',
      '{"a":1,"b":2}',
    ],
    [
      'move to a name that begins alike',
      '{"a":1}',
      '[{"op":"move","from":"/a","path":"/ab"}]',
      '{"ab":1}',
    ],
    ['move out of itself', '{"a":{"b":1}}', '[{"op":"move","from":"/a/b","path":"/a"}]', '{"a":1}'],
    [
      'test of objects in another order',
      '{"a":{"x":1,"y":[2]}}',
      '[{"op":"test","path":"/a","value":{"y":[2],"x":1}}]',
      '{"a":{"x":1,"y":[2]}}',
    ],
    ['test of null', '{"a":null}', '[{"op":"test","path":"/a","value":null}]', '{"a":null}'],
    ['test of 1.0', '{"a":1}', '[{"op":"test","path":"/a","value":1.0}]', '{"a":1}'],
    [
      '__proto__ as a member',
      '{}',
      '[{"op":"add","path":"/__proto__","value":{"polluted":1}},{"op":"add","path":"/__proto__/b","value":2}]',
      '{"__proto__":{"polluted":1,"b":2}}',
    ],
    [
      'constructor as a member',
      '{"constructor":1}',
      '[{"op":"remove","path":"/constructor"}]',
      '{}',
    ],
  ];

  it.each(works)('%s: turns %s with %s into %s', (_name, target, patch, result) => {
    expect(jsonPatch(parse(target), parse(patch))).toEqual({ kind: 'value', value: parse(result) });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  const fails: readonly [
    name: string,
    target: string,
    patch: string,
    at: number,
    message: string,
  ][] = [
    [
      'A.9 testing a value: error',
      '{"baz":"qux"}',
      '[{"op":"test","path":"/baz","value":"bar"}]',
      0,
      'the test failed: /baz has another value',
    ],
    [
      'A.12 adding to a nonexistent target',
      '{"foo":"bar"}',
      '[{"op":"add","path":"/baz/bat","value":"qux"}]',
      0,
      'there is no place "baz" there',
    ],
    [
      'A.15 comparing strings and numbers',
      '{"/":9,"~1":10}',
      '[{"op":"test","path":"/~01","value":"10"}]',
      0,
      'the test failed: /~01 has another value',
    ],
    [
      'no array',
      '{}',
      '{"op":"add","path":"/a","value":1}',
      -1,
      'a JSON Patch must be an array of operations',
    ],
    ['no operation', '{}', '[1]', 0, 'an operation must be an object'],
    ['null for an operation', '{}', '[null]', 0, 'an operation must be an object'],
    [
      'no op',
      '{}',
      '[{"path":"/a"}]',
      0,
      '"op" must be add, remove, replace, move, copy or test, is missing',
    ],
    [
      'an op there is not',
      '{}',
      '[{"op":"spam","path":"/a"}]',
      0,
      '"op" must be add, remove, replace, move, copy or test, is "spam"',
    ],
    [
      'an op that is no text',
      '{}',
      '[{"op":["add"],"path":"/a","value":1}]',
      0,
      '"op" must be add, remove, replace, move, copy or test, is ["add"]',
    ],
    ['no path', '{}', '[{"op":"add","value":1}]', 0, '"path" must be a JSON Pointer'],
    [
      'a path that is no text',
      '{}',
      '[{"op":"add","path":1,"value":1}]',
      0,
      '"path" must be a JSON Pointer',
    ],
    [
      'a path that is no pointer',
      '{}',
      '[{"op":"add","path":"a","value":1}]',
      0,
      '"path" is not a JSON Pointer: it must be empty or begin with /',
    ],
    [
      'a path with a bad escape',
      '{}',
      '[{"op":"add","path":"/~2","value":1}]',
      0,
      '"path" is not a JSON Pointer: it must be empty or begin with /',
    ],
    ['no value to add', '{}', '[{"op":"add","path":"/a"}]', 0, '"add" needs a "value"'],
    [
      'no value to replace',
      '{"a":1}',
      '[{"op":"replace","path":"/a"}]',
      0,
      '"replace" needs a "value"',
    ],
    ['no value to test', '{"a":1}', '[{"op":"test","path":"/a"}]', 0, '"test" needs a "value"'],
    ['no from', '{"a":1}', '[{"op":"move","path":"/b"}]', 0, '"from" must be a JSON Pointer'],
    [
      'a from that is not there',
      '{"a":1}',
      '[{"op":"copy","from":"/b","path":"/c"}]',
      0,
      'there is nothing at /b',
    ],
    [
      'remove of what is not there',
      '{"a":1}',
      '[{"op":"remove","path":"/b"}]',
      0,
      'there is no place "b" there',
    ],
    [
      'remove of an inherited member',
      '{}',
      '[{"op":"remove","path":"/toString"}]',
      0,
      'there is no place "toString" there',
    ],
    [
      'replace of what is not there',
      '{"a":1}',
      '[{"op":"replace","path":"/b","value":1}]',
      0,
      'there is nothing at /b',
    ],
    [
      'replace of an inherited member',
      '{}',
      '[{"op":"replace","path":"/__proto__","value":1}]',
      0,
      'there is nothing at /__proto__',
    ],
    [
      'test of what is not there',
      '{"a":1}',
      '[{"op":"test","path":"/b","value":null}]',
      0,
      'there is nothing at /b',
    ],
    [
      'below a text',
      '{"a":"b"}',
      '[{"op":"add","path":"/a/b","value":1}]',
      0,
      'there is nothing below "b"',
    ],
    [
      'below null',
      '{"a":null}',
      '[{"op":"add","path":"/a/b","value":1}]',
      0,
      'there is nothing below null',
    ],
    [
      'an index beyond the end',
      '[1]',
      '[{"op":"add","path":"/2","value":1}]',
      0,
      'there is no place "2" there',
    ],
    [
      'an index with a leading zero',
      '[1,2]',
      '[{"op":"add","path":"/01","value":1}]',
      0,
      'there is no place "01" there',
    ],
    [
      'a negative index',
      '[1,2]',
      '[{"op":"remove","path":"/-1"}]',
      0,
      'there is no place "-1" there',
    ],
    [
      'a name in an array',
      '[1,2]',
      '[{"op":"add","path":"/length","value":1}]',
      0,
      'there is no place "length" there',
    ],
    [
      'an index 1e0',
      '[1,2]',
      '[{"op":"remove","path":"/1e0"}]',
      0,
      'there is no place "1e0" there',
    ],
    [
      'remove at the end mark',
      '[1,2]',
      '[{"op":"remove","path":"/-"}]',
      0,
      'there is no place "-" there',
    ],
    [
      'remove beyond the end',
      '[1,2]',
      '[{"op":"remove","path":"/2"}]',
      0,
      'there is no place "2" there',
    ],
    [
      'replace at the end mark',
      '[1,2]',
      '[{"op":"replace","path":"/-","value":1}]',
      0,
      'there is nothing at /-',
    ],
    [
      'move into itself',
      '{"a":{"b":1}}',
      '[{"op":"move","from":"/a","path":"/a/b"}]',
      0,
      'a value cannot be moved into itself',
    ],
    [
      'move of the whole into itself',
      '{"a":1}',
      '[{"op":"move","from":"","path":"/b"}]',
      0,
      'a value cannot be moved into itself',
    ],
    [
      'move to where nothing can be',
      '{"a":1}',
      '[{"op":"move","from":"/a","path":"/b/c"}]',
      0,
      'there is no place "b" there',
    ],
    [
      'a later operation',
      '{"a":1}',
      '[{"op":"remove","path":"/a"},{"op":"remove","path":"/a"}]',
      1,
      'there is no place "a" there',
    ],
  ];

  it.each(fails)(
    '%s: refuses for %s in %s the operation %d: %s',
    (_name, target, patch, at, message) => {
      expect(jsonPatch(parse(target), parse(patch))).toEqual({ kind: 'failed', at, message });
    },
  );

  it('accepts operations up to the limit, and not one more', () => {
    const patch = (count: number): Json =>
      Array.from({ length: count }, () => ({ op: 'add', path: '/a', value: 1 }));
    expect(jsonPatch({}, patch(PATCH_OPERATIONS_MAX))).toEqual({ kind: 'value', value: { a: 1 } });
    expect(jsonPatch({}, patch(PATCH_OPERATIONS_MAX + 1))).toEqual({
      kind: 'failed',
      at: -1,
      message: 'more than 1000 operations',
    });
  });

  it('refuses a patch that doubles the document with each operation', () => {
    const patch = Array.from(
      { length: 100 },
      (_, index): Json => ({ op: 'copy', from: '', path: `/${index}` }),
    );
    expect(jsonPatch({ name: 'x' }, patch).kind).toBe('failed');
  });

  it('refuses a patch that copies a long text until no text could hold the document', () => {
    const long: Json = { op: 'add', path: '/text', value: 'x'.repeat(900_000) };
    const copies = Array.from(
      { length: 999 },
      (_, index): Json => ({ op: 'copy', from: '/text', path: `/${index}` }),
    );
    expect(jsonPatch({ name: 'x' }, [long, ...copies]).kind).toBe('failed');
  });

  it('refuses a patch whose result nests deeper than a body may', () => {
    const patch = (levels: number): Json =>
      Array.from({ length: levels }, (): Json => ({ op: 'copy', from: '', path: '/a' }));
    expect(jsonPatch({ name: 'x' }, patch(JSON_DEPTH_MAX - 1)).kind).toBe('value');
    expect(jsonPatch({ name: 'x' }, patch(JSON_DEPTH_MAX + 1)).kind).toBe('failed');
  });

  it('changes nothing in place, neither the document nor the patch', () => {
    fc.assert(
      fc.property(
        anyJson,
        anyJson,
        fc.constantFrom('', '/a', '/0', '/-', '/a/b'),
        fc.constantFrom('add', 'replace', 'test'),
        (target, value, path, op) => {
          const patch: Json = [{ op, path, value }];
          const before = JSON.stringify([target, patch]);
          const { kind } = jsonPatch(target, patch);
          expect(['value', 'failed']).toContain(kind);
          expect(JSON.stringify([target, patch])).toBe(before);
        },
      ),
    );
  });

  it('removes again what it added', () => {
    fc.assert(
      fc.property(fc.dictionary(anyText(), anyJson), anyText(), anyJson, (target, name, value) => {
        fc.pre(!Object.hasOwn(target, name));
        const path = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        const patch: Json = [
          { op: 'add', path, value },
          { op: 'test', path, value },
          { op: 'remove', path },
        ];
        expect(jsonPatch(target, patch)).toEqual({ kind: 'value', value: target });
      }),
    );
  });
});
