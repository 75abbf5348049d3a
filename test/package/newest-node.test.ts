// The package on the newest Node; on the one that runs the tests if no newer one can be fetched.

import { everyEntryOn } from './every-entry/every-entry.ts';
import { findNode } from './installed.ts';

const NEWEST = 26;
const own = Number(process.versions.node.split('.')[0]);

everyEntryOn(findNode(NEWEST) === null ? own : NEWEST);
