// A page that is being read: one empty folder, in which its steps are done in order, as a reader
// does them.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { correctServices } from '../bed/correct/index.ts';
import type { Service } from '../bed/service.ts';
import { USERS } from '../support/bed.ts';
import { root } from '../support/root.ts';
import { type Background, startBackground } from './background.ts';
import { findMismatch } from './matching.ts';
import { Ports } from './ports.ts';
import { writeShell } from './shell.ts';
import type { Command, Step } from './steps.ts';
import { checkTypes } from './types.ts';

/** How long the commands of one fence may take, in milliseconds. */
const SCRIPT_MS = 60_000;
/** For how long something is done again, in milliseconds. */
const EVENTUALLY_MS = 60_000;
/** Stands before what a command ended with, and before what it is. */
const MARK = '\u001e';
/** The service that a reader has: its place in the pages. */
const [SERVICE_PORT, SERVICE_PATH] = ['8080', '/api/v1'];

interface Ran {
  readonly printed: string;
  readonly code: number | null;
}

/** Does the steps of one page. `file` is its name, for what goes wrong. */
export class PageRun {
  readonly #file: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'standin-docs-'));
  readonly #ports = new Ports();
  readonly #servers: Background[] = [];
  readonly #typed: { readonly path: string; readonly line: number }[] = [];
  #service: Service | null = null;

  constructor(file: string) {
    this.#file = file;
    // As after `npm install`; what was checked at a start is noted there.
    mkdirSync(this.#at('project/node_modules'), { recursive: true });
  }

  /**
   * Runs one step. Rejects if it does not go as the page says: with file, line, command, the
   * expected and the actual output.
   */
  async run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'flawed':
        throw this.#failure(step.line, step.title, step.why);
      case 'left':
        return;
      case 'file':
        return this.#write(step.path, step.text, step.line);
      case 'program':
        return this.#program(step.text, step.line);
      case 'script':
        return step.stays
          ? this.#stay(step.text, step.line, null)
          : this.#script(step.text, step.line);
      case 'session':
        if (step.when === 'stays') return this.#staySession(step.commands, step.line);
        return step.when === 'at once'
          ? this.#session(step.commands, step.line)
          : this.#eventually(step.commands, step.line);
    }
  }

  /**
   * Holds the snippets of TypeScript to their types. Rejects with what the compiler says of them.
   */
  async checkTypes(): Promise<void> {
    const told = await checkTypes(
      this.#at('project'),
      this.#typed.map(({ path }) => path),
    );
    if (told === '') return;
    const [first] = this.#typed.filter(({ path }) => told.includes(path));
    throw this.#failure(first?.line ?? 1, 'tsc', told);
  }

  /** Ends what was started, and removes the folder. */
  async close(): Promise<void> {
    await Promise.all([...this.#servers.map((one) => one.end()), this.#service?.close()]);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  async #write(path: string, text: string, line: number): Promise<void> {
    const place = join(this.#at('project'), path);
    mkdirSync(dirname(place), { recursive: true });
    if (path.endsWith('.json')) this.#parse(text, path, line);
    if (/\.tsx?$/.test(path)) this.#typed.push({ path, line });
    writeFileSync(place, await this.#ports.into(text));
  }

  #parse(text: string, path: string, line: number): void {
    try {
      JSON.parse(text);
    } catch (error) {
      throw this.#failure(line, path, String(error));
    }
  }

  async #program(text: string, line: number): Promise<void> {
    const path = `snippet-${line}.ts`;
    await this.#write(path, text, line);
    await this.#script(`node --no-warnings ${path}`, line);
  }

  async #script(text: string, line: number): Promise<void> {
    await this.#meetService(text);
    const { printed, code } = await this.#bash(`set -e\n${await this.#ports.into(text)}`);
    if (code !== 0)
      throw this.#failure(
        line,
        text,
        `expected: it ends with 0\ngot: it ended with ${code}, and printed\n${this.#told(printed)}`,
      );
  }

  async #session(commands: readonly Command[], line: number): Promise<void> {
    const all = commands.map(({ text }) => text).join('\n');
    await this.#meetService(all);
    const lines = commands.map(
      ({ text }) => `${text}\n__s=$?; printf '\\n${MARK}%d${MARK}' $__s; (exit $__s)`,
    );
    const { printed, code } = await this.#bash(await this.#ports.into(lines.join('\n')));
    const parts = this.#told(printed).split(MARK);
    for (const [index, command] of commands.entries()) {
      const [said, status] = [parts[2 * index] ?? '', parts[2 * index + 1]];
      this.#compare(command, said);
      if (status === undefined)
        throw this.#failure(command.line, command.text, `the shell ended with ${code}`);
      const isAsked = /^echo .*\$\?/.test(commands[index + 1]?.text ?? '');
      if (status !== '0' && !isAsked)
        throw this.#failure(
          command.line,
          command.text,
          `expected: it ends with 0, or "$ echo $?" follows\ngot: it ended with ${status}, and printed\n${said}`,
        );
    }
    if (commands.length === 0) throw this.#failure(line, '', 'there is no command');
  }

  /** Does it again until it goes as the page says: for what a server does a moment later. */
  async #eventually(commands: readonly Command[], line: number): Promise<void> {
    for (const last = Date.now() + EVENTUALLY_MS; ; await sleep(200)) {
      try {
        return await this.#session(commands, line);
      } catch (error) {
        if (Date.now() > last) throw error;
      }
    }
  }

  #compare({ line, text, expected }: Command, said: string): void {
    const mismatch = findMismatch(expected, said);
    if (mismatch !== null)
      throw this.#failure(
        line,
        text,
        `expected: ${mismatch.expected}\ngot: ${mismatch.got}\n\nall that it printed:\n${said}`,
      );
  }

  async #staySession(commands: readonly Command[], line: number): Promise<void> {
    const [command, ...more] = commands;
    if (command === undefined || more.length > 0)
      throw this.#failure(line, '', 'a server is started by one command');
    await this.#stay(command.text, command.line, command.expected);
  }

  /**
   * Starts a background step. It is ready once it has printed its address, or all that the page
   * shows.
   */
  async #stay(text: string, line: number, expected: readonly string[] | null): Promise<void> {
    await this.#meetService(text);
    const port = portOf(text);
    for (const old of this.#servers.filter((one) => port !== null && one.port === port))
      await old.end();
    const script = `${this.#before()}\n${await this.#ports.into(text)}`;
    const server = startBackground(script, {
      cwd: this.#at('project'),
      env: await this.#environment(),
      port,
    });
    this.#servers.push(server);
    const isThere = (printed: string): boolean =>
      /https?:\/\/[\w.[\]:]+:\d+/.test(printed) &&
      (expected === null || findMismatch(expected, this.#told(printed)) === null);
    try {
      await server.until(isThere);
    } catch (error) {
      const told = this.#told(server.printed());
      const missing = expected === null ? null : findMismatch(expected, told);
      const why =
        missing === null
          ? String(error)
          : `expected: ${missing.expected}\ngot: ${missing.got}\n\nall that it printed:\n${told}`;
      throw this.#failure(line, text, why);
    }
  }

  /**
   * If a page calls the service that its reader has, and has not started one there itself, a
   * correct service takes its place.
   */
  async #meetService(text: string): Promise<void> {
    const isAsked = text.includes(`127.0.0.1:${SERVICE_PORT}${SERVICE_PATH}`);
    if (
      !isAsked ||
      this.#service !== null ||
      this.#servers.some(({ port }) => port === SERVICE_PORT)
    )
      return;
    const found = correctServices.find(({ name }) => name === 'base-path');
    if (found === undefined) throw new Error('the bed has no service with a base path');
    this.#service = await found.start(USERS);
    this.#ports.set(SERVICE_PORT, new URL(this.#service.baseUrl).port);
  }

  async #bash(script: string): Promise<Ran> {
    const env = await this.#environment();
    return new Promise((resolve, reject) => {
      const keep = `trap '{ printf "cd %q\\n" "$PWD"; export -p; } > "${this.#at('state')}"' EXIT`;
      const child = spawn('bash', ['-c', `exec 2>&1\n${this.#before()}\n${keep}\n${script}`], {
        cwd: this.#at('project'),
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: SCRIPT_MS,
      });
      let printed = '';
      child.stdout?.setEncoding('utf8').on('data', (part: string) => (printed += part));
      child.once('error', reject);
      child.once('close', (code) => resolve({ printed, code }));
    });
  }

  /** The folder and the variables that the fences before this one left. */
  #before(): string {
    const state = this.#at('state');
    return `if [ -f "${state}" ]; then . "${state}"; fi`;
  }

  async #environment(): Promise<NodeJS.ProcessEnv> {
    const ports = {
      DOCS_PORT_3000: await this.#ports.of('3000'),
      DOCS_PORT_4000: await this.#ports.of('4000'),
    };
    return { ...writeShell(this.#at('shell')), ...ports };
  }

  #at(name: string): string {
    return join(this.#folder, name);
  }

  /** What was printed, as a reader sees it: with the ports of the page, and without this folder. */
  #told(printed: string): string {
    return this.#ports
      .outOf(printed)
      .replaceAll(this.#at('project'), '/home/you/project')
      .replaceAll(root, '/home/you/standin');
  }

  #failure(line: number, command: string, why: string): Error {
    return new Error(`${this.#file}:${line}\n$ ${command}\n${why}`);
  }
}

/** The port of the page that a command listens on. */
function portOf(text: string): string | null {
  const named = /--port[= ](\d+)/.exec(text)?.[1];
  if (named !== undefined) return named;
  if (/standin serve/.test(text)) return '3000';
  return /standin record/.test(text) ? '4000' : null;
}
