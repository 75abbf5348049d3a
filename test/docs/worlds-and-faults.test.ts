// docs/worlds-and-faults.md, as its reader does it.

import { describePage } from './describe-page.ts';

describePage('docs/worlds-and-faults.md');
