// Compiles a regular expression to a machine that is in all its states at once (Thompson, 1968).

import { remember } from '../remember.ts';
import { parseRegex, type RegexFlag, type RegexNode, type RegexPlace } from './parse.ts';

export type MachineStep =
  | { readonly kind: 'character'; readonly takes: (character: number) => boolean }
  /** Continues at two steps at once; at one if both are the same. */
  | { readonly kind: 'split'; readonly one: number; readonly other: number }
  | { readonly kind: 'place'; readonly holds: (text: string, at: number) => boolean }
  /** Holds if its own steps lead to their end from here; without `wants`, if they do not. */
  | { readonly kind: 'ahead'; readonly steps: readonly MachineStep[]; readonly wants: boolean };

/** Starts at step 0, proceeds to the next, and has found its text when it passes the last step. */
export interface Machine {
  readonly steps: readonly MachineStep[];
  /** Decides what one character is: a unit of UTF-16, or with `u` a code point. */
  readonly flag: RegexFlag;
}

export type CompiledRegex =
  | { readonly kind: 'machine'; readonly machine: Machine }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unreadable'; readonly what: string };

/** Compiles a pattern, unless its machine would have more than `statesMax` steps. */
export function compileRegex(pattern: string, flag: RegexFlag, statesMax: number): CompiledRegex {
  const parsed = parseRegex(pattern, flag);
  if (parsed.kind === 'unreadable') return parsed;
  try {
    const steps: MachineStep[] = [];
    new Compiler(flag).write(parsed.tree, steps, statesMax);
    return { kind: 'machine', machine: { steps, flag } };
  } catch (error) {
    if (error instanceof TooLarge) return { kind: 'too-large' };
    throw error;
  }
}

class TooLarge {}

class Compiler {
  /** A part that is counted is written several times; its tests are shared. */
  private readonly testOf: (source: string) => (character: number) => boolean;

  constructor(flag: RegexFlag) {
    this.testOf = remember((source) => characterTest(source, flag));
  }

  write(node: RegexNode, steps: MachineStep[], statesMax: number): void {
    if (steps.length >= statesMax) throw new TooLarge();
    switch (node.kind) {
      case 'character':
        steps.push({ kind: 'character', takes: this.testOf(node.source) });
        return;
      case 'place':
        steps.push({ kind: 'place', holds: PLACES[node.place] });
        return;
      case 'ahead': {
        const below: MachineStep[] = [];
        this.write(node.node, below, statesMax - steps.length);
        steps.push({ kind: 'ahead', steps: below, wants: node.wants });
        return;
      }
      case 'all':
        for (const one of node.nodes) this.write(one, steps, statesMax);
        return;
      case 'either':
        this.writeEither(node.nodes, steps, statesMax);
        return;
      case 'times':
        this.writeTimes(node, steps, statesMax);
    }
  }

  private writeEither(nodes: readonly RegexNode[], steps: MachineStep[], statesMax: number): void {
    const ends: number[] = [];
    nodes.forEach((node, index) => {
      const fork = steps.length;
      const isLast = index === nodes.length - 1;
      if (!isLast) steps.push(jump(fork));
      this.write(node, steps, statesMax);
      if (isLast) return;
      ends.push(steps.length);
      steps.push(jump(steps.length));
      steps[fork] = { kind: 'split', one: fork + 1, other: steps.length };
    });
    for (const end of ends) steps[end] = jump(steps.length);
  }

  private writeTimes(
    { node, min, max }: RegexNode & { readonly kind: 'times' },
    steps: MachineStep[],
    statesMax: number,
  ): void {
    for (let count = 0; count < min; count++) {
      const before = steps.length;
      this.write(node, steps, statesMax);
      // A part without steps has none however often it is repeated.
      if (steps.length === before) return;
    }
    if (max === Number.POSITIVE_INFINITY) {
      const fork = steps.length;
      steps.push(jump(fork));
      this.write(node, steps, statesMax);
      steps.push(jump(fork));
      steps[fork] = { kind: 'split', one: fork + 1, other: steps.length };
      return;
    }
    const forks: number[] = [];
    for (let count = min; count < max; count++) {
      if (steps.length >= statesMax) throw new TooLarge();
      forks.push(steps.length);
      steps.push(jump(steps.length));
      this.write(node, steps, statesMax);
    }
    for (const fork of forks) steps[fork] = { kind: 'split', one: fork + 1, other: steps.length };
  }
}

function jump(to: number): MachineStep {
  return { kind: 'split', one: to, other: to };
}

/** Asks the engine of the language about each character, once. */
function characterTest(source: string, flag: RegexFlag): (character: number) => boolean {
  const expression = new RegExp(`^${/^[{}\]]$/.test(source) ? '\\' : ''}${source}$`, flag);
  const known = new Uint8Array(KNOWN_MAX);
  return (character) => {
    let answer = known[character] ?? 0;
    if (answer === 0) {
      answer = expression.test(String.fromCodePoint(character)) ? YES : NO;
      if (character < KNOWN_MAX) known[character] = answer;
    }
    return answer === YES;
  };
}

const [NO, YES] = [1, 2];
/** Of how many characters the answer is kept: most texts have only the first ones. */
const KNOWN_MAX = 256;

function isWord(text: string, at: number): boolean {
  return /^\w$/.test(text.charAt(at));
}

const isEdge = (text: string, at: number): boolean => isWord(text, at - 1) !== isWord(text, at);

const PLACES: Readonly<Record<RegexPlace, (text: string, at: number) => boolean>> = {
  '^': (_text, at) => at === 0,
  $: (text, at) => at === text.length,
  '\\b': isEdge,
  '\\B': (text, at) => !isEdge(text, at),
};
