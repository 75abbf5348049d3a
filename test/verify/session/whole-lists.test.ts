// A list is whole if its elements show all that reads show: then one of several items is read.

import { describe, expect, it } from 'vitest';
import { createSession } from '../../../src/verify/session/session.ts';
import { usersContract, usersProject } from '../../support/users.ts';

const { schemas, checker } = usersProject;

describe('isListWhole', () => {
  const { service } = createSession({
    contract: usersContract,
    schemas,
    checker,
    guard: undefined as never,
    token: 'sqwhole',
    pins: {},
    now: () => 0,
    wait: async () => undefined,
    deadline: 0,
  });
  const { listed, read } = service.traits;
  const [last, ...others] = service.members.toReversed();

  it('does not say so before anything was read', () => {
    for (const member of others) listed.add(member);
    expect(service.isListWhole()).toBe(false);
  });

  it('does not count what neither the list nor a read shows', () => {
    for (const member of others) read.add(member);
    expect(service.isListWhole()).toBe(true);
  });

  it('denies it as soon as a read shows more', () => {
    read.add(last ?? '');
    expect(service.isListWhole()).toBe(false);
    listed.add(last ?? '');
    expect(service.isListWhole()).toBe(true);
  });
});
