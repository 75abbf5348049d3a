// A self-contained page: no scripts, nothing to load, light and dark.

import { type Markup, markup, trusted } from './markup.ts';
import { STYLE, STYLE_SHA256 } from './page-style.ts';

export interface PageOptions {
  /** Follows the reader's browser if absent. */
  readonly theme?: 'light' | 'dark';
  /** Whether the page has images of its own in data URLs. */
  readonly images?: 'own';
}

/** Returns a page as HTML. */
export function htmlPage(title: string, main: Markup, options: PageOptions = {}): string {
  return `${htmlStart(title, options)}${main.text}${HTML_END}`;
}

/** Returns what stands before the content of a page; `HTML_END` stands after it. */
export function htmlStart(title: string, { theme, images }: PageOptions = {}): string {
  // The attribute is one that the style knows.
  const themed = theme === undefined ? markup`` : markup` data-theme="${theme}"`;
  const policy = images === undefined ? POLICY : `${POLICY}; img-src data:`;
  return markup`<!DOCTYPE html>
<html lang="en"${themed}>
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="referrer" content="no-referrer" />
<meta name="robots" content="noindex" />
<meta name="generator" content="standin" />
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<main>
`.text;
}

export const HTML_END = '\n</main>\n</body>\n</html>\n';

/** What a page may load: its own style, and nothing else. */
export const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_SHA256}'; base-uri 'none'; form-action 'none'`;
