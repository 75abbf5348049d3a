// Reads the imports of sources and checks them against the floors of ARCHITECTURE.md: those of the
// rooms, those of the sub-rooms inside a room, and that no files import each other in a circle.

/** The floor of each room. Imports point down only; rooms on one floor never import each other. */
const floors: Readonly<Record<string, number>> = {
  base: 0,
  schema: 1,
  contract: 2,
  model: 3,
  oracle: 4,
  http: 4,
  database: 4,
  journal: 5,
  store: 5,
  mock: 6,
  verify: 6,
  record: 6,
  inspector: 6,
  source: 5,
  project: 6,
  ui: 7,
  commands: 7,
  embed: 7,
  doors: 8,
};

/**
 * The floors inside a room, lowest first: a row for each sub-room, or for a file at the root of the
 * room (`report.ts`). `*` stands for all other files there. A row may import the rows above it in
 * this list, types included; files of one row may import each other. A room without a row here has
 * no sub-rooms.
 */
export const subFloors: Readonly<Record<string, readonly string[]>> = {
  base: ['*', 'secrets', 'regex'],
  schema: [
    'violation.ts',
    'keywords',
    '*',
    'walk',
    'quick',
    'check.ts',
    'header-values.ts',
    'lazy-checker.ts',
    'faults',
    'sample',
    'plausible',
  ],
  contract: ['envelopes', '*', 'relations', 'define', 'file'],
  model: [
    'state',
    'ids',
    'message',
    'accounts',
    'query',
    'parameters',
    'media',
    'ruling',
    'problems',
    'answers',
    'relations',
    'rules',
    'openapi',
    'forced',
  ],
  http: ['*', 'client', 'server', 'fetch', 'tls'],
  journal: [
    'interaction',
    'filter',
    'breakpoints',
    '*',
    'memory',
    'print',
    'redact',
    'export',
    'worker',
    'file',
    'database',
  ],
  mock: ['directives', '*'],
  verify: [
    'move.ts',
    'report.ts',
    'activity.ts',
    'guard',
    'pages',
    'session',
    'cleanup',
    'scenario',
    'laws',
    'checks',
    'shards',
    'actions',
    'filters',
    'singles',
    'users',
    'moves',
    'search',
    'learn',
    'pacts',
    'probe',
    'run',
    'verify.ts',
    'print',
    'known',
    'code-scanning',
  ],
  record: ['proxy', 'streams', 'shadow', 'worker'],
  store: ['*', 'postgres'],
  source: ['*', 'openapi', 'drift', 'rows', 'traffic', 'source.ts'],
  inspector: ['request', 'compare', '*'],
  project: ['save', 'files', 'source', 'load', 'init', 'follow', 'make-rows.ts', 'link-rows.ts'],
  commands: [
    'files',
    'login',
    'shared',
    'recording',
    'narrowing',
    'parents',
    'clean',
    'migrate',
    'print',
    'learn',
    'seed',
    'inspect',
    'export',
    'compare',
    'serve',
    'vite',
    'record',
    'init',
    'pact-broker',
    'pact-states',
    'verify',
    'program',
    'all-commands.ts',
    'flags-of-others.ts',
    'older-flags.ts',
  ],
  ui: [
    'shared',
    'parts',
    'held',
    'contract',
    'reports',
    'conditions',
    'detail',
    'compare',
    'data',
    'list',
    '*',
  ],
};

/** The rooms, and the single files, that may use modules of Node. */
const nodeUsers: readonly RegExp[] = [
  /^database\//,
  /^store\/postgres\//,
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
  pg: 'database/database.ts',
  '@opentelemetry/api': 'commands/serve/traces.ts',
  // The page is made of it, file by file.
  preact: 'ui/',
  'preact/hooks': 'ui/',
  'ajv/dist/2020.js': 'schema/validator.ts',
  'ajv-formats/dist/formats.js': 'schema/validator.ts',
  '@faker-js/faker': 'schema/plausible/values.ts',
  commander: 'cli.ts',
  '@pact-foundation/pact': 'commands/verify/pact-child.ts',
  'fast-check': 'verify/search/random-walk.ts',
  msw: 'embed/msw.ts',
  vitest: 'embed/vitest.ts',
  '@playwright/test': 'embed/playwright.ts',
  vite: 'commands/vite/vite-plugin.ts',
  'js-yaml': 'project/source/yaml.ts',
};

/**
 * The files that may import more than types of these modules, which are slow to import: a sixth of
 * a start. An export needs its status texts after the start.
 */
const valueUsers: Readonly<Record<string, readonly string[]>> = {
  'node:http': ['http/node-http.ts', 'journal/export/har.ts'],
};

/** What runs as a command does, watching files and serving the Inspector. */
const commandDoors = ['cli.ts', 'verify.ts', 'vite.ts'];

/** The one room that may import each of these packages. */
const packageRooms: Readonly<Record<string, string>> = { preact: 'ui', 'preact/hooks': 'ui' };

/** Returns every breach of the architecture in some sources, by path below `src` with `/`. */
export function findBreaches(sources: ReadonlyMap<string, string>): readonly string[] {
  const breaches = [...sources].flatMap(([file, source]) => {
    const code = withoutComments(source);
    const held = forbidden.filter(
      ({ room, pattern }) => room.test(file) && pattern.test(withoutStrings(code)),
    );
    return [
      ...importsOf(code).flatMap((target) => judgeImport(file, target)),
      ...valueImportsOf(code).flatMap((target) => judgeValueImport(file, target)),
      ...held.map(({ what }) => `src/${file} holds ${what}`),
    ];
  });
  return [...breaches, ...findCircles(sources)];
}

/**
 * Returns the circles of imports among some sources, imports of types included: one sentence for
 * each set of files that reach each other.
 */
export function findCircles(sources: ReadonlyMap<string, string>): readonly string[] {
  const imports = new Map(
    [...sources].map(([file, source]) => [
      file,
      importsOf(withoutComments(source))
        .filter((target) => target.startsWith('.'))
        .map((target) => resolve(file, target))
        .filter((target) => sources.has(target)),
    ]),
  );
  const reached = new Map([...imports.keys()].map((file) => [file, reachFrom(file, imports)]));
  const seen = new Set<string>();
  return [...imports.keys()].sort().flatMap((file) => {
    if (seen.has(file) || reached.get(file)?.has(file) !== true) return [];
    const circle = [...(reached.get(file) ?? [])].filter((other) => reached.get(other)?.has(file));
    for (const other of circle) seen.add(other);
    return [`src/${circle.sort().join(', src/')} import each other in a circle`];
  });
}

/** Returns every file that a file imports, directly or not. */
function reachFrom(
  start: string,
  imports: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const target of imports.get(file) ?? []) {
      if (found.has(target)) continue;
      found.add(target);
      waiting.push(target);
    }
  }
  return found;
}

/** Returns every module that a source imports, statically or not, also for types alone. */
export function importsOf(code: string): readonly string[] {
  const patterns = [
    /^\s*(?:import|export)\b[^;'`]*?\bfrom\s+'([^'\n]+)'/gm,
    /^\s*import\s+'([^'\n]+)'/gm,
    /\bimport\(\s*'([^'\n]+)'/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''));
}

/** Returns the modules that are loaded with a source: those of Node, and those of packages. */
export function loadedWith(start: string, sources: ReadonlyMap<string, string>): readonly string[] {
  const imports = new Map(
    [...sources].map(([file, source]) => [file, valueImportsOf(withoutComments(source))]),
  );
  const files = new Map(
    [...imports].map(([file, targets]) => [
      file,
      targets.map((target) => resolve(file, target)).filter((target) => sources.has(target)),
    ]),
  );
  const loaded = [start, ...reachFrom(start, files)].flatMap((file) => imports.get(file) ?? []);
  return [...new Set(loaded.filter((target) => !target.startsWith('.')))].sort();
}

/** Returns the modules of which a source imports more than types. */
function valueImportsOf(code: string): readonly string[] {
  const imports = code.matchAll(/^\s*import\b(?! type\b)([^;'`]*?)\bfrom\s+'([^'\n]+)'/gm);
  return [...imports].flatMap(([, taken = '', target = '']) =>
    /^[\s{]*(?:type [^,}]+[,\s}]*)*$/.test(taken) ? [] : [target],
  );
}

function judgeValueImport(file: string, target: string): readonly string[] {
  const users = valueUsers[target];
  return users === undefined || users.includes(file)
    ? []
    : [`src/${file} imports ${target}: only src/${users[0]} may, but for types`];
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
    return [`${breach}: only cli.ts, verify.ts and vite.ts import commands/`];
  if (fromRoom === toRoom) return judgeSubRooms(fromRoom, file, to, breach);
  if (down < from) return [];
  return [`${breach}: ${fromRoom}/ is on floor ${from}, ${toRoom}/ on floor ${down}`];
}

function judgeSubRooms(room: string, file: string, to: string, breach: string): readonly string[] {
  const rows = subFloors[room];
  if (rows === undefined) return [];
  const [from, down] = [rowOf(rows, file), rowOf(rows, to)];
  const [upper, lower] = [rows.indexOf(from), rows.indexOf(down)];
  if (upper === -1 || lower === -1)
    return [`${breach}: ${room}/${upper === -1 ? from : down} is no sub-room`];
  if (lower <= upper) return [];
  return [`${breach}: inside ${room}/, ${from} is on floor ${upper}, ${down} on floor ${lower}`];
}

/** Returns the row of a file in the floors of its room: its sub-room, its own name, or `*`. */
function rowOf(rows: readonly string[], file: string): string {
  const [, first = '', ...rest] = file.split('/');
  if (rest.length > 0) return first;
  return rows.includes(first) ? first : '*';
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
