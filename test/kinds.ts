// Which test files are slow, and which may share a process. Data alone: vitest.config.ts makes a
// project of each kind, toolchain/test-room.mjs runs some of them. A new file needs no entry.

/**
 * Slow kinds: `npm run test:slow` runs them, `npm test` does not. They start shells, browsers,
 * package managers or many processes, or verify many services.
 */
export const SLOW: readonly string[] = [
  'test/commands/pact-broker/publish.test.ts',
  // The recipes for pipelines, and the examples, as their readers run them.
  'test/{pipeline,examples}/**/*.test.ts',
  // Clients and proxies that others wrote, in front of mocks of documents.
  'test/clients/*.test.ts',
  // Tests that Standin writes, run by Vitest in processes of their own.
  'test/verify/print/vitest/{vitest,patch}.test.ts',
  'test/commands/verify/test-file.test.ts',
  // Many services, faulty and correct.
  'test/bed/{failing/failing,late,seeds,slow,correct/correct,documents/found,own-mocks/found,hard/witness,shapes/found,shapes/related,stored/stored}.test.ts',
  'test/peers/peers.test.ts',
  'test/real/short-form.test.ts',
  'test/record/shadow/shadow.test.ts',
  'test/commands/{learn/drift,verify/{books,http-faults}}.test.ts',
  // Many histories of replicas; processes and a database that are killed, and machines that share a run.
  'test/store/{faults,processes,replicas,verify-queue,verify-laws-queue}.test.ts',
  // Full disks, killed processes, and files that a fuzzer has damaged.
  'test/abuse/files-{full,fuzz,killed,odd,secrets}.test.ts',
];

/**
 * Slow as well: the packed package, installed once for all of them; other Nodes and compilers.
 */
export const PACKAGE: readonly string[] = ['test/package/**/*.test.ts'];

/**
 * Slow as well, and somebody waits for an answer there: a browser, or a shell for a server. They run
 * after the others of `npm run test:slow`, which would keep the machine from answering.
 */
export const PAGES: readonly string[] = [
  // Each fence of a page in a real shell.
  'test/docs/{cli,first-service,frontend,pipeline,quick-pages,readme,troubleshooting,worlds-and-faults}.test.ts',
  // A real browser.
  'test/ui/!(budget|filter-fields|parts).test.ts',
  'test/page*.test.ts',
];

/** Services that `npm run bed` verifies too: `npm run test:bed` names each in a test. */
export const BED: readonly string[] = [
  'test/bed/{comparisons,found,spared,hard/found,patch/found,patch/spared,specified/found}.test.ts',
];

/**
 * Files that leave their process unchanged (its folder, environment and Node modules). One process
 * runs many of them in turn and loads what they share only once.
 */
export const SHARED: readonly string[] = [
  'test/{base,schema,contract,model,http,mock,json-server,prism,oracle,journal,record,verify,inspector,bed}/**/*.test.ts',
  'test/commands/**/!(no-command|open-broker|vite-plugin).test.ts',
  'test/project/make-rows.test.ts',
];

/** Left out of `npm run test:quick`, beside the long ones: attacks, and real databases. */
export const NOT_QUICK: readonly string[] = ['test/abuse/', 'test/store/', 'test/database/'];

/**
 * Files that take long and mostly wait. They start first, so that none is left alone at the end.
 */
export const LONG: readonly string[] = [
  // The longest of the pages.
  'test/ui/accessibility',
  'test/page-qa-hour',
  'test/bed/',
  'test/record/shadow/',
  'test/project/follow/',
  'test/cli',
  'test/commands/learn/drift',
  'test/commands/verify/',
  'test/commands/pact-broker/publish',
  'test/examples/',
  'test/package/',
  'test/pipeline/examples',
  'test/docs/',
  'test/ui/',
  'test/abuse/files-f',
  'test/verify/laws/',
  'test/verify/learn/learn',
  'test/verify/print/vitest',
];
