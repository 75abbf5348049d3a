// The packages that docs/numbers.md says an installation brings, between two markers.

export interface ListedPackages {
  readonly packages: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly job: string;
  }[];
  readonly totalBytes: number;
}

/**
 * Reads the table `| name | size | job |` and the total "in all N MB". Throws an Error if there is
 * none, so that the check cannot pass unnoticed after the table has moved.
 */
export function readListedPackages(text: string): ListedPackages {
  const passage = /<!-- installed -->([\s\S]*?)<!-- \/installed -->/.exec(text)?.[1];
  const total = /in all ([\d.]+ [KM]B)/i.exec(passage ?? '')?.[1];
  if (passage === undefined || total === undefined)
    throw new Error('docs/numbers.md lacks its passage about what is installed');
  const rows = [...passage.matchAll(/^\| `([^`]+)` \| ([\d.]+ [KM]B) \| (.+) \|$/gm)];
  return {
    packages: rows.map(([, name = '', size = '', job = '']) => ({
      name,
      bytes: bytesOf(size),
      job,
    })),
    totalBytes: bytesOf(total),
  };
}

function bytesOf(size: string): number {
  const [number, unit] = size.split(' ');
  return Number(number) * (unit === 'MB' ? 1_000_000 : 1000);
}
