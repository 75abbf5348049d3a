// Why a reply is missing or incomplete, and what the recorder then sends (RFC 9457).

import { utf8Bytes } from '../../base/hash.ts';
import type { BaseUrl } from '../../http/client/base-url.ts';
import type { Reply } from '../../model/message/call.ts';

/** How far an exchange with the service got. */
export interface ExchangeProgress {
  readonly hasReply: boolean;
  /** The timeout expired. */
  readonly isLate: boolean;
}

/** The code of an error after more interim replies than are forwarded. */
export const TOO_MANY_INTERIM = 'TOO_MANY_INTERIM';

/** Returns the reason in one clause, without any header field. */
export function failureOf(
  error: NodeJS.ErrnoException,
  base: BaseUrl,
  answerMs: number,
  reach: ExchangeProgress,
): string {
  const where = `${base.hostname.includes(':') ? `[${base.hostname}]` : base.hostname}:${base.port}`;
  const code = error.code ?? 'unknown';
  if (reach.isLate) return `no answer within ${answerMs / 1_000} s`;
  if (code === TOO_MANY_INTERIM) return 'the service sent too many interim answers (1xx)';
  if (/^(ENOTFOUND|EAI_\w+)$/.test(code))
    return `the name ${base.hostname} cannot be resolved (${code})`;
  if (code.startsWith('ERR_INVALID_') || code.startsWith('ERR_HTTP_')) {
    return reach.hasReply
      ? `the reply cannot be forwarded (${code})`
      : `the request cannot be forwarded (${code})`;
  }
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE')
    return `the reply is not well-formed HTTP (${code})`;
  if (reach.hasReply) return `the connection ended in the middle of the reply (${code})`;
  if (UNREACHED.test(code)) return `${where} cannot be reached (${code})`;
  if (/^(ERR_TLS|ERR_SSL|CERT|EPROTO$|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    return `no secure connection to ${where} (${code})`;
  return `the connection ended without a reply (${code})`;
}

const UNREACHED =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ETIMEDOUT|EADDRNOTAVAIL|EACCES|EPERM)$/;

/** The answer of the recorder in place of the service. */
export interface ProxyRefusal {
  readonly status: 400 | 403 | 421 | 501 | 502 | 504 | 505;
  readonly detail: string;
}

const TITLES: Readonly<Record<ProxyRefusal['status'], string>> = {
  400: 'The request is not valid',
  403: 'The recorder does not forward this request',
  421: 'This recorder does not serve that host',
  501: 'The request is not valid',
  502: 'The service did not answer',
  504: 'The service did not answer in time',
  505: 'The request is not valid',
};

/** Returns the recorder's own answer. */
export function recorderReply({ status, detail }: ProxyRefusal): Reply {
  const problem = {
    type: 'about:blank',
    title: TITLES[status],
    status,
    detail: `${detail}; this answer comes from the Standin recorder, not from the service`,
  };
  const text = JSON.stringify(problem);
  return {
    status,
    headers: ['content-type', 'application/problem+json'],
    body: { kind: 'text', text, bytes: utf8Bytes(text) },
  };
}
