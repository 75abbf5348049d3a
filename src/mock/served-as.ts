// What the rule book has at a path. Who forwards other requests asks this, and so answers what a server
// of its own answers. Knows no routes in code.

import { kindOf } from '../contract/operation-at.ts';
import type { Route, ServedAs } from '../contract/route.ts';
import { findRoute, type NoRoute } from '../model/rules/rule.ts';
import { type Book, waysOf } from '../model/rules/scene.ts';

/** Returns how a path belongs to the contracts; `null` if it does not, as the root. */
export function servedAs(book: Book, path: string): ServedAs | null {
  if (isReadable(book, findRoute(book, { method: 'GET', path }))) return 'readable';
  if (book.router.methods.some((method) => isServed(findRoute(book, { method, path }))))
    return 'served';
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const above = findRoute(book, { method: 'GET', path: path.slice(0, end) });
    if (isServed(above) && above.kind !== 'action' && above.kind !== 'root') return 'served';
  }
  return null;
}

/** The root shows what there is, but is that of a page first. */
function isServed(found: Route | NoRoute): found is Route {
  return found.kind !== 'nowhere' && (found.kind !== 'root' || found.shows === 'state');
}

function isReadable(book: Book, found: Route | NoRoute): boolean {
  if (!isServed(found)) return false;
  if (found.kind === 'root') return true;
  const whole = (found.contract.template ?? found.contract).path;
  const path = found.kind === 'action' ? found.operation.path : (found.at ?? whole);
  if (!BEGINS_WITH_WORD.test(path)) return false;
  if (found.kind === 'action') return true;
  const kind = kindOf('GET', found, waysOf(book));
  return kind !== null && found.contract.operations[kind] !== undefined;
}

/** Neither the root nor a parameter. */
const BEGINS_WITH_WORD = /^\/[^{/]/;
