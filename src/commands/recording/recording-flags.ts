// The options for a recording, and for what is redacted in it.

import { gather, type OptionDeclarations } from '../shared/option.ts';

export const recordingOptions = {
  record: {
    flags: '--record <file>',
    about: 'record every interaction into this file, or postgres://...?recording=name',
    details:
      '[record](recording-and-privacy.md) every interaction into this file; an existing recording is continued. `postgres://user@host/database?recording=name` records [into a database](recording-and-privacy.md#in-a-database)',
  },
  redact: {
    flags: '--redact <what>',
    about: 'redact this as well: salary, /address/city, X-Customer:; repeatable',
    details: '[redact](recording-and-privacy.md#what-is-hidden) this as well; repeatable',
    read: gather,
  },
  keep: {
    flags: '--keep <what>',
    about: 'do not redact this: as above, or @example.com; repeatable',
    details: '[do not redact](recording-and-privacy.md#what-is-hidden) this; repeatable',
    read: gather,
  },
} as const satisfies OptionDeclarations;
