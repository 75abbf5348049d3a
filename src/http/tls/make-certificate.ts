// Makes a self-signed certificate (RFC 5280). It is for servers only and cannot sign others.

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import {
  bits,
  identifier,
  integer,
  moment,
  octets,
  sequence,
  setOf,
  TRUE,
  tagged,
  utf8,
} from './der.ts';

/** A certificate and its key, as PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** How long a certificate is valid: browsers accept no more than 397 days. In days. */
export const VALID_DAYS = 396;
const DAY_MS = 86_400_000;
const NAME = 'Standin on this machine';

/** Makes a certificate for names and addresses, good from an hour before `now`: clocks differ. */
export function makeCertificate(names: readonly string[], now: number): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const notBefore = now - DAY_MS / 24;
  const algorithm = sequence(identifier('1.2.840.10045.4.3.2')); // ecdsa-with-SHA256
  const name = sequence(setOf(sequence(identifier('2.5.4.3'), utf8(NAME)))); // of the issuer and of the subject: they are the same
  const toBeSigned = sequence(
    tagged(0xa0, integer(Uint8Array.of(2))), // version 3
    integer(Buffer.concat([Uint8Array.of(1), randomBytes(15)])), // the serial number
    algorithm,
    name,
    sequence(moment(notBefore), moment(notBefore + VALID_DAYS * DAY_MS)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    tagged(0xa3, extensionsFor(names)),
  );
  const certificate = sequence(toBeSigned, algorithm, bits(sign('sha256', toBeSigned, privateKey)));
  return {
    cert: pem(certificate),
    key: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
  };
}

function extensionsFor(names: readonly string[]): Buffer {
  return sequence(
    sequence(identifier('2.5.29.19'), TRUE, octets(sequence())), // basic constraints, critical: no authority
    sequence(identifier('2.5.29.15'), TRUE, octets(bits(Uint8Array.of(0x80), 7))), // key usage, critical: digital signature
    sequence(identifier('2.5.29.37'), octets(sequence(identifier('1.3.6.1.5.5.7.3.1')))), // extended key usage: servers
    sequence(identifier('2.5.29.17'), octets(sequence(...names.map(alternativeName)))),
  );
}

function alternativeName(name: string): Buffer {
  const version = isIP(name);
  if (version === 0) return tagged(0x82, Buffer.from(name, 'latin1'));
  return tagged(
    0x87,
    Uint8Array.from(version === 4 ? name.split('.').map(Number) : bytesOfSix(name)),
  );
}

/** The sixteen bytes of an IPv6 address without its zone, which names a local interface. */
function bytesOfSix(address: string): readonly number[] {
  const [plain = ''] = address.split('%');
  const [before = '', after] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')];
  const groups = [
    ...head,
    ...Array.from({ length: 8 - head.length - tail.length }, () => 0),
    ...tail,
  ];
  return groups.flatMap((group) => [group >> 8, group & 0xff]);
}

function groupsOf(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
