import { describe, expect, it } from 'vitest';
import { addressesOf, withOneHost } from '../../src/database/addresses.ts';

describe('addressesOf', () => {
  it.each([
    ['postgres://ann@one/mocks', ['postgres://ann@one/mocks']],
    [
      'postgres://ann:p@one,two:5433/mocks?a=b',
      ['postgres://ann:p@one/mocks?a=b', 'postgres://ann:p@two:5433/mocks?a=b'],
    ],
    ['postgres://one,two/mocks', ['postgres://one/mocks', 'postgres://two/mocks']],
    [
      'postgres://ann@localhost/mocks?host=%2Fa%2C%2Fb&port=1,2',
      [
        'postgres://ann@localhost/mocks?host=%2Fa&port=1',
        'postgres://ann@localhost/mocks?host=%2Fb&port=2',
      ],
    ],
    [
      'postgres://ann@/mocks?host=%2Fa%2C%2Fb',
      ['postgres://ann@/mocks?host=%2Fa', 'postgres://ann@/mocks?host=%2Fb'],
    ],
    ['postgres://ann@/mocks?host=%2Fa', ['postgres://ann@/mocks?host=%2Fa']],
    ['', ['']],
  ])('reads %j', (address, hosts) => {
    expect(addressesOf(address)).toEqual(hosts);
  });
});

describe('withOneHost', () => {
  it('puts all hosts back', () => {
    const [one, back] = withOneHost('postgres://ann@one:1,two/mocks?a=b');
    expect(one).toBe('postgres://ann@one:1/mocks?a=b');
    expect(back(`${one}&c=d`)).toBe('postgres://ann@one:1,two/mocks?a=b&c=d');
  });

  it('leaves one host alone', () => {
    const [one, back] = withOneHost('postgres://ann@one/mocks');
    expect([one, back(one)]).toEqual(['postgres://ann@one/mocks', 'postgres://ann@one/mocks']);
  });
});
