// The defences for files: the contents of schemas, contracts and recordings, what kinds of files
// there are, and how they are written.

import type { Defence } from './defence.ts';

const NAMES = 'test/abuse/files-names.test.ts';
const PATTERN = {
  file: 'src/schema/match-pattern.ts',
  test: 'test/schema/match-pattern.test.ts',
} as const;
const VALIDATOR = {
  file: 'src/schema/validator.ts',
  test: 'test/schema/match-pattern.test.ts',
} as const;
const ERRORS = { file: 'src/base/errors.ts', test: 'test/base/errors.test.ts' } as const;
const RECORDING = 'test/journal/file/recording-trouble.test.ts';

export const filesDefences: readonly Defence[] = [
  {
    ...PATTERN,
    name: 'patterns of schemas that backtrack without end',
    text: '    if (text.length <= few) return expression.test(text);',
    without: '    if (text.length <= few || search === null) return expression.test(text);',
  },
  {
    ...PATTERN,
    name: 'a machine for a pattern that takes too many steps',
    text: 'isFound(compiled.machine, text, PATTERN_STEPS_MAX)',
    without: 'isFound(compiled.machine, text, Number.POSITIVE_INFINITY)',
  },
  {
    ...VALIDATOR,
    name: 'unique items held against each other',
    text: "  ajv.removeKeyword('uniqueItems');",
    without: '  if (ajv.opts.strict) return;',
  },
  {
    ...VALIDATOR,
    name: 'the format url, which backtracks',
    text: "  ajv.addFormat('url', /^(?:https?|ftp):\\/\\/[^\\s/?#]+(?:[/?#]\\S*)?$/i);",
    without: '',
  },
  {
    name: 'recordings with views and triggers',
    file: 'src/journal/file/open-database.ts',
    test: RECORDING,
    only: 'views or triggers',
    text: '  if (foreign !== undefined) throw',
    without: '  if (foreign === null) throw',
  },
  {
    name: 'recordings that nest too deep',
    file: 'src/journal/interaction/read-recorded.ts',
    test: RECORDING,
    only: 'too deep nesting',
    text: '    if (nestsDeeper(text, LEVELS_MAX)) return null;',
    without: '    void nestsDeeper;',
  },
  {
    ...ERRORS,
    name: 'messages that draw on a terminal',
    text: '    super(truncate(withoutCommands(printableLines(message)), MESSAGE_CHARS_MAX));',
    without: '    super(truncate(withoutCommands(message), MESSAGE_CHARS_MAX));',
  },
  {
    ...ERRORS,
    name: 'remedies that draw on a terminal',
    text: '    this.remedy = withoutCommands(printableLines(remedy));',
    without: '    this.remedy = remedy;',
  },
  {
    ...ERRORS,
    name: 'messages without end',
    text: 'truncate(withoutCommands(printableLines(message)), MESSAGE_CHARS_MAX)',
    without: 'truncate(withoutCommands(printableLines(message)), Number.MAX_SAFE_INTEGER)',
  },
  {
    ...ERRORS,
    name: 'faults without end',
    text: 'truncate(what, FAULT_CHARS_MAX)',
    without: 'what',
  },
  {
    name: 'pipes and devices in the place of files',
    file: 'src/project/files/read-file.ts',
    test: 'test/abuse/files-odd.test.ts',
    only: 'a command whose file is not a file',
    text: '  if (!stats.isFile() && !stats.isDirectory()) throw new NotAFile();',
    without: '  void stats;',
  },
  {
    name: 'a clock that is set while Standin runs',
    file: 'src/mock/mock.ts',
    test: 'test/abuse/files-clock.test.ts',
    text: '      const steadyAt = timeOrigin + began;',
    without: '      const steadyAt = Date.now();',
  },
  {
    name: 'references to what every object inherits',
    file: 'src/schema/faults/prototype-refs.ts',
    test: NAMES,
    only: 'a reference in a schema',
    text: '  if (!steps.some((step) => step in Object.prototype)) return false;',
    without: '  if (steps.length >= 0) return false;',
  },
  {
    name: 'reports in other folders than the one that was named',
    file: 'src/commands/shared/file-per-resource.ts',
    test: NAMES,
    only: 'makes no file in another folder',
    text: "  const name = resource.replaceAll(/[/\\\\:*?\"<>|\\p{Cc}]/gu, '_');",
    without: '  const name = resource;',
  },
  {
    name: 'members that all objects inherit, in files and bodies',
    file: 'src/base/json.ts',
    test: NAMES,
    text: '  return Object.hasOwn(object, key) ? object[key] : undefined;',
    without: '  return object[key];',
  },
  {
    name: 'seed files that are written in part',
    file: 'src/project/save/write-seed-file.ts',
    test: 'test/abuse/files-killed.test.ts',
    text: '    renameSync(fresh, target);',
    without: '    writeFileSync(target, text);\n    removeQuietly(fresh);',
  },
];
