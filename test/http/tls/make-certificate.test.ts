// The certificate of our own, as Node reads it and as a client trusts it.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { identifier, moment, octets } from '../../../src/http/tls/der.ts';
import { makeCertificate, VALID_DAYS } from '../../../src/http/tls/make-certificate.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 30, 15);
const hex = (bytes: Buffer): string => bytes.toString('hex');

describe('makeCertificate', () => {
  it('is self-signed, for servers only', () => {
    const { cert, key } = makeCertificate(['localhost'], NOW);
    const read = new X509Certificate(cert);
    expect([read.subject, read.issuer]).toEqual([
      'CN=Standin on this machine',
      'CN=Standin on this machine',
    ]);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect([
      read.checkHost('localhost'),
      read.checkHost('example.com'),
      read.checkIP('10.0.0.1'),
    ]).toEqual(['localhost', undefined, undefined]);
    expect(read.ca).toBe(false);
    expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(read.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(cert.split('\n').every((line) => line.length <= 64)).toBe(true);
  });

  it('is valid from an hour earlier, for as long as browsers accept', () => {
    const { validFromDate, validToDate } = new X509Certificate(
      makeCertificate(['localhost'], NOW).cert,
    );
    expect(validFromDate).toEqual(new Date(NOW - 3_600_000));
    expect(VALID_DAYS).toBeLessThan(397);
    expect(validToDate).toEqual(new Date(NOW - 3_600_000 + VALID_DAYS * 86_400_000));
  });

  it('is valid beyond 2050', () => {
    const { validFromDate, validToDate } = new X509Certificate(
      makeCertificate(['a'], Date.UTC(2049, 6, 1)).cert,
    );
    expect([validFromDate.getUTCFullYear(), validToDate.getUTCFullYear()]).toEqual([2049, 2050]);
  });

  it('covers names and addresses of both versions', () => {
    const names = [
      'localhost',
      '*.localhost',
      'mock.test',
      '127.0.0.1',
      '::1',
      '2001:db8::7:ff',
      'fe80::1%eth0',
      '::ffff:10.0.0.1',
      '1:2:3:4:5:6:7:8',
    ];
    expect(
      new X509Certificate(makeCertificate(names, NOW).cert).subjectAltName?.split(', '),
    ).toEqual([
      'DNS:localhost',
      'DNS:*.localhost',
      'DNS:mock.test',
      'IP Address:127.0.0.1',
      'IP Address:0:0:0:0:0:0:0:1',
      'IP Address:2001:DB8:0:0:0:0:7:FF',
      'IP Address:FE80:0:0:0:0:0:0:1',
      'IP Address:0:0:0:0:0:FFFF:A00:1',
      'IP Address:1:2:3:4:5:6:7:8',
    ]);
  });

  it('has a key and a number of its own each time', () => {
    const [one, other] = [makeCertificate(['a'], NOW), makeCertificate(['a'], NOW)];
    expect(one.key).not.toBe(other.key);
    const numbers = [one, other].map(({ cert }) => new X509Certificate(cert).serialNumber);
    expect(new Set(numbers).size).toBe(2);
    for (const number of numbers) expect(number).toMatch(/^01[0-9A-F]{30}$/);
  });

  it('is trusted by a client that loads it, for its names and no others', async () => {
    const identity = makeCertificate(['localhost', '127.0.0.1'], Date.now());
    const server = createServer(identity).listen(0, '127.0.0.1');
    server.on('tlsClientError', () => undefined);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const reached = async (servername: string, ca: string): Promise<unknown> => {
      const socket = connect({ host: '127.0.0.1', port, servername, ca });
      // An event "error" makes once() reject with it.
      const outcome = await once(socket, 'secureConnect').then(
        () => 'trusted',
        (error: NodeJS.ErrnoException) => error.code,
      );
      socket.destroy();
      return outcome;
    };
    expect(await reached('localhost', identity.cert)).toBe('trusted');
    expect(await reached('elsewhere', identity.cert)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(await reached('localhost', makeCertificate(['localhost'], Date.now()).cert)).toBe(
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    );
    server.close();
  });
});

describe('DER', () => {
  it.each([
    ['1.2.840.113549.1.1.11', '06092a864886f70d01010b'],
    ['2.5.29.17', '0603551d11'],
    ['1.3.6.1.5.5.7.3.1', '06082b06010505070301'],
  ])('writes %s as the standard says', (dotted, bytes) => {
    expect(hex(identifier(dotted))).toBe(bytes);
  });

  it.each([
    [127, '047f'],
    [128, '048180'],
    [256, '04820100'],
    [65_536, '0483010000'],
  ])('writes a length of %i', (length, start) => {
    expect(hex(octets(new Uint8Array(length)))).toBe(start + '00'.repeat(length));
  });

  it('writes years up to 2049 with two digits, and later ones with four', () => {
    expect(String(moment(Date.UTC(2049, 11, 31, 23, 59, 59)).subarray(2))).toBe('491231235959Z');
    expect(String(moment(Date.UTC(2050, 0, 1)).subarray(2))).toBe('20500101000000Z');
  });
});
