// Asks a service what it answers where its document says nothing of it: lists, and an item of each.
// Sends GET alone, and few requests. Makes nothing.

import { setTimeout as sleep } from 'node:timers/promises';
import { isNumber, type Json, type JsonObject, own } from '../../base/json.ts';
import { filledPath, parametersOf } from '../../contract/nested-path.ts';
import type { Client } from '../../http/client/client.ts';
import { noBody, splitTarget } from '../../model/message/call.ts';
import type { SourceFacts } from '../../project/source/project-files.ts';
import { listShown } from '../../source/openapi/shown-answers.ts';
import type { ShownAnswer, ShownAnswers } from '../../source/source-contracts.ts';

export interface ShownAnswersOptions {
  readonly client: Pick<Client, 'send'>;
  /** Ids for parameters in paths, by name. */
  readonly pathValues?: Readonly<Record<string, string>>;
  readonly ratePerSecond: number | null;
  readonly stop: AbortSignal;
}

/** Maximum number of requests. */
const REQUESTS_MAX = 60;

/** Returns what a service answers at the paths of which a document says nothing. */
export async function askForAnswers(
  { silent = [], taken }: Pick<SourceFacts, 'silent' | 'taken'>,
  { client, pathValues = {}, ratePerSecond, stop }: ShownAnswersOptions,
): Promise<ShownAnswers> {
  const shown = new Map<string, ShownAnswer>();
  const asked = new Map<string, Json | null>();
  const readable = new Set(taken.flatMap(({ method, path }) => (method === 'GET' ? [path] : [])));

  /** The body of a success; `null` if there is none. */
  const ask = async (target: string): Promise<Json | null> => {
    const known = asked.get(target);
    if (known !== undefined) return known;
    if (asked.size >= REQUESTS_MAX || stop.aborted) return null;
    if (ratePerSecond !== null && asked.size > 0) await sleep(1_000 / ratePerSecond);
    const headers = { accept: 'application/json' };
    const call = { method: 'GET', ...splitTarget(target), headers, body: noBody };
    const exchange = await client.send(call);
    const body =
      exchange.kind === 'received' &&
      exchange.received.status < 300 &&
      exchange.received.body.kind === 'json'
        ? exchange.received.body.value
        : null;
    asked.set(target, body);
    return body;
  };

  /** The id of the first item of a list for a parameter; `null` if the list shows none. */
  const idAt = async (list: string, parameter: string): Promise<string | null> => {
    const target = readable.has(list) ? await targetOf(list) : null;
    const body = target === null ? null : await ask(target);
    return body === null ? null : firstId(body, parameter);
  };

  /** A path with ids in the place of its parameters; `null` if the service shows no ids. */
  const targetOf = async (path: string): Promise<string | null> => {
    const values = new Map<string, string>();
    for (const name of parametersOf(path)) {
      const above = path.slice(0, path.indexOf(`/{${name}}`));
      const id = pathValues[name] ?? (await idAt(above, name));
      if (id === null) return null;
      values.set(name, id);
    }
    return filledPath(path, values);
  };

  for (const { list, read, isListSilent } of silent) {
    const target = await targetOf(list);
    const body = target === null ? null : await ask(target);
    if (body !== null && isListSilent) shown.set(list, { body });
    if (body === null || target === null || read === null) continue;
    const [parameter = ''] = parametersOf(read).slice(-1);
    const id = firstId(body, parameter);
    const item = id === null ? null : await ask(`${target}/${encodeURIComponent(id)}`);
    if (item !== null && id !== null) shown.set(read, { body: item, id });
  }
  return shown;
}

/** The id of the first item of a list; `null` if the list shows none. */
function firstId(body: Json, parameter: string): string | null {
  const { elements: [first] = [], names: [name] = [] } = listShown(body) ?? {};
  return name !== undefined ? String(name) : first === undefined ? null : idOf(first, parameter);
}

/** The value of an item that its path may name; `null` if it has none. */
function idOf(item: JsonObject, parameter: string): string | null {
  const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  const names = Object.keys(item).filter((name) => {
    const value = own(item, name) ?? null;
    return isNumber(value) || typeof value === 'string';
  });
  const found =
    names.find((name) => letters(name) === letters(parameter)) ??
    names.find((name) => letters(name) === 'id') ??
    names.find((name) => letters(name) !== '' && letters(parameter).endsWith(letters(name)));
  return found === undefined ? null : String(own(item, found));
}
