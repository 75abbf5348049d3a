// Bodies in envelopes: taken out, and put in.

import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/contract/contract.ts';
import { bareCall, bareReply, wrappedCall } from '../../../src/model/message/bare-body.ts';
import { type Body, type Call, noBody, readBody } from '../../../src/model/message/call.ts';

const around = { schema: 'trip-body', at: ['data', 'trip'] };
const plain: Operation = { summary: 's', source: 's', outcomes: {} };
const wrapped: Operation = { ...plain, envelope: around, bodyEnvelope: around };

const callWith = (body: Body): Call => ({
  method: 'POST',
  path: '/trips',
  query: '',
  headers: {},
  body,
});
const whole = '{"data":{"trip":{"to":"Oslo"}}}';

describe('bareCall and bareReply', () => {
  it('take the item out, and keep the whole', () => {
    const { body } = bareCall(wrapped, callWith(readBody(whole)));
    expect(body).toMatchObject({ value: { to: 'Oslo' }, whole: JSON.parse(whole), text: whole });
    const received = { status: 200, headers: {}, body: readBody(whole) };
    expect(bareReply(wrapped, received).body).toMatchObject({ value: { to: 'Oslo' } });
  });

  it('say which envelope a body lacks', () => {
    const { body } = bareCall(wrapped, callWith(readBody('{"to":"Oslo"}')));
    expect(body).toMatchObject({ value: { to: 'Oslo' }, lacks: '/data/trip' });
  });

  it.each([
    ['an array, as a JSON Patch is', '[]'],
    ['nothing', ''],
    ['no JSON', '{'],
  ])('leave %s alone', (_, text) => {
    const call = callWith(readBody(text));
    expect(bareCall(wrapped, call).body).toEqual(call.body);
  });

  it('leave refusals alone, and operations without an envelope', () => {
    const call = callWith(readBody(whole));
    expect(bareCall(plain, call)).toBe(call);
    expect(bareCall(undefined, call)).toBe(call);
    const refused = { status: 404, headers: {}, body: readBody('{"error":"x"}') };
    expect(bareReply(wrapped, refused)).toBe(refused);
    const received = { status: 200, headers: {}, body: readBody(whole) };
    expect(bareReply(undefined, received)).toBe(received);
    expect(bareReply(plain, received)).toBe(received);
  });
});

describe('wrappedCall', () => {
  it('puts the item into its envelope', () => {
    const { body } = wrappedCall(wrapped, callWith(readBody('{"to":"Oslo"}')));
    expect(body).toMatchObject({ value: JSON.parse(whole), text: whole });
  });

  it.each([
    ['without an envelope', plain, readBody('{}')],
    ['that is none', undefined, readBody('{}')],
    ['without a body', wrapped, noBody],
    ['with an array', wrapped, readBody('[]')],
  ])('leaves a call of an operation %s alone', (_, operation, body) => {
    const call = callWith(body);
    expect(wrappedCall(operation, call)).toBe(call);
  });
});
