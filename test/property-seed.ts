// Properties draw the same values in each run, so that a change is judged by itself and not by luck.
// `PROPERTY_SEED=<number>` draws others: that is how new faults are looked for.

import fc from 'fast-check';

const USUAL_SEED = 20_261_123;

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? USUAL_SEED) });
