// `standin verify` over TLS: a certificate is trusted where Node is told to trust its authority,
// and otherwise nothing is sent.

import { describe, expect, it } from 'vitest';
import { plain } from './bed/plain.ts';
import { started, USERS } from './support/bed.ts';
import { copyProject, runToEnd } from './support/cli.ts';
import { AUTHORITY, secured } from './support/secured.ts';

const FEW = ['--law', 'created-is-there', '--law', 'removed-is-gone'];
const REMEDY =
  'Name a file with the certificate of its authority in NODE_EXTRA_CA_CERTS, or correct that of the service.';

describe('standin verify over TLS', () => {
  it('trusts a service if NODE_EXTRA_CA_CERTS names its authority', async () => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    await using behind = await secured(service);
    const options = { cwd: folder.path, env: { NODE_EXTRA_CA_CERTS: AUTHORITY } };
    const { code, stdout, stderr } = await runToEnd(['verify', behind.url, ...FEW], options);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      `– ${behind.url} conforms as far as tried: 2 of 2 laws exercised; not verified: 5 pact interactions (only some laws were requested)`,
    );
    expect(service.stored()).toEqual(USERS);
  });

  it.each([
    ['127.0.0.1', '', 'is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)'],
    ['localhost', AUTHORITY, 'is not for this name (ERR_TLS_CERT_ALTNAME_INVALID)'],
  ])(
    'ends with 2 and one sentence if the certificate of %s is not valid',
    async (host, authority, flaw) => {
      using folder = copyProject();
      await using service = await started(plain.start(USERS));
      await using behind = await secured(service);
      const options = { cwd: folder.path, env: { NODE_EXTRA_CA_CERTS: authority } };
      const { code, stdout, stderr } = await runToEnd(
        ['verify', `https://${host}:${behind.port}`],
        options,
      );
      const sentence = `The service cannot be reached: the certificate of ${host}:${behind.port} ${flaw}.`;
      expect({ code, stdout, stderr }).toEqual({
        code: 2,
        stdout: '',
        stderr: `standin: ${sentence}\n${REMEDY}\n`,
      });
      expect(service.stored()).toEqual(USERS);
    },
  );
});
