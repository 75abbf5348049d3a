// Flags that have another name now: read until 1.0, with a note.

const RENAMED: ReadonlyMap<string, string> = new Map([['--write-others', '--write-actions']]);

/** Returns arguments with the names of today; `tell` gets a note for each flag that has another one. */
export function withFlagsOfToday(
  args: readonly string[],
  tell: (note: string) => void,
): readonly string[] {
  const end = args.indexOf('--');
  return args.map((arg, index) => {
    const name = end === -1 || index < end ? RENAMED.get(arg) : undefined;
    if (name !== undefined) tell(`Note: ${arg} is called ${name} now.\n`);
    return name ?? arg;
  });
}
