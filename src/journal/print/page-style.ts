// The style of the page, and the hash by which the policy of the page allows this style only.

/** SHA-256 of `STYLE` in base64 (Content Security Policy 3, section 2.3.1); a test checks it. */
export const STYLE_SHA256 = 'GJxQyxsewxQ3x55eVJa+uMGOgXvhq4hDl1unYVx1Zkk=';

export const STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f5f6f8, #101317);
  --card: light-dark(#ffffff, #181c22);
  --sunk: light-dark(#f3f5f7, #11151a);
  --ink: light-dark(#1a1f26, #e5e8ec);
  --soft: light-dark(#586270, #9aa5b1);
  --line: light-dark(#dde1e6, #2b323b);
  --good: light-dark(#15703d, #5cc98a);
  --bad: light-dark(#b3261e, #ff8a80);
  --warn: light-dark(#8a5a00, #e6b450);
  --good-wash: light-dark(#e6f4ec, #14271c);
  --bad-wash: light-dark(#fdecea, #2e1917);
  --warn-wash: light-dark(#fdf3df, #2b2312);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif;
}
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1, h2, h3, h4 { line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.75rem 0 .75rem; }
h2 small { font-size: .9rem; font-weight: 400; color: var(--soft); margin-left: .5rem; }
p { margin: .5rem 0; }
code, pre { font-family: var(--mono); font-size: .875em; unicode-bidi: isolate; }
code { overflow-wrap: anywhere; }
pre {
  margin: .5rem 0; padding: .7rem .85rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 28rem; overflow: auto; line-height: 1.5;
}
pre.shell { white-space: pre; overflow-wrap: normal; }
.soft { color: var(--soft); }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem 1.25rem; }
.verdict { border-left: 6px solid; padding: 1.4rem 1.5rem; }
.verdict.good { border-left-color: var(--good); background: var(--good-wash); }
.verdict.bad { border-left-color: var(--bad); background: var(--bad-wash); }
.verdict.warn { border-left-color: var(--warn); background: var(--warn-wash); }
.verdict > * { color: var(--ink); }
.verdict h1 { font-size: 1.6rem; color: inherit; }
.verdict .target { font-family: var(--mono); font-size: .95rem; overflow-wrap: anywhere; margin-top: 0; }
.verdict ol { margin: .75rem 0 0; padding-left: 1.4rem; }
.verdict a { color: inherit; text-underline-offset: .2em; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: .75rem 0 0; padding: 0; list-style: none; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .7rem .9rem; }
.tiles b { display: block; font-size: 1.35rem; font-variant-numeric: tabular-nums; line-height: 1.25; }
.tiles span { display: block; color: var(--soft); font-size: .85rem; line-height: 1.35; margin-top: .15rem; }
.finding { margin-top: 1rem; border-top: 4px solid var(--bad); }
.finding h3 { font-size: 1.1rem; margin-top: .5rem; }
.finding h4, .card h2, summary { font-size: .9rem; font-weight: 600; }
.card h2 { margin: 0; }
.tags { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin: 0; font-size: .82rem; }
.tag { border: 1px solid var(--line); border-radius: 99px; padding: .05rem .6rem; background: var(--sunk); overflow-wrap: anywhere; }
.tag.bad { color: var(--bad); background: var(--bad-wash); border-color: transparent; font-weight: 600; }
.tag.method { font-family: var(--mono); font-weight: 600; }
.compare { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 0 1rem; margin: .9rem 0 .5rem; }
.compare :is(h2, h4) { color: var(--soft); font-weight: 500; }
.compare pre { border-left: 3px solid var(--good); margin-top: .25rem; }
.compare div + div pre { border-left-color: var(--bad); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: .75rem 0; }
.card > dl:only-child { margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
details { margin-top: .75rem; border-top: 1px solid var(--line); padding-top: .65rem; }
summary { cursor: pointer; padding: .15rem 0; min-height: 24px; }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; border-radius: 3px; }
.exchanges { margin: .5rem 0 0; padding: 0; list-style: none; }
.exchanges > li { padding: .6rem 0 .2rem; }
.exchanges > li + li { border-top: 1px dashed var(--line); }
.line { display: flex; flex-wrap: wrap; gap: .15rem .75rem; align-items: baseline; font-size: .92rem; }
.line .took { margin-left: auto; color: var(--soft); font-size: .82rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 0 1rem; }
.sides :is(h2, h3, h5) { margin: .5rem 0 0; font-size: .78rem; font-weight: 500; color: var(--soft); }
.sides pre { margin-top: .2rem; }
.sides details { margin: 0 0 .4rem; border: 0; padding: 0; }
.sides summary { font-size: .78rem; font-weight: 400; }
mark { background: var(--bad-wash); color: var(--bad); font-weight: 600; border-radius: 3px; padding: .1em .2em; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 500; font-size: .82rem; }
th:first-child, td:first-child { padding-left: 0; }
tr:last-child td { border-bottom: 0; }
td.name { white-space: nowrap; font-family: var(--mono); font-weight: 600; font-size: .85rem; }
td.mark { width: 1.5rem; }
meter { width: 100%; min-width: 4rem; max-width: 14rem; height: .9rem; }
ul.plain { margin: 0; padding-left: 1.2rem; }
ul.plain li { overflow-wrap: anywhere; margin: .2rem 0; }
footer { margin-top: 2.5rem; color: var(--soft); font-size: .85rem; }
@media (max-width: 34rem) {
  main { padding: .75rem .6rem 3rem; }
  .card, .verdict { padding: .9rem .95rem; }
  .verdict h1 { font-size: 1.3rem; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: .4rem; }
}
@media print {
  body { background: none; }
  .card { break-inside: avoid-page; }
  pre { max-height: none; white-space: pre-wrap; }
}
`;
