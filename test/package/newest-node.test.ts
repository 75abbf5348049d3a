// The package on the newest Node.

import { everyEntryOn } from './every-entry/every-entry.ts';

everyEntryOn(26);
