// The names of files where each resource has one of its own.

/** One file a resource where there are several: `report.json` becomes `report-users.json`, `a.test.ts` becomes `a-users.test.ts`. */
export function fileFor(file: string, resource: string | null): string {
  if (resource === null) return file;
  // A resource may be named as it likes; a file is not, and lies in no other folder.
  const name = resource.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_');
  const [end = ''] = /(?:\.(?:test|spec))?(?:(?<=[^/\\])\.[^./\\]*)?$/.exec(file) ?? [];
  return `${file.slice(0, file.length - end.length)}-${name}${end}`;
}
