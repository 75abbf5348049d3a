// Makes a certificate that vouches for itself: the only file that knows x509. It is for servers alone, so that nobody can sign others with it.

import { createPrivateKey, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { bringReflection } from './reflection.ts';

/** A certificate and its key, as PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** How long a certificate is good: browsers take none for more than 397 days. In days. */
export const VALID_DAYS = 396;
const DAY_MS = 86_400_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Makes a certificate for host names and addresses, good from an hour before `now` (milliseconds since 1970), for clocks differ. */
export async function makeCertificate(names: readonly string[], now: number): Promise<Identity> {
  // The package looks for it as soon as it is loaded.
  bringReflection();
  const x509 = await import('@peculiar/x509');
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const notBefore = now - DAY_MS / 24;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: `01${Buffer.from(webcrypto.getRandomValues(new Uint8Array(15))).toString('hex')}`,
    name: 'CN=Standin on this machine',
    notBefore: new Date(notBefore),
    notAfter: new Date(notBefore + VALID_DAYS * DAY_MS),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }))),
    ],
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'pem', type: 'pkcs8' });
  return { cert: `${certificate.toString('pem').trim()}\n`, key: String(key) };
}
