// The exact text of every finding about one reply, and which media types are JSON.

import { describe, expect, it } from 'vitest';
import type { Kind } from '../../src/contract/operation-kinds.ts';
import { type Body, type Headers, noBody, readBody } from '../../src/model/message/call.ts';
import type { Finding } from '../../src/oracle/finding.ts';
import {
  bodyFindings,
  failure,
  isJsonType,
  notAnObject,
  notOffered,
  type OperationReply,
  refusal,
} from '../../src/oracle/reply-findings.ts';
import { createWorld, usersContract } from '../support/users.ts';

const { checker } = createWorld().book;

function replyOf(
  kind: Kind,
  status: number,
  body: Body = noBody,
  headers: Headers = {},
): OperationReply {
  return { contract: usersContract, kind, received: { status, headers, body } };
}

function textsOf(finding: Finding | undefined): readonly (string | undefined)[] {
  return [finding?.code, finding?.message, finding?.expected, finding?.actual, finding?.remedy];
}

describe('failure, refusal, notOffered, notAnObject', () => {
  it.each([
    [
      failure(replyOf('list', 500, readBody(' oops '))),
      'failed',
      'list failed with status 500',
      'a success, 2xx',
      'status 500: oops',
      'Look at this request in the log of the service.',
    ],
    [
      refusal(replyOf('replace', 409)),
      'refused',
      'replace was refused with status 409, although the request is valid',
      'a success, 2xx',
      'status 409',
      'Answer requests that the contract specifies with a success.',
    ],
    [
      notOffered(replyOf('remove', 405)),
      'refused',
      'the service does not offer remove, although the contract specifies it',
      'a success, 2xx',
      'status 405',
      'Answer requests that the contract specifies with a success.',
    ],
    [
      notAnObject(replyOf('read', 200, readBody('[]'))),
      'body-type',
      'the answer to read is not a JSON object',
      'a JSON object',
      'status 200',
      'Answer with the requested data.',
    ],
  ])('words a finding', (finding, ...texts) => {
    expect(textsOf(finding)).toEqual(texts);
  });
});

describe('bodyFindings', () => {
  it.each<[Kind, Body, Headers, ...string[]]>([
    [
      'list',
      noBody,
      {},
      'body-missing',
      'list succeeded without a body',
      'a JSON array',
      'status 200 and no body',
      'Answer with the requested data.',
    ],
    [
      'list',
      { kind: 'oversized', bytesMax: 9 },
      {},
      'body-too-large',
      'the answer to list is too large',
      'at most 9 bytes',
      'more; the rest was not read',
      'Answer with the requested data only.',
    ],
    [
      'read',
      readBody('<html>'),
      {},
      'body-not-json',
      'the answer to read is a page, not JSON',
      'JSON',
      'HTML or XML',
      'Answer with JSON in this case too.',
    ],
    [
      'read',
      readBody('{}'),
      { 'content-type': 'text/plain' },
      'media-type',
      'the Content-Type of the answer to read is not JSON',
      'Content-Type: application/json, or one that ends in +json',
      'Content-Type: text/plain',
      'Send the media type of JSON: clients depend on it.',
    ],
    [
      'read',
      readBody('{"skills":"a,b"}'),
      {},
      'member-type',
      '/skills must be an array, but is a string (the answer to read does not match user.json)',
      'an array',
      '"a,b" (a string)',
      'Answer with data that matches user.json.',
    ],
    [
      'list',
      readBody('[{"id":1}]'),
      {},
      'member-missing',
      '/0: "name" is missing (the answer to list does not match users.json)',
      'a member "name"',
      'it is missing',
      'Answer with data that matches users.json.',
    ],
  ])('words what is wrong with a body: %s, %j', (kind, body, headers, ...texts) => {
    const [first] = bodyFindings(replyOf(kind, 200, body, headers), {
      situation: 'ok',
      schema: kind === 'list' ? 'users' : 'user',
      checker,
    });
    expect(textsOf(first)).toEqual(texts);
  });
});

describe('isJsonType', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
    ' application/json ;x=y',
    'text/json',
    'application/problem+json',
    'application/vnd.acme.users.v2+json; version=2',
    'application/ld+json',
    'model/gltf+json',
    'image/vnd.x.y+json',
    'application/vnd.x.y+json; charset=utf-8',
    'application/vnd.x+zip+json',
    'application/json; profile="a; b/c+d"',
    'application/ld+json;profile="https://example.com/x";charset="utf-8"',
  ])('accepts %s', (type) => {
    expect(isJsonType(type)).toBe(true);
  });

  it.each([
    '',
    'json',
    'text/plain',
    'text/html',
    'application/xml',
    'application/jsonp',
    'application/json-seq',
    'image/json',
    'image/+json',
    'model/gltf+jsonx',
    'text/plain; profile="application/json"',
    'text/plain; a=x/y+json',
    '*/*',
  ])('rejects %j', (type) => {
    expect(isJsonType(type)).toBe(false);
  });
});
