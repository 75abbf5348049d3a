// Free ports in place of those that a page names, so that pages run at the same time. Replaced in
// what is run, and replaced back in what was printed.

import { findFreePort } from '../../bench/free-port.ts';

/** Where a port is named: after a host, after `--port`, or as a member of that name. */
const NAMED =
  /((?:127\.0\.0\.1|(?:[\w-]+\.)?localhost|0\.0\.0\.0|\[::1\]):|--port[= ]|\bport: ?|\bPORT=)(\d{4,5})\b/g;

export class Ports {
  readonly #real = new Map<string, string>();

  /** Returns the free port for a port of the page. */
  async of(named: string): Promise<string> {
    const known = this.#real.get(named);
    if (known !== undefined) return known;
    const real = String(await findFreePort());
    this.#real.set(named, real);
    return real;
  }

  /** Makes a port of the page stand for one that is already in use. */
  set(named: string, real: string): void {
    this.#real.set(named, real);
  }

  /** Writes the real ports into a text. */
  async into(text: string): Promise<string> {
    for (const [, , named = ''] of text.matchAll(NAMED)) await this.of(named);
    return text.replaceAll(
      NAMED,
      (_, before: string, named: string) => `${before}${this.#real.get(named)}`,
    );
  }

  /** Writes the ports of the page back into a text. */
  outOf(text: string): string {
    return [...this.#real].reduce(
      (one, [named, real]) => one.replaceAll(new RegExp(`\\b${real}\\b`, 'g'), named),
      text,
    );
  }
}
