// The certificate for HTTPS: your own, or a self-signed one that is kept across starts, so that you
// need to trust it only once.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import type { TlsIdentity } from '../../http/server/secure.ts';
import { makeFolder } from '../../project/files/make-folder.ts';

export interface CertificateWish {
  /** PEM files; `null` for a self-signed certificate. */
  readonly cert: string | null;
  readonly key: string | null;
  /** The name or address to listen on. */
  readonly host: string;
}

export interface Certificate {
  readonly tls: TlsIdentity;
  /** The SHA-256 fingerprint as browsers show it: `AB:CD:...`. */
  readonly sha256: string;
  /** The file with the certificate; `null` if it is not kept. */
  readonly file: string | null;
  readonly origin: 'given' | 'made';
}

/**
 * Names of this machine in a self-signed certificate, in addition to the host. Curl, Node and
 * browsers accept no wildcard directly below a name without a dot, so worlds by subdomain need your
 * own certificate; some other clients accept it.
 */
const NAMES = ['localhost', '*.localhost', '127.0.0.1', '::1'];
/** A self-signed certificate is replaced if it is valid for less than a week, in milliseconds. */
const SPARE_MS = 604_800_000;

/** Returns the certificate to serve with. Rejects with a StandinError if yours cannot be used. */
export async function certificateFor(
  { cert, key, host }: CertificateWish,
  now: number,
): Promise<Certificate> {
  if (cert !== null && key !== null) return given(cert, key, now);
  if (cert !== null || key !== null) {
    const [there, missing] = cert === null ? ['--key', '--cert'] : ['--cert', '--key'];
    const message = `${there} is given without ${missing}`;
    throw new StandinError('option-invalid', message, 'Name both files, or neither.');
  }
  return kept(host, now) ?? make(host, now);
}

function given(certFile: string, keyFile: string, now: number): Certificate {
  const tls = { cert: readPem(certFile), key: readPem(keyFile) };
  const certificate = readCertificate(tls.cert);
  if (certificate === null)
    throw unusable(
      certFile,
      'holds no readable certificate',
      'Name a PEM file: BEGIN CERTIFICATE.',
    );
  const match = matchOf(certificate, tls.key);
  if (match === 'locked')
    throw unusable(
      keyFile,
      'is locked with a passphrase',
      'Remove it: openssl pkey -in <file> -out <file>.',
    );
  if (match === 'unreadable')
    throw unusable(keyFile, 'holds no readable private key', 'Name a PEM file: BEGIN PRIVATE KEY.');
  if (match === 'other')
    throw unusable(
      keyFile,
      `is not the key of ${certFile}`,
      'Name the two files that belong together.',
    );
  const [from, until] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  if (now >= until)
    throw unusable(
      certFile,
      `expired on ${dayOf(until)}`,
      'Renew it, or leave out --cert for a self-signed one.',
    );
  if (now < from)
    throw unusable(
      certFile,
      `is not valid before ${dayOf(from)}`,
      'Check the clock, or leave out --cert.',
    );
  return { tls, sha256: certificate.fingerprint256, file: certFile, origin: 'given' };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

function unusable(file: string, what: string, remedy: string): StandinError {
  return new StandinError('certificate-unusable', `${file} ${what}`, remedy);
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const remedy = 'Check that it exists and that you may read it.';
    throw new StandinError('file-unreadable', `${file} cannot be read`, remedy);
  }
}

function readCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

function matchOf(
  certificate: X509Certificate,
  pem: string,
): 'same' | 'other' | 'locked' | 'unreadable' {
  if (/ENCRYPTED/.test(pem)) return 'locked';
  try {
    return certificate.checkPrivateKey(createPrivateKey(pem)) ? 'same' : 'other';
  } catch {
    return 'unreadable';
  }
}

/** Where a self-signed certificate is kept: with the other caches of this project. */
function places(): { readonly folder: string; readonly cert: string; readonly key: string } {
  const folder = join('node_modules', '.cache', 'standin');
  return { folder, cert: join(folder, 'https-cert.pem'), key: join(folder, 'https-key.pem') };
}

/** The certificate of an earlier start, if it is intact, valid for a while, and for this host. */
function kept(host: string, now: number): Certificate | null {
  const { cert: file, key: keyFile } = places();
  if (!existsSync(file) || !existsSync(keyFile)) return null;
  try {
    const tls = { cert: readFileSync(file, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    const certificate = new X509Certificate(tls.cert);
    const isGood =
      matchOf(certificate, tls.key) === 'same' && Date.parse(certificate.validTo) - now > SPARE_MS;
    if (!isGood || !namesOf(host).every((name) => isFor(certificate, name))) return null;
    return { tls, sha256: certificate.fingerprint256, file, origin: 'made' };
  } catch {
    return null;
  }
}

function isFor(certificate: X509Certificate, name: string): boolean {
  return (
    name.startsWith('*') ||
    (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined
  );
}

function namesOf(host: string): readonly string[] {
  return [...new Set([...NAMES, host])];
}

async function make(host: string, now: number): Promise<Certificate> {
  const { makeCertificate } = await import('../../http/tls/make-certificate.ts');
  const tls = makeCertificate(namesOf(host), now);
  return {
    tls,
    sha256: new X509Certificate(tls.cert).fingerprint256,
    file: keep(tls),
    origin: 'made',
  };
}

/** If there is no writable `node_modules`, nothing is kept, and each start makes a new one. */
function keep(tls: TlsIdentity): string | null {
  if (statSync('node_modules', { throwIfNoEntry: false }) === undefined) return null;
  const { folder, cert, key } = places();
  try {
    makeFolder(folder);
    for (const [file, text] of [
      [key, tls.key],
      [cert, tls.cert],
    ] as const) {
      writeFileSync(file, text, { mode: 0o600 });
      // The mode applies only to a new file.
      chmodSync(file, 0o600);
    }
    return cert;
  } catch {
    return null;
  }
}
