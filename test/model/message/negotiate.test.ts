import { describe, expect, it } from 'vitest';
import {
  acceptsJson,
  type BodyType,
  namesTag,
  readBodyType,
} from '../../../src/model/message/negotiate.ts';

describe('readBodyType', () => {
  const table: readonly [string | undefined, BodyType][] = [
    [undefined, 'absent'],
    ['', 'absent'],
    ['  ', 'absent'],
    ['application/json', 'json'],
    ['Application/JSON', 'json'],
    [' application/json ', 'json'],
    ['application/json;charset=utf-8', 'json'],
    ['application/json; charset=UTF-8', 'json'],
    ['application/json ; Charset="utf-8"', 'json'],
    ['application/json; charset=us-ascii', 'json'],
    ['application/json; charset=utf8', 'json'],
    ['application/json; profile=x; charset=utf-8', 'json'],
    ['application/json;', 'json'],
    ['application/json; charset=iso-8859-1', 'other'],
    ['application/json; charset=utf-16', 'other'],
    ['application/json; charset=', 'other'],
    ['application/merge-patch+json', 'merge-patch'],
    ['APPLICATION/MERGE-PATCH+JSON; charset=utf-8', 'merge-patch'],
    ['application/json-patch+json', 'json-patch'],
    ['application/vnd.api+json; ext="x"', 'json'],
    ['application/hal+json; charset=utf-16', 'other'],
    ['text/plain', 'other'],
    ['text/json', 'other'],
    ['application/jsonx', 'other'],
    ['application', 'other'],
    ['*/*', 'other'],
    ['toString', 'other'],
    [';charset=utf-8', 'other'],
  ];

  it.each(table)('reads %j as %s', (contentType, type) => {
    expect(readBodyType(contentType)).toBe(type);
  });
});

describe('acceptsJson', () => {
  const table: readonly [string | undefined, boolean, string][] = [
    [undefined, true, 'no header admits everything (RFC 9110 section 12.5.1)'],
    ['', true, 'an empty header admits everything'],
    [' ', true, 'an empty header admits everything'],
    ['*/*', true, 'any'],
    ['application/*', true, 'any of application'],
    ['application/json', true, 'named'],
    ['Application/Json', true, 'names count in any case'],
    ['application/json;charset=utf-8', true, 'parameters that are no weight do not matter'],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', true, 'a browser'],
    ['text/html,application/json;q=0.1', true, 'any weight above 0'],
    ['text/html;q=0.5 , application/json ; q=0.001', true, 'spaces, and the least weight'],
    ['text/html', false, 'something else'],
    ['text/*', false, 'something else'],
    ['json', false, 'no media range'],
    ['application/xml, text/html', false, 'something else'],
    ['application/json;q=0', false, 'excluded'],
    ['application/json;q=0.000', false, 'excluded'],
    ['application/json; Q=0', false, 'the name of the weight counts in any case'],
    ['*/*;q=0', false, 'everything is excluded'],
    ['application/json;q=0, */*', false, 'the most specific range decides'],
    ['*/*, application/json;q=0', false, 'wherever it stands'],
    ['application/json;q=0, application/*;q=0.5', false, 'the most specific range decides'],
    ['application/*;q=0, */*', false, 'the more specific range decides'],
    ['*/*;q=0, application/*', true, 'the more specific range decides'],
    ['application/*;q=0, application/json', true, 'the most specific range decides'],
    ['*/*;q=0, application/json;q=0.1', true, 'the most specific range decides'],
    [
      'application/json;q=0, application/json',
      true,
      'of two that are alike the greater weight counts',
    ],
    [
      'application/json, application/json;q=0',
      true,
      'of two that are alike the greater weight counts',
    ],
    ['application/json;q=x', false, 'a weight that is no number is none'],
    ['application/json;q=', false, 'a weight that is no number is none'],
    ['application/json;q=-1', false, 'a weight that is no number is none'],
    [',, ,', false, 'no range at all'],
    ['application/json,', true, 'an empty element is nothing (RFC 9110 section 5.6.1)'],
  ];

  it.each(table)('%j: %s, for %s', (accept, accepts) => {
    expect(acceptsJson(accept)).toBe(accepts);
  });

  it('admits the media type that answers have', () => {
    const own = ['application/scim+json'];
    expect(acceptsJson('application/SCIM+json', own)).toBe(true);
    expect(acceptsJson('application/scim+json;q=0', own)).toBe(false);
    expect(acceptsJson('text/html', own)).toBe(false);
  });
});

describe('namesTag', () => {
  const table: readonly [field: string, strong: boolean, weak: boolean][] = [
    ['"a"', true, true],
    ['W/"a"', false, true],
    ['"b"', false, false],
    ['"A"', false, false],
    ['*', true, true],
    [' * ', true, true],
    ['"b", "a"', true, true],
    ['"b","a"', true, true],
    ['W/"b", W/"a"', false, true],
    ['W/"a", "a"', true, true],
    ['"b, a"', false, false],
    ['"x, ", "a"', true, true],
    ['a', false, false],
    ['', false, false],
    ['"a', false, false],
    ['"*"', false, false],
    ['""', false, false],
  ];

  it.each(table)(
    '%s names "a": %s when compared strongly, %s when weakly',
    (field, strong, weak) => {
      expect(namesTag(field, '"a"', 'strong')).toBe(strong);
      expect(namesTag(field, '"a"', 'weak')).toBe(weak);
    },
  );
});
