// What `--since` takes beside files and addresses. Apart from the reader, which needs git and a terminal.

/** What a version in git begins with: `git:main`. */
export const GIT = 'git:';

/** Whether a source is no place, but a version in git (`git:main`) or a pipe (`-`). */
export function isOlderSource(source: string): boolean {
  return source === '-' || source.startsWith(GIT);
}
