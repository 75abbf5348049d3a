// Checks in front of the users: credentials, limits of rate and size, required headers, and delays.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Gate, Refusal } from './choices.ts';

/** Waits before each request is looked at; what follows is done in one go. */
export function waiting(delayMs: () => number): () => Gate {
  return () => async () => {
    await sleep(delayMs());
    return undefined;
  };
}

/** Needs `Authorization: Bearer <token>`. */
export function bearer(token: string): () => Gate {
  return () => (request) =>
    request.headers.authorization === `Bearer ${token}`
      ? undefined
      : {
          status: 401,
          text: 'A bearer token is needed.',
          headers: { 'WWW-Authenticate': 'Bearer realm="users"' },
        };
}

/** Needs a header field with one value, or with any. */
export function needing(field: string, value: string | undefined, status: number): () => Gate {
  return () => (request) => {
    const sent = request.headers[field];
    const passes = value === undefined ? sent !== undefined && sent !== '' : sent === value;
    return passes ? undefined : { status, text: `The header field ${field} is needed.` };
  };
}

/** Requires `Content-Type: application/json` if there is a body, `with parameters` or without. */
export function strictType(parameters: 'with parameters' | 'bare'): () => Gate {
  return () => (request, text) => {
    if (text === '') return undefined;
    const sent = request.headers['content-type'] ?? '';
    const type = parameters === 'bare' ? sent : (sent.split(';')[0] ?? '').trim();
    return type.toLowerCase() === 'application/json'
      ? undefined
      : { status: 415, text: 'Send application/json.' };
  };
}

/** Answers some methods with a status. */
export function without(methods: readonly string[], status: number): () => Gate {
  return () => (request) =>
    methods.includes(request.method ?? '')
      ? { status, text: 'This method is not offered.' }
      : undefined;
}

/** Takes bodies up to a size; asks for their length before. */
export function bounded(bodyBytesMax: number): () => Gate {
  return () => (request, text) => {
    if (request.headers['transfer-encoding'] !== undefined)
      return { status: 411, text: 'Say the length of the body.' };
    if (Buffer.byteLength(text) > bodyBytesMax)
      return { status: 413, text: 'The body is too large.' };
    return undefined;
  };
}

/** Knows no query at all. */
export function queryless(): Gate {
  return (request) =>
    request.url?.includes('?')
      ? { status: 400, text: 'There are no query parameters.' }
      : undefined;
}

/** Rejects a body where the interface shows none. */
export function bodyless(): Gate {
  return (request, text) => {
    const shown =
      request.method === 'POST' || request.method === 'PUT' || request.method === 'PATCH';
    return text !== '' && !shown ? { status: 400, text: 'No body is expected.' } : undefined;
  };
}

/** Takes so many requests within any second. */
export function limited(perSecond: number, refuse: (freeAtMs: number) => Refusal): () => Gate {
  return () => {
    const takenAtMs: number[] = [];
    return () => {
      const nowMs = Date.now();
      while ((takenAtMs[0] ?? nowMs) <= nowMs - 1000) takenAtMs.shift();
      const [first] = takenAtMs;
      if (first !== undefined && takenAtMs.length >= perSecond) return refuse(first + 1000);
      takenAtMs.push(nowMs);
      return undefined;
    };
  };
}

/** 429, to come back in a second. */
export function tooMany(): Refusal {
  return { status: 429, text: 'Too many requests.', headers: { 'Retry-After': '1' } };
}

/** 503, to come back at a date, which names a whole second. */
export function overloaded(freeAtMs: number): Refusal {
  const date = new Date(Math.ceil(freeAtMs / 1000) * 1000).toUTCString();
  return { status: 503, text: 'Overloaded.', headers: { 'Retry-After': date } };
}
