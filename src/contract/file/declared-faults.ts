// The faults of the parameters, bodies and answers that an operation declares.

import { isObject, type JsonObject, own } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import type { ContractReader } from './contract-reader.ts';

export function checkDeclared(contract: ContractReader, steps: readonly string[]): void {
  checkParameters(contract, [...steps, 'parameters']);
  checkContent(contract, [...steps, 'request', 'content']);
  for (const status of Object.keys(contract.objectAt([...steps, 'answers']))) {
    const place = [...steps, 'answers', status];
    checkContent(contract, [...place, 'content']);
    for (const name of Object.keys(contract.objectAt([...place, 'headers'])))
      checkSchema(contract, [...place, 'headers', name, 'schema']);
  }
}

/** The name of a schema, or a schema that stands in the contract. */
export function checkSchema(contract: ContractReader, steps: readonly string[]): void {
  const schema = valueAt(contract.document, steps);
  if (typeof schema === 'string') contract.expectSchema(steps);
  else if (schema !== undefined) contract.keepInline(steps, schema);
}

function checkParameters(contract: ContractReader, steps: readonly string[]): void {
  const given = valueAt(contract.document, steps);
  if (!Array.isArray(given)) return;
  const seen = new Set<string>();
  for (const [index, one] of (given as readonly JsonObject[]).entries()) {
    const place = [...steps, String(index)];
    const sign = `${String(own(one, 'in'))} ${String(own(one, 'name'))}`;
    if (seen.has(sign))
      contract.addFault(place, `the parameter ${sign} is there twice`, 'Keep one of them.');
    seen.add(sign);
    if (own(one, 'in') === 'path' && own(one, 'required') === false)
      contract.addFault(
        [...place, 'required'],
        'a parameter of the path is always there',
        'Leave "required" out.',
      );
    checkSchema(contract, [...place, 'schema']);
  }
}

function checkContent(contract: ContractReader, steps: readonly string[]): void {
  for (const [type, body] of Object.entries(contract.objectAt(steps))) {
    if (!isObject(body)) continue;
    checkSchema(contract, [...steps, type, 'schema']);
    checkSchema(contract, [...steps, type, 'itemSchema']);
  }
}
