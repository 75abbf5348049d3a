// What a route of a program answered, as a ruling.

import type { RouteAnswer } from '../http/fetch/ask-route.ts';
import { NO_EFFECT } from '../model/rules/scene.ts';
import type { Content, RuledHeader, Ruling } from '../model/ruling/ruling.ts';
import type { RowChange } from './code-rows.ts';

/** Returns the ruling for an answer; `null` if the contracts decide. */
export function rulingOfRoute(answer: RouteAnswer): Ruling | null {
  switch (answer.kind) {
    case 'none':
      return null;
    case 'failed':
      return problemRuling(500, 'The route failed', answer.detail);
    case 'late':
      return problemRuling(504, 'The route did not answer in time', answer.detail);
    case 'answered': {
      const { status, bytes } = answer;
      const headers = answer.headers.map(([name, value]): RuledHeader => ({ name, value, by: BY }));
      return rulingOf(
        status,
        headers,
        bytes.length === 0 ? NOTHING : { kind: 'bytes', bytes },
        null,
      );
    }
  }
}

const BY = 'routes';
const NOTHING: Content = { kind: 'none' };

function problemRuling(status: number, title: string, detail: string): Ruling {
  return rulingOf(status, [], { kind: 'problem', value: { title, status, detail } }, detail);
}

function rulingOf(
  status: number,
  headers: readonly RuledHeader[],
  content: Content,
  detail: string | null,
): Ruling {
  return {
    resource: null,
    operation: null,
    situation: { value: status < 400 ? 'ok' : 'directed', by: BY },
    status: { value: status, by: BY },
    headers,
    content: { value: content, by: BY },
    effect: NO_EFFECT,
    detail,
  };
}

/** The ruling that a change of a row by a route stands for. */
export function rulingOfChange({ resource, operation, effect }: RowChange): Ruling {
  return { ...rulingOf(200, [], NOTHING, null), resource, operation, effect };
}

/** The answer to OPTIONS at a path of routes. */
export function methodsRuling(methods: readonly string[]): Ruling {
  const value = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return rulingOf(204, [{ name: 'allow', value, by: BY }], NOTHING, null);
}

/** A preflight gets the methods of the routes, which no contract knows. */
export function withMethods(ruling: Ruling): Ruling {
  const allow = ruling.headers.find(({ name, by }) => name === 'allow' && by === BY);
  if (allow === undefined) return ruling;
  const headers = ruling.headers.map((one) =>
    one.name === 'access-control-allow-methods' ? { ...one, value: allow.value } : one,
  );
  return { ...ruling, headers };
}
