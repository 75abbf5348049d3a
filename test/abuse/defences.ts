// All defences that are taken away one by one: `npm run defences`. Each room adds its own list.

import type { Defence } from './defence.ts';
import { filesDefences } from './files-defences.ts';
import { httpDefences } from './http-defences.ts';
import { oracleDefences } from './oracle-defences.ts';

export const defences: readonly Defence[] = [...httpDefences, ...filesDefences, ...oracleDefences];
