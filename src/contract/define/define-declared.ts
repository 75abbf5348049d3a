// Fills in what a contract file omits of the parameters, bodies and answers that an operation declares.

import type { SchemaName } from '../../schema/schema.ts';
import {
  type Answer,
  type Body,
  type Declared,
  type HeaderField,
  type Parameter,
  type RequestBodies,
  usualStyle,
} from '../declared.ts';
import type {
  GivenAnswer,
  GivenBodies,
  GivenDeclared,
  GivenParameter,
  GivenRequest,
  NamedOrInline,
} from './given-declared.ts';
import type { GivenResource } from './given-resource.ts';

export function defineDeclared(
  resource: GivenResource,
  { parameters, request, answers }: GivenDeclared,
): Declared {
  return {
    ...(parameters === undefined
      ? {}
      : { parameters: parameters.map((one) => parameterOf(resource, one)) }),
    ...(request === undefined ? {} : { request: requestOf(resource, request) }),
    ...(answers === undefined
      ? {}
      : {
          answers: Object.fromEntries(
            Object.entries(answers).map(([status, one]) => [
              status,
              answerOf(resource, one, status),
            ]),
          ),
        }),
  };
}

function parameterOf(
  resource: GivenResource,
  { schema, explode, ...given }: GivenParameter,
): Parameter {
  const usual = usualStyle(given.in);
  const style = given.style ?? usual.style;
  return {
    required: given.in === 'path',
    examples: [],
    ...given,
    style,
    explode: explode ?? style === 'form',
    schema: nameOf(resource, schema, `${given.in}.${given.name}`),
  };
}

function requestOf(
  resource: GivenResource,
  { required = false, content }: GivenRequest,
): RequestBodies {
  return { required, bodies: bodiesOf(resource, content, 'request') };
}

function answerOf(
  resource: GivenResource,
  { headers = {}, content = {} }: GivenAnswer,
  status: string,
): Answer {
  return {
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, { required = false, schema, examples = [] }]) => {
        const field: HeaderField = {
          required,
          schema: nameOf(resource, schema, name.toLowerCase()),
          examples,
        };
        return [name.toLowerCase(), field];
      }),
    ),
    bodies: bodiesOf(resource, content, status),
  };
}

function bodiesOf(resource: GivenResource, given: GivenBodies, place: string): readonly Body[] {
  return Object.entries(given).map(([type, { written, schema, itemSchema, examples = {} }]) => {
    const item = nameOf(resource, itemSchema, `${place}.item`);
    return {
      type,
      ...(written === undefined ? {} : { written }),
      schema: nameOf(resource, schema, place),
      ...(item === null ? {} : { itemSchema: item }),
      examples,
    };
  });
}

/** A schema that stands in the contract gets a name of its own. */
function nameOf(
  { name, parts }: GivenResource,
  given: NamedOrInline | undefined,
  place: string,
): SchemaName | null {
  if (given === undefined) return null;
  return typeof given === 'string' ? given : parts.addInline(name, place, given);
}
