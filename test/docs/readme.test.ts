// README.md, as its reader does it.

import { describePage } from './describe-page.ts';

describePage('README.md');
