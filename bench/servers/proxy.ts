// A recorder before a service, or a proxy that only forwards: `node proxy.ts <recorded | plain>
// <port> <port of the service> <file>`.

import { recordService } from '../../src/commands/record/record.ts';
import { readBaseUrl } from '../../src/http/client/base-url.ts';
import { createProxy } from '../../src/record/proxy/proxy.ts';
import { acceptedHostNames } from '../../src/record/proxy/unsafe-message.ts';
import type { ExchangeWatch } from '../../src/record/proxy/watch.ts';

const [mode, port, target, file = ''] = process.argv.slice(2);
const away = { write: (): void => undefined };
const blind: ExchangeWatch = {
  requestBytes: () => undefined,
  requestEnded: () => undefined,
  reply: () => undefined,
  replyBytes: () => undefined,
  ended: () => undefined,
};
const common = { host: '127.0.0.1', port: Number(port) };
const baseUrl = `http://127.0.0.1:${target}`;
const base = readBaseUrl(baseUrl);

const running: Promise<{ close(): Promise<unknown> }> =
  mode === 'plain'
    ? createProxy({
        ...common,
        base,
        names: acceptedHostNames('127.0.0.1', base, []),
        added: [],
        answerMs: 60_000,
        begin: () => blind,
        onTrouble: () => undefined,
      })
    : recordService(
        {
          ...common,
          baseUrl,
          file,
          headers: [],
          environment: '',
          timeoutSeconds: 60,
          contract: 'contracts',
          pins: {},
          allowedHosts: [],
          profile: 'standin',
          redact: [],
          keep: [],
          form: 'quiet',
          version: '0.0.0',
        },
        away,
        process.stderr,
      );
process.on('SIGTERM', () => void running.then((one) => one.close()).then(() => process.exit(0)));
