// The names of files where each resource has one of its own.

/** One file a resource where there are several: `report.json` becomes `report-users.json`, `a.test.ts` becomes `a-users.test.ts`. */
export function fileFor(file: string, resource: string | null): string {
  if (resource === null) return file;
  const [end = ''] = /(?:\.(?:test|spec))?(?:(?<=[^/\\])\.[^./\\]*)?$/.exec(file) ?? [];
  return `${file.slice(0, file.length - end.length)}-${resource}${end}`;
}
