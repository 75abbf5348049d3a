// Checks the arguments of a mock and of its doors, apart from options. No modules of Node.

import { misuse, typeOf } from '../project/load/validate-options.ts';

/** Throws a StandinError if the argument is not a mock. */
export function checkMock(mock: unknown): void {
  const isMock = typeof mock === 'object' && mock !== null && 'respond' in mock && 'fork' in mock;
  if (!isMock)
    throw misuse(
      `expected a mock, received ${typeOf(mock)}`,
      'Pass the result of createMock or loadMock.',
    );
}

/** Throws a StandinError if the argument is not a string. `what` names it: `a rule`. */
export function checkText(what: string, given: unknown, remedy: string): void {
  if (typeof given !== 'string')
    throw misuse(`${what} must be a string, not ${typeOf(given)}`, remedy);
}

/** Throws a StandinError if the port or host is invalid. */
export function checkAddress(host: unknown, port: unknown): void {
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw misuse(
      `${typeof port === 'number' ? port : (JSON.stringify(port) ?? typeOf(port))} is not a port`,
      'A port is a whole number from 0 to 65535. 0 takes any free port.',
    );
  if (typeof host !== 'string' || host === '')
    throw misuse(
      `${JSON.stringify(host) ?? typeOf(host)} is not a host`,
      'Pass a name or an address, or omit it for 127.0.0.1.',
    );
}
