// The sources keep to the floors of ARCHITECTURE.md.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBreaches, importsOf, loadedWith, subFloors } from './support/architecture.ts';

const root = join(import.meta.dirname, '../src');

function sources(): ReadonlyMap<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return new Map(
    files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(root, file), 'utf8')]),
  );
}

function floorOf(room: string, row: string): number {
  return subFloors[room]?.indexOf(row) ?? -1;
}

describe('findBreaches', () => {
  it('finds no breach in the sources', () => {
    expect(findBreaches(sources())).toEqual([]);
  });

  it('loads for every command what each needs, and no client or server', () => {
    expect(loadedWith('cli.ts', sources())).toEqual(['commander', 'node:fs', 'node:path']);
  });

  it('reads all source files and their imports', () => {
    const all = sources();
    const imports = [...all.values()].flatMap(importsOf);
    expect(all.size).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(150);
  });

  const planted: readonly (readonly [file: string, source: string, breach: string])[] = [
    [
      'base/json.ts',
      "import { rule } from '../model/rule.ts';",
      'src/base/json.ts imports ../model/rule.ts: base/ is on floor 0, model/ on floor 3',
    ],
    [
      'schema/validator.ts',
      "import type { Contract } from '../contract/contract.ts';",
      'src/schema/validator.ts imports ../contract/contract.ts: schema/ is on floor 1, contract/ on floor 2',
    ],
    [
      'mock/mock.ts',
      "import { loadProject } from '../project/project.ts';",
      'src/mock/mock.ts imports ../project/project.ts: mock/ is on floor 6, project/ on floor 6',
    ],
    [
      'http/server/listener.ts',
      "const x = await import('../../oracle/judge.ts');",
      'src/http/server/listener.ts imports ../../oracle/judge.ts: http/ is on floor 4, oracle/ on floor 4',
    ],
    [
      'model/rules/rule.ts',
      "export { readFileSync } from 'node:fs';",
      'src/model/rules/rule.ts imports node:fs: model/ uses no modules of Node',
    ],
    ...[
      "import { createServer } from 'node:http';",
      "import http, { type Server } from 'node:http';",
      "import {\n  type Server,\n  STATUS_CODES,\n  type Agent,\n} from 'node:http';",
    ].map(
      (source) =>
        [
          'http/server/listener.ts',
          source,
          'src/http/server/listener.ts imports node:http: only src/http/node-http.ts may, but for types',
        ] as const,
    ),
    ['model/rules/rule.ts', 'const at = Date.now();', 'src/model/rules/rule.ts holds a clock'],
    [
      'model/rules/rule.ts',
      'const luck = Math.random();',
      'src/model/rules/rule.ts holds randomness',
    ],
    [
      'model/rules/rule.ts',
      'export async function rule(): Promise<void> {}',
      'src/model/rules/rule.ts holds async',
    ],
    ['mock/mock.ts', 'console.log(1);', 'src/mock/mock.ts holds console'],
    [
      'project/source/project-files.ts',
      'process.cwd();',
      'src/project/source/project-files.ts holds process',
    ],
    [
      'contract/file/contract-faults.ts',
      "import { Ajv2020 } from 'ajv/dist/2020.js';",
      'src/contract/file/contract-faults.ts imports ajv/dist/2020.js: only src/schema/validator.ts may',
    ],
    [
      'contract/file/contract-faults.ts',
      "import lodash from 'lodash';",
      'src/contract/file/contract-faults.ts imports lodash: no file may import this package',
    ],
    [
      'index.ts',
      "export * from './cli.ts';",
      'src/index.ts imports ./cli.ts: no door imports a door',
    ],
    [
      'index.ts',
      "import { serve } from './commands/serve.ts';",
      'src/index.ts imports ./commands/serve.ts: only cli.ts, verify.ts and vite.ts import commands/',
    ],
    [
      'mock/mock.ts',
      "import { render } from 'preact';",
      'src/mock/mock.ts imports preact: only src/ui/ may',
    ],
    [
      'commands/serve/serve.ts',
      "import { Page } from '../../ui/page.tsx';",
      'src/commands/serve/serve.ts imports ../../ui/page.tsx: the page is built, and imported by nobody',
    ],
    [
      'tools/x.ts',
      "import '../base/json.ts';",
      'src/tools/x.ts imports ../base/json.ts: tools/ is no room',
    ],
  ];

  it('names an import that breaks the floors inside a room', () => {
    const source = "import type { Law } from '../laws/law.ts';";
    expect(findBreaches(new Map([['verify/guard/guard.ts', source]]))).toEqual([
      `src/verify/guard/guard.ts imports ../laws/law.ts: inside verify/, guard is on floor ${floorOf('verify', 'guard')}, laws on floor ${floorOf('verify', 'laws')}`,
    ]);
    expect(findBreaches(new Map([['verify/laws/law.ts', "import '../guard/guard.ts';"]]))).toEqual(
      [],
    );
  });

  it('names a sub-room that has no row', () => {
    const source = "import '../attic/old.ts';";
    expect(findBreaches(new Map([['verify/guard/guard.ts', source]]))).toEqual([
      'src/verify/guard/guard.ts imports ../attic/old.ts: verify/attic is no sub-room',
    ]);
  });

  it('names each import circle once, also one of types only', () => {
    const sources = new Map([
      ['model/rules/rule.ts', "import type { Scene } from './scene.ts';"],
      ['model/rules/scene.ts', "import type { Patch } from './uniqueness.ts';"],
      ['model/rules/uniqueness.ts', "import { type Rule } from './rule.ts';"],
      ['model/rules/prepare.ts', "import type { Rule } from './rule.ts';"],
    ]);
    expect(findBreaches(sources)).toEqual([
      'src/model/rules/rule.ts, src/model/rules/scene.ts, src/model/rules/uniqueness.ts import each other in a circle',
    ]);
  });

  it('has a row for every sub-room, and no other rows', () => {
    const files = [...sources().keys()];
    for (const [room, rows] of Object.entries(subFloors)) {
      const found = new Set(
        files
          .filter((file) => file.startsWith(`${room}/`))
          .map((file) => file.split('/').slice(1))
          .map(([first = '', ...rest]) => (rest.length > 0 || rows.includes(first) ? first : '*')),
      );
      expect([...found].sort(), room).toEqual([...rows].sort());
    }
  });

  it('finds every sub-room in ARCHITECTURE.md', () => {
    const page = readFileSync(join(root, '../ARCHITECTURE.md'), 'utf8');
    const rooms = Object.entries(subFloors).flatMap(([room, rows]) =>
      rows.filter((row) => /^[a-z-]+$/.test(row)).map((row) => `${room}/${row}`),
    );
    const isNamed = (name: string): boolean =>
      page.includes(`\`${name}\``) || ['commands', 'ui'].includes(name.split('/')[0] ?? '');
    expect(rooms.filter((name) => !isNamed(name))).toEqual([]);
  });

  it('finds no folder of more than 20 files', () => {
    const counts = Map.groupBy(sources().keys(), (file) => dirname(file));
    const large = [...counts].filter(([, files]) => files.length > 20).map(([folder]) => folder);
    expect(large).toEqual([]);
  });

  it.each(planted)('names the breach planted in %s: %s', (file, source, breach) => {
    expect(findBreaches(new Map([[file, source]]))).toEqual([breach]);
  });

  it('is not misled by comments and strings', () => {
    const source =
      "// import x from '../model/rule.ts'\n/* console.log */\nconst word = 'process.exit';\n";
    expect(findBreaches(new Map([['base/json.ts', source]]))).toEqual([]);
  });
});
