// Media types whose names are almost that of JSON or a form.

import { describe, expect, it } from 'vitest';
import { asMeant } from '../../src/source/openapi/media.ts';

describe('asMeant', () => {
  it.each([
    ['aplication/json', 'application/json'],
    ['application/jsom', 'application/json'],
    ['applicationjson', 'application/json'],
    ['multipart/formdata', 'multipart/form-data'],
  ])('takes %s for what it was meant to be', (given, meant) => {
    expect(asMeant(given)).toBe(meant);
  });

  it.each([
    'application/jsonl',
    'application/x-jsonl',
    'application/json-seq',
    'application/bson',
    'application/json5',
    'application/xml',
    'text/plain',
  ])('leaves %s, which is something else', (given) => {
    expect(asMeant(given)).toBe(given);
  });
});
