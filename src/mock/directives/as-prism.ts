// What a client asks for as Prism 5 understands it: four preferences and no more, in the header or
// else in the query, looked at only once the call itself is found to be good.

import { jsonText } from '../../base/json.ts';
import { formDecode } from '../../base/percent.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { situationRow } from '../../contract/situations.ts';
import { examplesOf } from '../../model/forced/examples.ts';
import { refuseDirective } from '../../model/forced/force.ts';
import { type Call, header } from '../../model/message/call.ts';
import { declaredStatuses } from '../../model/openapi/table.ts';
import { rulableAs } from '../../model/rules/rule.ts';
import type { Book } from '../../model/rules/scene.ts';
import type { Ruling } from '../../model/ruling/ruling.ts';
import type { Directive } from './directive.ts';
import { noDirective } from './directive-fields.ts';
import { type RequestedDirective, readPreferences } from './read-directive.ts';

/** Reads what a call asks for; `null` if nothing. An undeclared code is refused later. */
export function readAsPrism(call: Call): RequestedDirective | null {
  const prefer = header(call.headers, 'prefer');
  const parts = call.query === '' ? [] : call.query.split('&');
  const own = parts.filter((part) => QUERY.test(part));
  if (prefer === undefined && own.length === 0) return null;
  const given: ReadonlyMap<string, string> =
    prefer === undefined
      ? new Map(
          own
            .map((part) => QUERY.exec(part))
            .map((match) => [match?.[1] ?? '', formDecode(match?.[2] ?? '')]),
        )
      : new Map(readPreferences(prefer).map(({ name, value }) => [name, value]));
  const [code, example, dynamic, seed] = ['code', 'example', 'dynamic', 'seed'].map(
    (name) => given.get(name) ?? null,
  );
  const flaws = [
    ...(code == null || /^\d{3}$/.test(code) ? [] : [undecoded('code', code, 'a number')]),
    ...(dynamic == null || /^(?:true|false)$/.test(dynamic)
      ? []
      : [undecoded('dynamic', dynamic, 'a boolean')]),
  ];
  const does: Directive = {
    ...noDirective,
    code: code == null ? null : Number(code),
    example: example ?? null,
    seed: seed ?? null,
    dynamic: dynamic == null ? null : dynamic === 'true',
  };
  const query =
    own.length === 0 ? call.query : parts.filter((part) => !own.includes(part)).join('&');
  const flaw = flaws.length === 0 ? null : { place: '', why: flaws.join('\n') };
  return {
    does,
    asked: [prefer === undefined ? `?${own.join('&')}` : `Prefer: ${prefer}`],
    preferences: [],
    flaw,
    call: { ...call, query },
  };
}

const QUERY = /^__(code|example|dynamic|seed)=(.*)$/;

function undecoded(name: string, value: string, wanted: string): string {
  return `optional property ${JSON.stringify(name)}\n└─ cannot decode ${jsonText(value)}, should be ${wanted}`;
}

/** Returns the ruling that applies instead of the directive; `null` if the directive applies. */
export function answerAsPrism(
  book: Book,
  call: Call,
  ordinary: Ruling,
  does: Directive,
): Ruling | null {
  if (isBad(ordinary)) return ordinary;
  const { contract, kind } = rulableAs(book, call);
  if (contract === null || kind === null) return null;
  const detail = missingAnswer(book, contract, kind, does);
  if (detail === null) return null;
  return refuseDirective(book, call, { situation: 'missing', by: 'call.directives', detail });
}

/** Of an id Prism knows only that it cannot be one. */
function isBad({ situation: { value: situation }, status }: Ruling): boolean {
  if (situation === 'directed') return false;
  return !situationRow(situation).isGoodForPrism || status.by === 'id.malformed';
}

function missingAnswer(
  book: Book,
  contract: Contract,
  kind: Kind,
  { code, example }: Directive,
): string | null {
  const decisions = book.decide(contract);
  const declared = declaredStatuses(contract, kind, book.schemas, (key) => decisions[key].value);
  if (code !== null && !declared.includes(code))
    return `Requested status code ${code} is not defined in the document.`;
  if (
    example === null ||
    examplesOf(contract, kind, book.schemas).some(({ name }) => name === example)
  )
    return null;
  return `Response for contentType: application/json and exampleKey: ${example} does not exist.`;
}
