import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/oracle/finding.ts';
import { KnownLosses } from '../../src/oracle/stored-evidence.ts';

function finding(code: string, operation: string, at: string | null): Finding {
  return { code, operation, at } as Finding;
}

const MEMBERS = ['name', 'note', 'a/b'];

describe('KnownLosses', () => {
  it.each<readonly [found: Finding, lost: readonly string[]]>([
    [finding('value-changed', 'replace', '/note'), ['note']],
    [finding('value-changed', 'replace', '/a~1b'), ['a/b']],
    // Its other parts are judged.
    [finding('value-changed', 'replace', '/note/text'), []],
    [finding('value-changed', 'update', '/note'), []],
    [finding('value-changed', 'create', '/note'), []],
    [finding('changed-another', 'replace', '/note'), []],
    [finding('value-changed', 'replace', null), []],
    [finding('value-changed', 'replace', '/other'), []],
  ])('knows what a PUT was reported to lose: %j', (found, lost) => {
    const losses = new KnownLosses();
    losses.note(found);
    expect(losses.of('replace', MEMBERS)).toEqual(lost);
  });

  it('knows nothing while something is shown again, and all afterwards', async () => {
    const losses = new KnownLosses();
    losses.note(finding('value-changed', 'replace', '/note'));
    const during = await losses.forgotten(async () => {
      losses.note(finding('value-changed', 'replace', '/name'));
      return losses.of('replace', MEMBERS);
    });
    expect(during).toEqual(['name']);
    expect(losses.of('replace', MEMBERS)).toEqual(['name', 'note']);
  });
});
