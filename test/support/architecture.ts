// Reads the imports of sources and holds them against the floors of ARCHITECTURE.md.

/** The floor of each room. Imports point down only; rooms on one floor never import each other. */
const floors: Readonly<Record<string, number>> = {
  base: 0,
  schema: 1,
  contract: 2,
  model: 3,
  oracle: 4,
  http: 4,
  journal: 5,
  mock: 6,
  verify: 6,
  record: 6,
  inspector: 6,
  project: 6,
  ui: 7,
  commands: 7,
  embed: 7,
  doors: 8,
};

/** The rooms, and the single files, that may use modules of Node. */
const nodeUsers: readonly RegExp[] = [
  /^http\//,
  /^journal\/(?!filter\/)/,
  /^record\//,
  /^project\//,
  /^commands\//,
  /^cli\.ts$/,
];

/** What the sources of a room never hold: a pattern, and what it is. */
const forbidden: readonly {
  readonly room: RegExp;
  readonly pattern: RegExp;
  readonly what: string;
}[] = [
  { room: /^(?!cli\.ts$)/, pattern: /\bconsole\s*\./, what: 'console' },
  { room: /^(?!cli\.ts$)/, pattern: /\bprocess\s*\./, what: 'process' },
  {
    room: /^(base|schema|contract|model)\//,
    pattern: /\b(Date|performance|setTimeout|setInterval|setImmediate)\b\s*[.(]/,
    what: 'a clock',
  },
  {
    room: /^(base|schema|contract|model)\//,
    pattern: /\bMath\.random\b|\bcrypto\b\s*\./,
    what: 'randomness',
  },
  { room: /^model\//, pattern: /\basync\b|\bawait\b|\bPromise\b/, what: 'async' },
  {
    room: /^(base|schema|contract|model|journal|mock)\//,
    pattern: /\bnew (Request|Response)\b|: (Request|Response)\b/,
    what: 'Request or Response',
  },
];

/** The one file that may import each package. */
const packageUsers: Readonly<Record<string, string>> = {
  // The page is made of it, file by file.
  preact: 'ui/',
  'preact/hooks': 'ui/',
  'ajv/dist/2020.js': 'schema/validator.ts',
  'ajv-formats': 'schema/validator.ts',
  '@faker-js/faker': 'schema/plausible/values.ts',
  commander: 'cli.ts',
  '@pact-foundation/pact': 'commands/verify/pact-child.ts',
  'fast-check': 'verify/search/random-walk.ts',
  msw: 'embed/msw.ts',
  vitest: 'embed/vitest.ts',
  '@playwright/test': 'embed/playwright.ts',
  vite: 'commands/vite/vite-plugin.ts',
};

/** What runs as a command does, watching files and serving the Inspector. */
const commandDoors = ['cli.ts', 'vite.ts'];

/** The one room that may import each of these packages. */
const packageRooms: Readonly<Record<string, string>> = { preact: 'ui', 'preact/hooks': 'ui' };

/** Gives every breach of the architecture in some sources, by path below `src` with `/`. */
export function findBreaches(sources: ReadonlyMap<string, string>): readonly string[] {
  return [...sources].flatMap(([file, source]) => {
    const code = withoutComments(source);
    const held = forbidden.filter(
      ({ room, pattern }) => room.test(file) && pattern.test(withoutStrings(code)),
    );
    return [
      ...importsOf(code).flatMap((target) => judgeImport(file, target)),
      ...held.map(({ what }) => `src/${file} holds ${what}`),
    ];
  });
}

/** Gives every module that a source imports, statically or not, also for types alone. */
export function importsOf(code: string): readonly string[] {
  const patterns = [
    /^\s*(?:import|export)\b[^;'`]*?\bfrom\s+'([^'\n]+)'/gm,
    /^\s*import\s+'([^'\n]+)'/gm,
    /\bimport\(\s*'([^'\n]+)'/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''));
}

function judgeImport(file: string, target: string): readonly string[] {
  const breach = `src/${file} imports ${target}`;
  if (target.startsWith('node:'))
    return nodeUsers.some((user) => user.test(file))
      ? []
      : [`${breach}: ${roomOf(file)}/ uses no modules of Node`];
  if (!target.startsWith('.')) {
    const room = packageRooms[target];
    if (room !== undefined)
      return room === roomOf(file) ? [] : [`${breach}: only src/${room}/ may`];
    const user = packageUsers[target];
    if (user === undefined) return [`${breach}: no file may import this package`];
    return user === file || (user.endsWith('/') && file.startsWith(user))
      ? []
      : [`${breach}: only src/${user} may`];
  }
  const to = resolve(file, target);
  const [fromRoom, toRoom] = [roomOf(file), roomOf(to)];
  const [from, down] = [floors[fromRoom], floors[toRoom]];
  if (from === undefined || down === undefined)
    return [`${breach}: ${from === undefined ? fromRoom : toRoom}/ is no room`];
  if (fromRoom === 'doors' && toRoom === 'doors') return [`${breach}: no door imports a door`];
  if (toRoom === 'ui' && fromRoom !== 'ui')
    return [`${breach}: the page is built, and imported by nobody`];
  if (toRoom === 'commands' && fromRoom === 'doors' && !commandDoors.includes(file))
    return [`${breach}: only cli.ts and vite.ts import commands/`];
  if (fromRoom === toRoom || down < from) return [];
  return [`${breach}: ${fromRoom}/ is on floor ${from}, ${toRoom}/ on floor ${down}`];
}

function roomOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] ?? '') : 'doors';
}

function resolve(file: string, target: string): string {
  const steps = file.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}

function withoutComments(source: string): string {
  return source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\s\/\/ .*$/gm, '');
}

function withoutStrings(code: string): string {
  return code.replaceAll(/'[^'\n]*'/g, "''").replaceAll(/`[^`]*`/g, '``');
}
