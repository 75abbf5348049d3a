// docs/cli.md, as its reader does it.

import { describePage } from './describe-page.ts';

describePage('docs/cli.md');
