// Why nothing, or not all, came back from the service; and what its client is told then: problem
// details (RFC 9457) of the recorder.

import { utf8Bytes } from '../../base/hash.ts';
import type { BaseUrl } from '../../http/client/base-url.ts';
import type { Reply } from '../../model/message/call.ts';

/** How far an exchange with the service came. */
export interface ExchangeProgress {
  readonly hasReply: boolean;
  /** The time was up. */
  readonly isLate: boolean;
}

/** Says why, in a clause that holds no header field. */
export function failureOf(
  error: NodeJS.ErrnoException,
  base: BaseUrl,
  answerMs: number,
  reach: ExchangeProgress,
): string {
  const where = `${base.hostname.includes(':') ? `[${base.hostname}]` : base.hostname}:${base.port}`;
  const code = error.code ?? 'unknown';
  if (reach.isLate) return `no answer within ${answerMs / 1_000} s`;
  if (/^(ENOTFOUND|EAI_\w+)$/.test(code)) return `the name ${base.hostname} is not known (${code})`;
  if (code.startsWith('ERR_INVALID_') || code.startsWith('ERR_HTTP_')) {
    return reach.hasReply
      ? `the answer cannot be passed on (${code})`
      : `the request cannot be sent on (${code})`;
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

/** What a client is told in place of an answer. */
export interface ProxyRefusal {
  readonly status: 400 | 403 | 421 | 501 | 502 | 504 | 505;
  readonly detail: string;
}

const TITLES: Readonly<Record<ProxyRefusal['status'], string>> = {
  400: 'The request is not understood',
  403: 'This does not pass the recorder',
  421: 'This recorder does not stand before that service',
  501: 'The request is not understood',
  502: 'The service gave no answer',
  504: 'The service gave no answer in time',
  505: 'The request is not understood',
};

/** Gives the recorder's own answer. */
export function recorderReply({ status, detail }: ProxyRefusal): Reply {
  const problem = {
    type: 'about:blank',
    title: TITLES[status],
    status,
    detail: `${detail}; this answer is of the recorder of Standin, not of the service`,
  };
  const text = JSON.stringify(problem);
  return {
    status,
    headers: ['content-type', 'application/problem+json'],
    body: { kind: 'text', text, bytes: utf8Bytes(text) },
  };
}
