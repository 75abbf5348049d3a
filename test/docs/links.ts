// The links of a page to other places of the project, and the places in a page that links can name.

export interface Link {
  readonly line: number;
  readonly target: string;
}

/** Returns the links and pictures of a page, except those to other hosts; skips code. */
export function linksIn(markdown: string): readonly Link[] {
  return plainLines(markdown).flatMap((text, index) =>
    [...text.replaceAll(/`[^`]*`/g, (code) => ' '.repeat(code.length)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => ({ line: index + 1, target }))
      .filter(({ target }) => !/^[a-z]+:/i.test(target)),
  );
}

/** Returns the anchor of each heading of a page, as GitHub makes it from the text. */
export function anchorsIn(markdown: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = plainLines(markdown).flatMap((text) => {
    const heading = /^#{1,6} (.+)$/.exec(text)?.[1];
    if (heading === undefined) return [];
    const shown = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = shown.replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '').replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return [count === 0 ? slug : `${slug}-${count}`];
  });
  return new Set(anchors);
}

/** Returns the lines of a page; those of fences are empty. */
export function plainLines(markdown: string): readonly string[] {
  let fence: string | null = null;
  return markdown.split('\n').map((line) => {
    const ticks = /^ *(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && ticks !== undefined) {
      fence = ticks;
      return '';
    }
    if (fence !== null && ticks?.startsWith(fence) === true) {
      fence = null;
      return '';
    }
    return fence === null ? line : '';
  });
}
