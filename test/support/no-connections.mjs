// Loaded before a program with `--import`: writes a line to the file that CONNECTIONS names for each
// connection, look-up of a name or datagram that the program begins. What listens is left alone.

import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const file = process.env['CONNECTIONS'];

function watch(object, name) {
  const before = object[name];
  object[name] = function watched(...given) {
    appendFileSync(file, `${name} ${JSON.stringify(given[0])}\n`);
    return before.apply(this, given);
  };
}

watch(net.Socket.prototype, 'connect');
watch(dgram.Socket.prototype, 'send');
for (const name of Object.keys(dns).filter((one) => /^(?:lookup|resolve|reverse)/.test(one)))
  watch(dns, name);
for (const name of Object.keys(dns.promises).filter((one) =>
  /^(?:lookup|resolve|reverse)/.test(one),
))
  watch(dns.promises, name);
syncBuiltinESMExports();
