// Does what a runner of GitHub Actions does with steps: expressions, variables, bash, outputs. Of
// the actions that it is asked for it knows this project's own, and what the others do with files.
// Anything else that it meets is an error, so that nothing is passed over.

import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { root } from '../support/root.ts';

/** A mapping of YAML. */
export type Mapping = Readonly<Record<string, unknown>>;

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a file of YAML that is a mapping. */
export function readYaml(file: string): Mapping {
  const value: unknown = load(readFileSync(join(root, file), 'utf8'));
  if (!isMapping(value)) throw new Error(`${file} is no mapping`);
  return value;
}

/** A member that is a mapping; an empty one where there is none. */
export function inner(value: Mapping, name: string): Mapping {
  const member = value[name] ?? {};
  if (!isMapping(member)) throw new Error(`${name} is no mapping`);
  return member;
}

/** The steps of a job or of an action. */
export function stepsOf(value: Mapping): readonly Mapping[] {
  const { steps } = value;
  if (!Array.isArray(steps) || !steps.every(isMapping)) throw new Error('there are no steps');
  return steps;
}

export interface Machine {
  /** What is checked out. */
  readonly workspace: string;
  /** Where `RUNNER_TEMP` is; it is made where it is not there. */
  readonly temp: string;
  /** What is kept under names, as folders. */
  readonly artifacts: string;
  readonly env: Readonly<Record<string, string>>;
  /** What was left running by steps, as groups of processes; see `endAll`. */
  readonly groups?: number[];
}

/** Ends what steps left running, as a runner does when the job is over. */
export function endAll({ groups = [] }: Machine): void {
  for (const group of groups.splice(0)) {
    try {
      process.kill(-group, 'SIGTERM');
    } catch {
      // Nothing of it runs any more.
    }
  }
}

export interface Ran {
  /** 0 where every step went well, else the code of the first that did not. */
  readonly code: number;
  readonly log: string;
  /** Of the action: those that it declares. Of a job: none. */
  readonly outputs: Readonly<Record<string, string>>;
  /** All that was written as the summary of a step. */
  readonly summary: string;
}

type Context = Readonly<Record<string, unknown>>;

interface StepRan {
  readonly code: number;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Runs the action of this project with some inputs. */
export async function runAction(
  given: Readonly<Record<string, string>>,
  machine: Machine,
): Promise<Ran> {
  const action = readYaml('action.yml');
  const declared = inner(action, 'inputs');
  for (const name of Object.keys(given))
    if (!Object.hasOwn(declared, name)) throw new Error(`the action has no input ${name}`);
  const inputs = Object.fromEntries(
    Object.keys(declared).map((name) => [
      name,
      given[name] ?? String(inner(declared, name)['default'] ?? ''),
    ]),
  );
  const ran = await runSteps(stepsOf(inner(action, 'runs')), { inputs }, machine);
  const outputs = Object.entries(inner(action, 'outputs')).map(([name, output]) => [
    name,
    expand(String((output as Mapping)['value']), { inputs, steps: ran.steps }),
  ]);
  return { ...ran, outputs: Object.fromEntries(outputs) as Record<string, string> };
}

/** Runs the steps of a job. */
export async function runJob(job: Mapping, context: Context, machine: Machine): Promise<Ran> {
  return { ...(await runSteps(stepsOf(job), context, machine)), outputs: {} };
}

async function runSteps(
  steps: readonly Mapping[],
  context: Context,
  machine: Machine,
): Promise<Omit<Ran, 'outputs'> & { readonly steps: Context }> {
  const done: Record<string, { readonly outputs: StepRan['outputs'] }> = {};
  let [code, log, summary] = [0, '', ''];
  for (const step of steps) {
    const known = { ...context, steps: done };
    const condition = String(step['if'] ?? 'success()').replace(/^\$\{\{(.*)\}\}$/s, '$1');
    if (!isTrue(evaluate(condition, { ...known, failed: code !== 0 }))) continue;
    if (code !== 0 && !/always\(\)|failure\(\)/.test(condition)) continue;
    const ran = await runStep(step, known, machine);
    if (typeof step['id'] === 'string') done[step['id']] = { outputs: ran.outputs };
    code = code === 0 ? ran.code : code;
    log += ran.log;
    summary += ran.summary;
  }
  return { code, log, summary, steps: done };
}

async function runStep(step: Mapping, context: Context, machine: Machine): Promise<StepRan> {
  const given = (name: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(inner(step, name)).map(([key, value]) => [
        key,
        expand(String(value), context),
      ]),
    );
  if (typeof step['run'] === 'string') {
    const folder = resolve(
      machine.workspace,
      expand(String(step['working-directory'] ?? '.'), context),
    );
    return runBash(expand(step['run'], context), {
      ...machine,
      folder,
      env: { ...machine.env, ...given('env') },
    });
  }
  const uses = String(step['uses']);
  const nothing = { code: 0, log: '', summary: '', outputs: {} };
  const withs = given('with');
  if (/^actions\/(?:checkout|setup-node)@v6$/.test(uses)) return nothing;
  if (uses === 'actions/upload-artifact@v6') {
    upload(withs, machine);
    return nothing;
  }
  if (uses === 'actions/download-artifact@v7') {
    download(withs, machine);
    return nothing;
  }
  if (uses === './' || /^[\w-]+\/standin@v\d+$/.test(uses)) return runAction(withs, machine);
  throw new Error(`${uses} is not known`);
}

/** What is below the path; without any file nothing is kept. */
function upload(
  { name = '', path = '' }: Readonly<Record<string, string>>,
  { artifacts, workspace }: Machine,
): void {
  const target = join(artifacts, name);
  if (name === '' || existsSync(target))
    throw new Error(`an artifact cannot be called ${JSON.stringify(name)}`);
  for (const one of path.split('\n').filter(Boolean))
    if (existsSync(resolve(workspace, one)))
      cpSync(resolve(workspace, one), target, { recursive: true });
}

/** Those whose names fit the pattern, each in a folder of its name. */
function download(
  { pattern = '*', path = '.' }: Readonly<Record<string, string>>,
  { artifacts, workspace }: Machine,
): void {
  const fitting = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
  for (const name of readdirSync(artifacts).filter((one) => fitting.test(one)))
    cpSync(join(artifacts, name), resolve(workspace, path, name), { recursive: true });
}

export interface BashOptions extends Pick<Machine, 'env' | 'temp' | 'groups'> {
  readonly folder: string;
  /** `gitlab`: nothing is there that GitHub's runner brings. */
  readonly of?: 'github' | 'gitlab';
}

/** Runs a script as `shell: bash` does. */
export function runBash(
  script: string,
  { folder, env, temp, groups, of = 'github' }: BashOptions,
): Promise<StepRan> {
  mkdirSync(temp, { recursive: true });
  const own = mkdtempSync(join(temp, 'step-'));
  const files = {
    script: join(own, 'script.sh'),
    output: join(own, 'output'),
    summary: join(own, 'summary'),
  };
  writeFileSync(files.script, script);
  writeFileSync(files.output, '');
  writeFileSync(files.summary, '');
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', files.script], {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      HOME: own,
      LANG: 'C.UTF-8',
      ...env,
      ...(of === 'gitlab'
        ? {}
        : {
            GITHUB_ACTIONS: 'true',
            GITHUB_OUTPUT: files.output,
            GITHUB_STEP_SUMMARY: files.summary,
            GITHUB_ACTION_PATH: root,
            RUNNER_TEMP: temp,
          }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  if (child.pid !== undefined) groups?.push(child.pid);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => {
      const lines = readFileSync(files.output, 'utf8').split('\n').filter(Boolean);
      const outputs = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      );
      done({ code: code ?? 1, log, summary: readFileSync(files.summary, 'utf8'), outputs });
    });
  });
}

/** Puts the values of expressions in their place. */
function expand(text: string, context: Context): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => {
    const value = evaluate(expression, context);
    return value === undefined || value === null ? '' : String(value);
  });
}

/** As much of the language of expressions as is used here. */
function evaluate(expression: string, context: Context): unknown {
  const text = expression.trim();
  const conditions = text.split('&&');
  if (conditions.length > 1) return conditions.every((one) => isTrue(evaluate(one, context)));
  const [, left, operator, right] = /^(.*?)([!=]=)(.*)$/s.exec(text) ?? [];
  if (left !== undefined && right !== undefined) {
    const isSame = String(evaluate(left, context) ?? '') === String(evaluate(right, context) ?? '');
    return isSame === (operator === '==');
  }
  if (text === 'always()') return true;
  if (text === 'success()') return context['failed'] !== true;
  const [, literal] = /^'([^']*)'$/.exec(text) ?? [];
  if (literal !== undefined) return literal;
  if (!/^[a-z]\w*(?:\.[\w-]+)+$/i.test(text))
    throw new Error(`the expression ${text} is not known`);
  return text
    .split('.')
    .reduce<unknown>((value, name) => (isMapping(value) ? value[name] : undefined), context);
}

function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '';
}
