// The messages of a broker that refuses a request, in the forms that brokers use: `errors`,
// `error`, and problem details (RFC 9457).

import { isObject, type Json, type JsonObject, own } from '../../../base/json.ts';

/** Returns the messages of a refusal, unchanged; none if its form is unknown. */
export function detailsIn(body: Json): readonly string[] {
  if (!isObject(body)) return [];
  // The notices of a refused publication say more than its errors, which repeat them.
  const notices = noticesIn(body);
  if (notices.length > 0) return notices;
  const [errors, error] = [own(body, 'errors'), own(body, 'error')];
  if (errors !== undefined) return sentencesIn(errors);
  if (typeof error === 'string') return [error];
  if (isObject(error ?? null)) return textAt(error ?? null, 'message');
  return [...textAt(body, 'title'), ...textAt(body, 'detail')];
}

/** Returns the notices of a broker about a publication, unchanged. */
export function noticesIn(body: JsonObject): readonly string[] {
  const notices = own(body, 'notices');
  return Array.isArray(notices) ? notices.flatMap((one) => textAt(one as Json, 'text')) : [];
}

function sentencesIn(errors: Json): readonly string[] {
  if (typeof errors === 'string') return [errors];
  if (Array.isArray(errors)) return errors.flatMap((one) => sentencesIn(one as Json));
  if (!isObject(errors)) return [];
  if (typeof own(errors, 'detail') === 'string') return textAt(errors, 'detail');
  return Object.entries(errors).flatMap(([field, messages]) =>
    sentencesIn(messages).map((sentence) => `${field} ${sentence}`),
  );
}

function textAt(json: Json, name: string): readonly string[] {
  const value = isObject(json) ? own(json, name) : undefined;
  return typeof value === 'string' && value.trim() !== '' ? [value] : [];
}
