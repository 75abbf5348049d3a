// The package on the oldest Node that it supports.

import { everyEntryOn } from './every-entry/every-entry.ts';

everyEntryOn(22);
