// The bodies of refusals in Prism 5, for clients and tests that were written against it. The names,
// titles and sentences are exactly those that Prism sends.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { parsePointer } from '../../base/pointer.ts';
import { type PrismText, refusals, situationRow, situations } from '../../contract/situations.ts';
import { header } from '../message/call.ts';
import { reasonPhraseOf } from '../message/reason-phrases.ts';
import type { Content, RuledHeader } from '../ruling/ruling.ts';
import type { ProblemError, ProblemFacts } from './problem-facts.ts';

/** Prefix of the types of Prism's problems; a name follows. */
export const PRISM_TYPE = 'https://stoplight.io/prism/errors#';

/**
 * Returns the body of a refusal as Prism writes it. Refusals that Prism does not have get the name
 * and title of their status, and our own sentence.
 */
export function prismContent(facts: ProblemFacts): Content {
  const text = textOf(facts);
  if (text !== undefined && 'code' in text) return { kind: 'json', value: { error: { ...text } } };
  const members: [string, Json][] = [
    [
      'type',
      PRISM_TYPE +
        (text?.name ?? reasonPhraseOf(facts.status).toUpperCase().replaceAll(/\W+/g, '_')),
    ],
    ['title', text?.title ?? reasonPhraseOf(facts.status)],
    ['status', facts.status],
    ['detail', detailOf(facts)],
  ];
  const validation = validationOf(facts);
  if (validation.length > 0) members.push(['validation', validation]);
  const challenge = prismHeaders(facts.headers ?? []).find(
    ({ name }) => name === 'www-authenticate',
  );
  if (challenge !== undefined) members.push(['headers', { 'WWW-Authenticate': challenge.value }]);
  return { kind: 'problem', value: objectOf(members) };
}

/** Returns the header fields that Prism sends: the challenge without our realm, and Retry-After. */
export function prismHeaders(headers: readonly RuledHeader[]): readonly RuledHeader[] {
  return headers.flatMap((one) => {
    if (one.name === 'retry-after') return [one];
    if (one.name !== 'www-authenticate') return [];
    return [
      {
        ...one,
        value: one.value.startsWith('Basic') ? 'Basic realm="*"' : (one.value.split(' ')[0] ?? ''),
      },
    ];
  });
}

/** Returns what Prism writes about a problem; to Prism an invalid id is an invalid request. */
function textOf({ situation, malformedId }: ProblemFacts): PrismText | undefined {
  if (malformedId !== undefined) return situations.invalid.prism;
  switch (situation) {
    case 'failed':
      return FAILED;
    case 'unreadable':
    case 'late':
    case 'unkept':
    case 'directed':
      return undefined;
    default:
      return situationRow(situation).prism;
  }
}

const FAILED = { name: 'UNKNOWN', title: 'Unknown error' } as const;

/** Tells whether a body is a refusal of Prism. */
export function isOfPrism(value: JsonObject): boolean {
  const error = own(value, 'error');
  const code = error !== undefined && isObject(error) ? own(error, 'code') : undefined;
  return (
    refusals.some((refusal) => {
      const { prism } = situationRow(refusal);
      return prism !== undefined && 'code' in prism && prism.code === code;
    }) || String(own(value, 'type') ?? '').startsWith(PRISM_TYPE)
  );
}

const GENERATED = 'so Prism is generating this error for you.';

function detailOf({ situation, detail, call, headers, malformedId, title }: ProblemFacts): string {
  if (malformedId !== undefined) return detailOf({ ...INVALID, detail });
  switch (situation) {
    case 'unrouted':
      return call === undefined
        ? detail
        : `The route ${call.path} hasn't been found in the specification file`;
    case 'disallowed':
      if (call === undefined) return detail;
      return `The route ${call.path} has been matched, but it does not have "${call.method.toLowerCase()}" method defined`;
    case 'unauthorized':
      return `Your request does not fullfil the security requirements and no HTTP unauthorized response was found in the spec, ${GENERATED}`;
    case 'unacceptable':
      return `Unable to find content for ${
        header(call?.headers ?? {}, 'accept')
          ?.split(',')
          .join(',') ?? 'it'
      }`;
    case 'unsupported': {
      const types = headers?.find(
        ({ name }) => name === 'accept' || name === 'accept-patch',
      )?.value;
      return types === undefined
        ? detail
        : `Supported content types: ${types.replaceAll(', ', ',')}`;
    }
    case 'invalid':
      if (title !== undefined) return detail;
      return `Your request is not valid and no HTTP validation response was found in the spec, ${GENERATED}`;
    default:
      return detail;
  }
}

const INVALID = {
  situation: 'invalid',
  status: 422,
  detail: '',
  remedy: null,
  errors: [],
} as const satisfies ProblemFacts;

function validationOf({ errors, malformedId }: ProblemFacts): readonly JsonObject[] {
  if (malformedId !== undefined) {
    const { name, type } = malformedId;
    const message = `Request path parameter ${name} must be ${type}`;
    return [{ location: ['path', name], severity: 'Error', code: 'type', message }];
  }
  return inOrder(errors).map(validationEntry);
}

/** Prism reports missing members before the errors of members. */
function inOrder(errors: readonly ProblemError[]): readonly ProblemError[] {
  const isLack = ({ keyword }: ProblemError): boolean => keyword === 'required';
  const lacks = errors.filter(isLack);
  const rest = errors.filter((error) => !isLack(error));
  const below = ({ pointer }: ProblemError): number => {
    const first = rest.findIndex((one) => one.pointer.startsWith(`${pointer}/`));
    return first < 0 ? rest.length : first;
  };
  return rest.length === 0
    ? lacks
    : [...rest.keys(), rest.length].flatMap((index) => [
        ...lacks.filter((lack) => below(lack) === index),
        ...rest.slice(index, index + 1),
      ]);
}

/** Prism reports a missing body without a location. */
function validationEntry({ pointer, detail, keyword, plain }: ProblemError): JsonObject {
  if (keyword === 'body')
    return { severity: 'Error', code: 'required', message: 'Body parameter is required' };
  const steps = parsePointer(pointer) ?? [];
  const place = steps.length === 0 ? 'Request body' : `Request body property ${steps.join('.')}`;
  return {
    location: ['body', ...steps],
    severity: 'Error',
    code: keyword ?? '',
    message: `${place} ${plain ?? detail}`,
  };
}
