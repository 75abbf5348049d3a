// Values of parameters as a request has them, in the styles of OpenAPI (Parameter Object, "Style
// Examples"; RFC 6570).

import { isObject, type Json, jsonText } from '../../base/json.ts';
import { percentEncode } from '../../base/percent.ts';
import type { Parameter } from '../../contract/declared.ts';
import { fieldTextOf } from '../../schema/header-values.ts';
import { isJsonContent } from './read-parameter.ts';

/** Returns the text of a query that says a value: `ids=1,2`. */
export function queryText(parameter: Parameter, value: Json): string {
  const { name, style, explode, content } = parameter;
  const key = percentEncode(name);
  if (parameter.in === 'querystring')
    return isJsonContent(content) ? percentEncode(jsonText(value)) : membersText(value);
  if (content !== undefined) return `${key}=${percentEncode(contentText(parameter, value))}`;
  if (isObject(value)) {
    if (style === 'deepObject')
      return joined(value, '&', (member) => `${key}%5B${percentEncode(member)}%5D=`);
    if (style === 'form' && explode) return membersText(value);
  }
  const sign = { spaceDelimited: '%20', pipeDelimited: '%7C' }[style as string] ?? ',';
  if (Array.isArray(value))
    return explode
      ? (value as readonly Json[]).map((one) => `${key}=${plain(one)}`).join('&')
      : `${key}=${(value as readonly Json[]).map(plain).join(sign)}`;
  return `${key}=${isObject(value) ? inTurn(value, sign) : plain(value)}`;
}

/** Returns the text of a header field with a value. */
export function headerText(parameter: Parameter, value: Json): string {
  if (parameter.content !== undefined) return fieldTextOf(contentText(parameter, value));
  if (Array.isArray(value)) return (value as readonly Json[]).map(fieldTextOf).join(',');
  if (!isObject(value)) return fieldTextOf(value);
  const members = Object.entries(value);
  return members
    .map(([name, one]) => `${name}${parameter.explode ? '=' : ','}${fieldTextOf(one)}`)
    .join(',');
}

/** Returns what stands in the place of a parameter of the path. */
export function pathText(parameter: Parameter, value: Json): string {
  const { name, style, explode, content } = parameter;
  if (content !== undefined) return percentEncode(contentText(parameter, value));
  const sign = style === 'label' ? '.' : style === 'matrix' ? ';' : '';
  const between = explode && sign !== '' ? sign : ',';
  const named = style === 'matrix' ? `${percentEncode(name)}=` : '';
  if (Array.isArray(value)) {
    const parts = (value as readonly Json[]).map(plain);
    return explode && named !== ''
      ? parts.map((part) => `${sign}${named}${part}`).join('')
      : `${sign}${named}${parts.join(between)}`;
  }
  if (!isObject(value)) return `${sign}${named}${plain(value)}`;
  return explode
    ? `${sign}${joined(value, between, (member) => `${percentEncode(member)}=`)}`
    : `${sign}${named}${inTurn(value, ',')}`;
}

function membersText(value: Json): string {
  return isObject(value) ? joined(value, '&', (member) => `${percentEncode(member)}=`) : '';
}

/** The members of an object; lists in it have a value each. */
function joined(
  value: Readonly<Record<string, Json>>,
  between: string,
  named: (member: string) => string,
): string {
  return Object.entries(value)
    .flatMap(([name, one]) =>
      (Array.isArray(one) ? (one as readonly Json[]) : [one]).map(
        (each) => `${named(name)}${plain(each)}`,
      ),
    )
    .join(between);
}

/** Names and values of an object in turn. */
function inTurn(value: Readonly<Record<string, Json>>, sign: string): string {
  return Object.entries(value)
    .flatMap(([name, one]) => [percentEncode(name), plain(one)])
    .join(sign);
}

function plain(value: Json): string {
  return percentEncode(typeof value === 'string' ? value : jsonText(value));
}

function contentText({ content }: Parameter, value: Json): string {
  return isJsonContent(content) || typeof value !== 'string' ? jsonText(value) : value;
}
