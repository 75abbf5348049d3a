// docs/first-service.md, as its reader does it; then the same commands at a product that serves a
// document of its own, if it is on this machine.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { loopback } from '../real/products/loopback.ts';
import { productsFolder } from '../real/products-folder.ts';
import { root } from '../support/root.ts';
import { describePage } from './describe-page.ts';
import { PageRun } from './page.ts';
import { type Command, type Step, stepsOf } from './steps.ts';

describePage('docs/first-service.md');

const PAGE = 'docs/first-service.md';
const DOCUMENT = 'http://127.0.0.1:8080/openapi.json';
const missing = loopback.missing(productsFolder());

describe(`the commands of ${PAGE}, at ${loopback.title}`, { timeout: 90_000 }, () => {
  if (missing !== null) return void it.skip(`are not run, for it is not here: ${missing}`);
  const page = new PageRun(PAGE);
  afterAll(() => page.close());
  const start: Step = {
    kind: 'script',
    line: 1,
    title: loopback.title,
    stays: true,
    text: `mkdir data
echo '{"ids":{"Todo":1},"models":{"Todo":{}}}' > data/db.json
HOST=127.0.0.1 PORT=8080 node ${productsFolder().package('@loopback/example-todo')}`,
  };
  for (const step of [start, ...stepsForProduct()])
    it(`${step.line}: ${step.title}`, () => page.run(step));
});

/** The commands up to the chapter that mends the document; of their output the exit code counts. */
function stepsForProduct(): readonly Step[] {
  const text = readFileSync(join(root, PAGE), 'utf8');
  const last = text.split('\n## 7. ')[0]?.split('\n').length ?? 0;
  return stepsOf(text)
    .filter(({ line }) => line < last)
    .flatMap((step): readonly Step[] => {
      if (step.kind === 'session')
        return [{ ...step, commands: step.commands.map(commandForProduct) }];
      if (step.kind === 'script' && !step.text.includes('json-server'))
        return [{ ...step, text: step.text.replaceAll('openapi.yaml', DOCUMENT) }];
      return [];
    });
}

function commandForProduct({ line, text, expected }: Command): Command {
  return {
    line,
    text: text.replaceAll('openapi.yaml', DOCUMENT),
    expected: text.startsWith('echo ') ? expected : ['…'],
  };
}
