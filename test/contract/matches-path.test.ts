import { describe, expect, it } from 'vitest';
import { matchesPath } from '../../src/contract/matches-path.ts';
import { usersContract } from '../support/users.ts';

describe('ownsPath', () => {
  it.each([
    ['', '/users', true],
    ['', '/users/', true],
    ['', '/users/7/more', true],
    ['', '/users-of-old', false],
    ['', '/Users', false],
    ['', '/', false],
    ['/api', '/api/users/7', true],
    ['/api', '/users', false],
    ['/api', '/api', false],
    ['/api', '/api/teams', false],
  ])(
    'decides with base path "%s" whether %s belongs to a contract: %s',
    (basePath, path, isOwn) => {
      expect(matchesPath([usersContract], basePath, path)).toBe(isOwn);
    },
  );
});
