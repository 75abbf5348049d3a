// The path of the server before the paths of a document, as clients make it an address.

import { describe, expect, it } from 'vitest';
import { documentPrefix, serverPrefix } from '../../src/source/openapi/api-paths.ts';

describe('documentPrefix', () => {
  it.each([
    ['./', ''],
    ['.', ''],
    ['/', ''],
    ['api', '/api'],
    ['./api/', '/api'],
    ['/api/./v1//', '/api/v1'],
    ['/old/../v2', '/v2'],
    ['../..', ''],
  ])('of %s', (basePath, prefix) => {
    expect(documentPrefix({ swagger: '2.0', basePath })).toBe(prefix);
    expect(serverPrefix([{ url: basePath }])).toBe(prefix);
  });
});
