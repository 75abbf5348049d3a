// Compiles ahead what is known before any project: the validators of schemas themselves and of the
// form of contract files. A fresh start spent most of its time on them. Returns the code of the
// modules that stand in the place of those in `src`.
import standalone from 'ajv/dist/standalone/index.js';
import { contractSchema } from '../src/contract/file/contract-schema.ts';
import { DIALECT } from '../src/schema/faults/meta-validator.ts';
import { Schemas } from '../src/schema/schema.ts';
import { createMetaValidator, createValidator, fileOf } from '../src/schema/validator.ts';

/** The modules that are compiled ahead, by their path from the root: the code of each. */
export const ahead = {
  'src/schema/faults/meta-validator.ts': () =>
    `${codeOf(createMetaValidator('source'), DIALECT, 'metaValidator')}
export const DIALECT = ${JSON.stringify(DIALECT)};
`,
  'src/contract/file/form-validator.ts': () =>
    codeOf(
      createValidator(new Schemas(new Map([['contract', contractSchema]])), 'source'),
      fileOf('contract'),
      'formValidator',
    ),
};

/** The code of a module that exports a function, which returns the function that validates. */
function codeOf(ajv, schema, name) {
  const imports = [];
  const code = standalone
    .default(ajv, ajv.getSchema(schema))
    .replace(/^"use strict";\s*/, '')
    .replace(
      /export const validate = (\w+);\s*export default \w+;/,
      (_whole, validate) => `export function ${name}() { return ${validate}; }`,
    )
    // The parts of ajv that run in compiled code are modules of their own. Node gives the whole
    // module as the default, some bundlers its own default.
    .replaceAll(/require\("([^"]+)"\)\.default/g, (_whole, module) => {
      imports.push(`import part${imports.length} from '${module}.js';`);
      const part = `part${imports.length - 1}`;
      return `(${part}.default ?? ${part})`;
    });
  const ours = [
    ["import { findTwins } from '#src/schema/unique-items.ts';", 'findTwins'],
    ["import { boundedExpression } from '#src/schema/validator.ts';", 'boundedExpression'],
  ].flatMap(([line, used]) => (code.includes(used) ? [line] : []));
  return `${[...imports, ...ours].join('\n')}\n${code}\n`;
}
