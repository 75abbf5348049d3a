// Loaded before everything else in each process and thread of a test: notes in a file which
// modules of the installed package are loaded, and changes nothing.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';

const file = process.env.STANDIN_LOADED ?? '';
registerHooks({
  // Not at the load of a module: Node 22 then fails where a package requires another one.
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const [, inPackage] = resolved.url.split('/node_modules/standin/');
    if (inPackage !== undefined && file !== '') appendFileSync(file, `${inPackage}\n`);
    return resolved;
  },
});
