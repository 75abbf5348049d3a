// The page stands alone, lets in no script and nothing from elsewhere, and shows whatever a service
// said as text.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { STYLE, STYLE_SHA256 } from '../../../../src/journal/print/page-style.ts';
import { toHtml } from '../../../../src/verify/print/html/html.ts';
import { conforming, hostile, laws, partly, putFinding, unjudged, violating } from '../reports.ts';
import { all, type Element, readMarkup } from '../well-formed.ts';

const reports = Object.entries({ conforming, partly, violating, unjudged, hostile });

/** Reads a page; its style is no XML, and is compared by itself. */
function read(page: string): Element {
  return readMarkup(page.replace(STYLE, '').replaceAll('<meta charset="utf-8" />', ''));
}

function texts(page: Element, name: string): readonly string[] {
  return all(page, name).map(({ text }) => text.trim());
}

describe('toHtml', () => {
  it.each(reports)('is well-formed: %s', (_name, report) => {
    expect(() => read(toHtml(report))).not.toThrow();
  });

  it.each(reports)('holds no script, no further style and no address: %s', (_name, report) => {
    const page = read(toHtml(report));
    const elements = ['script', 'img', 'link', 'iframe', 'object', 'form', 'base', 'svg'].flatMap(
      (name) => all(page, name),
    );
    expect(elements).toEqual([]);
    const attributes = everything(page).flatMap((element) => Object.entries(element.attributes));
    expect(attributes.filter(([name]) => /^on|^style$|^src$/.test(name))).toEqual([]);
    expect(
      attributes.filter(([name, value]) => name === 'href' && !/^#finding-\d+$/.test(value)),
    ).toEqual([]);
    expect(STYLE).not.toMatch(/url\(|@import|<\//);
  });

  it('has a policy that allows only its own style', () => {
    const [policy] = all(read(toHtml(violating)), 'meta');
    expect(policy?.attributes).toEqual({
      'http-equiv': 'Content-Security-Policy',
      content: `default-src 'none'; style-src 'sha256-${STYLE_SHA256}'; base-uri 'none'; form-action 'none'`,
    });
    expect(STYLE_SHA256).toBe(createHash('sha256').update(STYLE).digest('base64'));
    expect(toHtml(violating)).toContain(`<style>${STYLE}</style>`);
  });

  it('shows the verdict first, then the findings, then other results', () => {
    const page = read(toHtml(violating));
    expect(texts(page, 'h1')).toEqual(['✗ Violates the contract: 2 findings']);
    expect(texts(page, 'h2')).toEqual([
      'Findings',
      'Left behind run standin clean to remove them',
      'Coverage by operation',
      'Pacts 1 of 4 interactions passed, 1 failed, 1 not verified, 1 pending',
      'Choices seen unspecified by the contract; none of them is a fault',
      'Notes',
      'Other results',
    ]);
    const staying = read(toHtml({ ...violating, leftoversFate: 'stay' }));
    expect(texts(staying, 'h2')[1]).toBe(
      'Left behind they stay, because the contract has no DELETE',
    );
    expect(texts(page, 'title')).toEqual([
      '✗ http://127.0.0.1:3000 violates the contract: 2 findings',
    ]);
    expect(texts(read(toHtml(conforming)), 'h1')).toEqual(['✓ Conforms to the contract']);
    expect(texts(read(toHtml(unjudged)), 'h1')).toEqual(['? Could not be judged']);
  });

  it('shows a finding with its requests and replies, and marks the place', () => {
    const [card] = all(read(toHtml(violating)), 'article');
    if (card === undefined) throw new Error('no card');
    expect(card.attributes['id']).toBe('finding-1');
    expect(texts(card, 'h3')).toEqual([putFinding.message]);
    expect(texts(card, 'dd')).toEqual([
      'section 4, PUT /users/{user_id}',
      '/address/city of the body',
      'the contract',
      'replaced-address-is-read',
    ]);
    expect(texts(card, 'mark')).toEqual(['"city": "Izmir",']);
    expect(texts(card, 'pre').slice(0, 5)).toEqual([
      '"Ankara"',
      '"Izmir"',
      '{"name":"Ada","email":"ada@example.org"}',
      'content-type: application/json\nauthorization: [redacted]',
      '{"id":17,"name":"Ada"}',
    ]);
    expect(texts(card, 'pre').at(-1)).toBe(putFinding.curl.join('\n'));
  });

  it('shows no secret', () => {
    expect(toHtml(violating)).not.toContain('s3cret');
    expect(toHtml(hostile)).not.toContain('s3cret');
  });

  it('counts the laws by operation', () => {
    const rows = all(read(toHtml(violating)), 'tr').map(({ children }) =>
      children
        .slice(0, 2)
        .map(({ text }) => text)
        .join(': '),
    );
    expect(rows.slice(1, 6)).toEqual([
      'GET list: 2 of 2 laws held',
      'POST: 2 of 2 laws held',
      'PUT: 1 of 2 laws held, 1 broken',
      'PATCH: 0 of 1 laws held, 1 not exercised',
      'DELETE: 1 of 1 laws held',
    ]);
  });

  it('names items as the contract does', () => {
    const text = toHtml({ ...violating, resource: 'books' });
    expect(text).toContain('<span>foreign books changed</span>');
    expect(text).toContain('<dd>2 of 50 foreign books changed, 1 vanished');
    expect(text).not.toContain('foreign users');
  });

  it('says of a partial run what was not tried', () => {
    const page = read(toHtml(partly));
    expect(texts(page, 'h1')).toEqual(['– Conforms as far as tried: 7 of 8 laws exercised']);
    const [banner] = all(page, 'header');
    expect(banner === undefined ? [] : texts(banner, 'li')).toEqual([
      '1 law not exercised: the specification shows no path and no payload of PATCH',
      'no law is about HEAD',
    ]);
  });

  it('leads from a broken law to its finding', () => {
    const broken = laws.map((law) => ({ ...law, brokenBy: [2] }));
    const text = toHtml({ ...violating, laws: broken });
    expect(text).toContain('broken by <a href="#finding-2">finding 2</a>');
    expect(text).toContain('id="finding-2"');
  });

  it('lists ten findings in the banner and shows all of them below', () => {
    const page = read(
      toHtml({ ...violating, findings: Array.from({ length: 12 }, () => putFinding) }),
    );
    expect(all(page, 'header').flatMap((one) => all(one, 'a'))).toHaveLength(10);
    expect(all(page, 'article')).toHaveLength(12);
    expect(texts(page, 'p')).toContain('and 2 more');
  });
});

function everything(element: Element): readonly Element[] {
  return [element, ...element.children.flatMap(everything)];
}
