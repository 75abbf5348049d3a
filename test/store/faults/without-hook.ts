// Loaded before a replica: changes sources as they are read.

import { registerHooks } from 'node:module';
import { WITHOUT, type Without } from './without.ts';

const changes = WITHOUT[process.env['STANDIN_WITHOUT'] as Without];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const own = changes.filter(([file]) => url.endsWith(`/${file}`));
    if (own.length === 0) return loaded;
    const source = own.reduce((text, [file, old, other]) => {
      if (text.split(old).length !== 2) throw new Error(`${file} does not have once: ${old}`);
      return text.replace(old, () => other);
    }, String(loaded.source));
    return { ...loaded, source };
  },
});
