// What is thrown, and the list of its codes: they are stable, so a change of the list shows here.

import { describe, expect, it } from 'vitest';
import { errorCodes, faultLines, StandinError, withoutCommands } from '../../src/base/errors.ts';

describe('StandinError', () => {
  it('carries a code, what happened and a remedy', () => {
    const error = new StandinError(
      'port-taken',
      'port 3000 is in use',
      'Name another one with --port.',
    );
    expect(error).toBeInstanceOf(Error);
    expect({ ...error, message: error.message }).toEqual({
      name: 'StandinError',
      code: 'port-taken',
      message: 'port 3000 is in use',
      remedy: 'Name another one with --port.',
    });
    expect(String(error)).toBe('StandinError: port 3000 is in use');
  });
});

describe('messages that quote long or strange values', () => {
  it('have no effect on a terminal', () => {
    const error = new StandinError(
      'port-taken',
      'key "\u001b[2J\u202e\ud800"\n  next line',
      'Remove "\u0007".',
    );
    expect([error.message, error.remedy]).toEqual([
      'key "\\u001b[2J\\u202e\\ud800"\n  next line',
      'Remove "\\u0007".',
    ]);
  });

  it('contain no command for the runner of GitHub Actions', () => {
    const error = new StandinError(
      'port-taken',
      'no file\n::error::x\n \t::add-mask::y',
      '::warning::z ##[error]',
    );
    expect([error.message, error.remedy]).toEqual([
      'no file\n\\u003a:error::x\n \\u0009::add-mask::y',
      '\\u003a:warning::z \\u0023#[error]',
    ]);
    expect(withoutCommands('the address ::1, std::map\n  ::error::x')).toBe(
      'the address ::1, std::map\n  \\u003a:error::x',
    );
    const fault = {
      file: 'c\n::error::a',
      at: '/x\n::error::b',
      message: 'no\n::error::c',
      remedy: 'do\n::error::d',
    };
    expect(faultLines([fault], 1)).toEqual([
      'c\\u000a::error::a at /x\\u000a::error::b: no\\u000a::error::c\n    do\\u000a::error::d',
    ]);
  });

  it('are cut, as a whole and fault by fault', () => {
    expect(new StandinError('port-taken', 'x'.repeat(100_000), 'Stop.').message).toBe(
      `${'x'.repeat(20_000)}…`,
    );
    const fault = {
      file: 'db.json',
      at: '/users',
      message: 'y'.repeat(5_000),
      remedy: 'z'.repeat(5_000),
    };
    const [line = '', more] = faultLines([fault, fault, fault], 1);
    expect(line).toBe(`db.json at /users: ${'y'.repeat(981)}…\n    ${'z'.repeat(1_000)}…`);
    expect(more).toBe('... and 2 more');
  });
});

describe('errorCodes', () => {
  it('lists every code with a sentence that explains it', () => {
    expect(errorCodes).toMatchObject({
      'project-invalid':
        'A schema, contract, profile or seed file is invalid; each fault names its file and place.',
      'file-unreadable': 'A file or folder cannot be read.',
      'file-unwritable': 'A file cannot be written.',
      'option-invalid': 'An option has an invalid value.',
      'port-taken': 'The port is in use.',
      'host-unusable': 'The address does not belong to this machine.',
    });
  });

  it('has codes in kebab-case and sentences that end', () => {
    for (const [code, meaning] of Object.entries(errorCodes)) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(meaning).toMatch(/^[A-Z].*\.$/);
    }
  });
});
