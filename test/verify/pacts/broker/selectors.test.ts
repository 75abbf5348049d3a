// Consumer version selectors as they are written.

import { describe, expect, it } from 'vitest';
import { readSelector } from '../../../../src/verify/pacts/broker/selectors.ts';

describe('readSelector', () => {
  it.each([
    ['mainBranch', { mainBranch: true }],
    ['deployedOrReleased', { deployedOrReleased: true }],
    ['matchingBranch', { matchingBranch: true }],
    ['latest', { latest: true }],
    ['branch=feature/x=y', { branch: 'feature/x=y' }],
    ['tag=prod', { tag: 'prod', latest: true }],
    ['latest,tag=prod', { tag: 'prod', latest: true }],
    ['environment=test', { environment: 'test' }],
    [
      'deployed, environment=test, consumer=web',
      { deployed: true, environment: 'test', consumer: 'web' },
    ],
    ['{"branch":"a,b","fallbackBranch":"main"}', { branch: 'a,b', fallbackBranch: 'main' }],
  ])('reads %s', (text, selector) => {
    expect(readSelector(text)).toEqual({ selector });
  });

  it.each([
    ['mainbranch', 'Did you mean mainBranch?'],
    [
      'zzz',
      'A selector is one of mainBranch, matchingBranch, deployedOrReleased, deployed, released, latest, branch=<name>, tag=<name>, environment=<name>, consumer=<name>.',
    ],
    [
      '',
      'A selector is one of mainBranch, matchingBranch, deployedOrReleased, deployed, released, latest, branch=<name>, tag=<name>, environment=<name>, consumer=<name>.',
    ],
    ['branch', 'branch needs a name: branch=<name>.'],
    ['branch=', 'branch needs a name: branch=<name>.'],
    ['mainBranch=true', 'mainBranch takes no value.'],
    ['branch=a,branch=b', 'branch occurs twice. Give one selector for each.'],
    ['consumer=web', 'Also name versions of the consumer, for example "mainBranch,consumer=web".'],
    [
      '__proto__=x',
      'A selector is one of mainBranch, matchingBranch, deployedOrReleased, deployed, released, latest, branch=<name>, tag=<name>, environment=<name>, consumer=<name>.',
    ],
    ['{"branch":', 'It is not JSON: '],
    ['{}', 'In JSON a selector is an object, for example {"branch":"main"}.'],
  ])('says what is wrong with %j', (text, why) => {
    const read = readSelector(text);
    expect('why' in read ? read.why : read).toContain(why);
  });
});
