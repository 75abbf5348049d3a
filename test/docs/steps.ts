// What is to be done with each fence of a page. Nothing is passed over: what is not run says why,
// in one word of a closed list.

import { type Fence, fencesIn } from './fences.ts';

/** Why a fence is not run. */
export const reasons = {
  network: 'it fetches from a registry or from another machine',
  container: 'it needs a container runtime',
  pipeline: 'it is run by a service for pipelines',
  browser: 'a person does it in a browser',
  ci: '.ci/run runs it, in a fresh clone',
  yours: 'it is about a service or a secret of the reader',
  declaration:
    'it is a declaration that "npm run docs" took from the sources, where the compiler checks it',
  lacking:
    'it shows what is said where a package is missing, which is there where this is run; test/package runs it',
  form: 'it shows a form with gaps, nothing that could be run',
} as const;
export type Reason = keyof typeof reasons;

/** A command of a `console` fence, and what the reader sees. */
export interface Command {
  readonly line: number;
  readonly text: string;
  readonly expected: readonly string[];
}

export type Step = { readonly line: number; readonly title: string } & (
  | { readonly kind: 'script'; readonly text: string; readonly stays: boolean }
  | {
      readonly kind: 'session';
      readonly commands: readonly Command[];
      readonly when: 'at once' | 'eventually' | 'stays';
    }
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'program'; readonly text: string }
  | { readonly kind: 'left'; readonly reason: Reason }
  | { readonly kind: 'flawed'; readonly why: string }
);

const FILES = new Set([
  'json',
  'jsonc',
  'ts',
  'tsx',
  'js',
  'html',
  'yaml',
  'text',
  'sh',
  'dockerfile',
]);

/**
 * Reads a page: a step for each fence, in order. A fence that says nothing of what is to be done
 * with it is a flawed step.
 */
export function stepsOf(markdown: string): readonly Step[] {
  return fencesIn(markdown).map((fence) => {
    const step = stepOf(fence);
    return 'why' in step
      ? { ...step, title: `\`\`\`${fence.language} ${fence.words.join(' ')}`.trim() }
      : step;
  });
}

function stepOf(fence: Fence): Step {
  const { line, language, words, text } = fence;
  const flawed = (why: string): Step => ({ kind: 'flawed', line, title: '', why });
  const [word = '', ...more] = words;
  const title = text.split('\n').find((one) => one.trim() !== '') ?? '';
  if (more.length > 0) return flawed(`one word may follow the language, not ${words.length}`);
  if (word.startsWith('not-run=')) return left(fence, word.slice('not-run='.length), title);
  if (word.startsWith('file=')) {
    const path = word.slice('file='.length);
    if (!FILES.has(language)) return flawed(`a file of the language "${language}" is not known`);
    if (path === '' || path.startsWith('/') || path.split('/').includes('..'))
      return flawed(`"${path}" is no file of the project`);
    return { kind: 'file', line, title: path, path, text: `${text}\n` };
  }
  const stays = word === 'background';
  const isLate = word === 'eventually' && language === 'console';
  if (word !== '' && !stays && !isLate)
    return flawed(
      `"${word}" is not known; there is background, eventually (of a console), file=<path> and not-run=<reason>`,
    );
  if (language === 'sh') return { kind: 'script', line, title, text, stays };
  if (language === 'console')
    return session(fence, title, stays ? 'stays' : isLate ? 'eventually' : 'at once');
  if (language === 'ts' && !stays) return { kind: 'program', line, title, text: `${text}\n` };
  return flawed(
    `it is neither run (sh, console, ts), nor a file (file=<path>), nor does it say why not (not-run=<reason>)`,
  );
}

function left({ line }: Fence, reason: string, title: string): Step {
  if (Object.hasOwn(reasons, reason))
    return { kind: 'left', line, title, reason: reason as Reason };
  return {
    kind: 'flawed',
    line,
    title: '',
    why: `"${reason}" is no reason; there is ${Object.keys(reasons).join(', ')}`,
  };
}

/**
 * Reads `$ command`, with lines that go on behind a backslash, and what it prints below it.
 * `eventually`: it is done again until it prints that, for a while.
 */
function session(
  { line, text }: Fence,
  title: string,
  when: 'at once' | 'eventually' | 'stays',
): Step {
  const commands: { line: number; text: string; expected: string[] }[] = [];
  let goesOn = false;
  for (const [index, one] of text.split('\n').entries()) {
    const last = commands.at(-1);
    if (goesOn && last !== undefined) last.text += `\n${one.replace(/^> /, '')}`;
    else if (one.startsWith('$ '))
      commands.push({ line: line + 1 + index, text: one.slice(2), expected: [] });
    else if (last === undefined)
      return {
        kind: 'flawed',
        line,
        title: '',
        why: 'the first line of a console is "$ <command>"',
      };
    else last.expected.push(one);
    goesOn = one.endsWith('\\') && (goesOn || one.startsWith('$ '));
  }
  return { kind: 'session', line, title, commands, when };
}
