// The commands are what the runner of GitHub reads, and nothing that a service says becomes one.

import { describe, expect, it } from 'vitest';
import { toGithubAnnotations } from '../../../src/verify/print/github-annotations.ts';
import { conforming, hostile, laws, partly, putFinding, unjudged, violating } from './reports.ts';

/** What the runner makes of a command (actions/runner, ActionCommand.cs). */
function read(line: string): {
  readonly kind: string;
  readonly title: string;
  readonly message: string;
} {
  const [, kind = '', title = '', message = ''] = /^::(\w+) title=([^:,]*)::(.*)$/.exec(line) ?? [];
  return { kind, title: decode(title), message: decode(message) };
}

function decode(text: string): string {
  const codes: Readonly<Record<string, string>> = {
    '%0D': '\r',
    '%0A': '\n',
    '%3A': ':',
    '%2C': ',',
    '%25': '%',
  };
  return text.replaceAll(/%(?:0D|0A|3A|2C|25)/g, (code) => codes[code] ?? '');
}

describe('toGithubAnnotations', () => {
  it('writes an error for each finding', () => {
    expect(toGithubAnnotations({ ...violating, findings: [putFinding] })).toBe(
      [
        '::error title=PUT violates the contract%3A section 4%2C PUT /users/{user_id}',
        '::A PUT of another city was answered 204, and the user read afterwards still has the old one.',
        '%0Aexpected: "Ankara"%0Aactual: "Izmir"%0Aat: /address/city%0Adecided by: the contract',
        '%0Alaw: replaced-address-is-read (value-changed)',
        '%0AStore every member that PUT sends, also those inside of address.\n',
      ].join(''),
    );
  });

  it('names the line of the document that a finding is about', () => {
    const lineOf = (clause: string) =>
      clause === putFinding.clause ? { file: 'api/open,api.yaml', line: 12 } : null;
    const [first, second] = toGithubAnnotations(violating, lineOf).split('\n');
    expect(first).toMatch(/^::error file=api\/open%2Capi.yaml,line=12,title=PUT violates/);
    expect(second).toMatch(/^::error title=/);
  });

  it('writes one notice if the service conforms', () => {
    expect(toGithubAnnotations(conforming)).toBe(
      '::notice title=standin verify::http://127.0.0.1:3000 conforms to the contract (212 requests in 1.8 s)\n',
    );
  });

  it('writes one warning if something was not tried', () => {
    expect(toGithubAnnotations(partly)).toBe(
      '::warning title=standin verify::http://127.0.0.1:3000 conforms as far as tried: 7 of 8 laws exercised%0A1 law not exercised: the specification shows no path and no payload of PATCH%0Ano law is about HEAD%0Aagain: standin verify http://127.0.0.1:3000 --seed 42\n',
    );
  });

  it('names the other laws that a finding broke', () => {
    const broken = laws.map((law, index) => ({ ...law, brokenBy: index < 2 ? [1] : [] }));
    expect(toGithubAnnotations({ ...violating, laws: broken, findings: [putFinding] })).toContain(
      '%0Alaw: replaced-address-is-read (value-changed)%0Aalso breaks: list-is-an-array, list-elements-have-id-and-name%0A',
    );
  });

  it('says why a service could not be judged', () => {
    expect(toGithubAnnotations(unjudged)).toBe(
      '::error title=standin verify%3A not judged::http://127.0.0.1:3000 could not be judged%0ANothing listens at http://127.0.0.1:3000.%0AStart the service, or name another address.%0Aagain: standin verify http://127.0.0.1:3000 --seed 42\n',
    );
  });

  it('writes ten errors for ten findings, and for more nine and a count of the rest', () => {
    const many = (count: number): readonly string[] =>
      toGithubAnnotations({
        ...violating,
        findings: Array.from({ length: count }, () => putFinding),
      })
        .trimEnd()
        .split('\n');
    expect(many(10).map((line) => read(line).title)).toEqual(
      Array.from({ length: 10 }, () => read(many(1)[0] ?? '').title),
    );
    expect(many(25)).toHaveLength(10);
    expect(read(many(25)[9] ?? '')).toEqual({
      kind: 'error',
      title: 'standin verify: 16 more',
      message:
        '16 more findings, 25 in all: see the log of this step\nagain: standin verify http://127.0.0.1:3000 --seed 42',
    });
  });

  it('writes an error for a violation without a finding', () => {
    expect(toGithubAnnotations({ ...violating, findings: [] })).toBe(
      '::error title=standin verify::http://127.0.0.1:3000 violates the contract%0Aagain: standin verify http://127.0.0.1:3000 --seed 42\n',
    );
  });

  it.each(['conforms', 'partly', 'violates', 'unjudged'] as const)(
    'lets no text become a command if it %s',
    (verdict) => {
      const lines = toGithubAnnotations({ ...hostile, verdict })
        .trimEnd()
        .split('\n');
      expect(lines).toHaveLength(verdict === 'violates' ? 4 : 1);
      for (const line of lines) {
        expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::/);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|%0A::/u);
        expect(read(line).message).toContain(
          '%0A::error title=x::y\\u000d\\u000a::error::z \\u001b[2J',
        );
      }
    },
  );
});
