// What Standin uses of node:http. The only file that takes values of it: an import of node:http
// loads everything that it exports, also a whole client with WebSockets, which is a sixth of the
// time to the first answer. `getBuiltinModule` loads what is taken.

import type { Agent as HttpAgent } from 'node:http';
import { getBuiltinModule } from 'node:process';

export type Agent = HttpAgent;
export const {
  Agent,
  createServer,
  request,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} = getBuiltinModule('node:http');
