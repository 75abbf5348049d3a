// Redacts header fields: credentials whole except for their scheme, URLs and texts by content.

import { readWorldName } from '../../model/message/world-name.ts';
import type { Field } from '../interaction/recorded.ts';
import type { RedactionContext } from './context.ts';
import { redactEncoded } from './json-text.ts';
import { redactText } from './text.ts';

/** Returns header fields without secrets. `inText` redacts fields that are not credentials. */
export function redactFields(
  fields: readonly Field[],
  pass: RedactionContext,
  inText: (text: string) => string,
): readonly Field[] {
  return fields.map(
    ([name, value]): Field => [name, redactField(name.toLowerCase(), value, pass, inText)],
  );
}

function redactField(
  name: string,
  value: string,
  pass: RedactionContext,
  inText: (text: string) => string,
): string {
  const naming = pass.tools.names.ofHeader(name);
  if (naming === 'kept' || value === '') return value;
  if (name === 'cookie')
    return value
      .split(/(;\s*)/)
      .map((one, index) => (index % 2 === 0 ? cookie(one, pass) : one))
      .join('');
  if (name === 'set-cookie') {
    const end = value.indexOf(';');
    return end < 0
      ? cookie(value, pass)
      : `${cookie(value.slice(0, end), pass)}${value.slice(end)}`;
  }
  if (name === 'sec-websocket-protocol')
    return value.replaceAll(/[^\s,]+/g, (one) =>
      PROTOCOLS.test(one) ? one : pass.hide(one, null),
    );
  if (naming !== 'secret') {
    const shown = CHALLENGES.has(name) ? hideChallenge(value, pass) : value;
    return inText(
      PLAIN.has(name) ? shown : redactEncoded(redactText(shown, pass, 'prose'), pass, 'request'),
    );
  }
  const [, scheme = '', space = '', rest = ''] = /^([A-Za-z][\w-]*)(\s+)(.+)$/s.exec(value) ?? [];
  if (rest === '' || !SCHEMES.test(scheme)) return pass.hide(value, null);
  notePassword(scheme, rest, pass);
  return `${scheme}${space}${pass.hide(rest, null)}`;
}

/** Fields in which there is never anything secret; most interactions have them. */
const PLAIN: ReadonlySet<string> = new Set(
  'content-type content-length date connection vary accept accept-encoding cache-control etag allow transfer-encoding keep-alive'.split(
    ' ',
  ),
);

/** Registered or common schemes. Another first word may be part of the secret. */
const SCHEMES =
  /^(?:basic|bearer|concealed|digest|dpop|gnap|hoba|mutual|negotiate|ntlm|oauth|privatetoken|scram-sha-\d+|vapid|aws4-hmac-sha256|hawk|token|apikey|api-key|key|signature|sso-key|splunk|sharedaccesssignature)$/i;

/**
 * WebSocket subprotocols that are registered or common. Others may be a credential, as browsers can
 * send it nowhere else.
 */
const PROTOCOLS =
  /^(?:graphql-(?:transport-)?ws|mqtt(?:v3\.1)?|v1[0-2]\.stomp|wamp(?:\.2\.(?:json|msgpack|cbor))?|soap|xmpp|sip|msrp|ocpp[\d.]+|amqp|binary|base64|(?:base64\.|v\d\.)?(?:binary|channel)\.k8s\.io|(?:super)?chat|json|bearer|authorization|access_?token|token|jwt|actioncable-v1-json|vite-(?:hmr|ping))$/i;

const CHALLENGES: ReadonlySet<string> = new Set(['www-authenticate', 'proxy-authenticate']);

/**
 * RFC 9110 section 11.3: a scheme is followed by parameters, or a token (`Negotiate`, `NTLM`). Only
 * the token is secret.
 */
function hideChallenge(value: string, pass: RedactionContext): string {
  return value.replaceAll(
    /(?<=(?:^|,)[ \t]{0,9}[A-Za-z][\w-]{0,40}[ \t]{1,9})[\w.~+/-]+=*(?=[ \t]{0,9}(?:,|$))/g,
    (token) => pass.hide(token, null),
  );
}

/** A service may repeat the password alone. */
function notePassword(scheme: string, rest: string, pass: RedactionContext): void {
  if (scheme.toLowerCase() !== 'basic') return;
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(rest, 'base64').toString()) ?? [];
  pass.hide(password, null);
}

function cookie(text: string, pass: RedactionContext): string {
  const equals = text.indexOf('=');
  if (equals < 0) return pass.hide(text, null);
  const value = text.slice(equals + 1);
  const [quote] = /^"(?=.*"$)/.exec(value) ?? [''];
  const inner = quote === '' ? value : value.slice(1, -1);
  const name = text.slice(0, equals).trim();
  const isKept =
    pass.tools.names.of(name) === 'kept' ||
    (name === 'standin-world' && readWorldName(inner) !== null);
  return isKept ? text : `${text.slice(0, equals + 1)}${quote}${pass.hide(inner, null)}${quote}`;
}
