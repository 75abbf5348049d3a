// What the README says of the packages that come with an installation, between marks of its own.

export interface ListedPackages {
  readonly packages: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly job: string;
  }[];
  readonly totalBytes: number;
}

/**
 * Reads the table `| name | size | job |` and the line "In all N MB". Throws where there is none:
 * it may have moved, and be held to nothing.
 */
export function readListedPackages(text: string): ListedPackages {
  const passage = /<!-- installed -->([\s\S]*?)<!-- \/installed -->/.exec(text)?.[1];
  const total = /in all ([\d.]+ [KM]B)/i.exec(passage ?? '')?.[1];
  if (passage === undefined || total === undefined)
    throw new Error('README.md lacks its passage about what is installed');
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
