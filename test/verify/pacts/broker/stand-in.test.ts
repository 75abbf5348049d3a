// The stand-in for a broker speaks the interface as it is: Pact's own verifier fetches its pacts
// from it and publishes to it.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/base/json.ts';
import { runPactVerifier } from '../../../support/pact-broker/pact-verifier.ts';
import { idOf } from '../../../support/pact-broker/pages.ts';
import { startPactBroker } from '../../../support/pact-broker.ts';
import { interactionOf, pactOf } from '../texts.ts';

describe('startPactBroker', () => {
  it('passes for a broker with the verifier of Pact itself', { timeout: 60_000 }, async () => {
    const service = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
    );
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    await using broker = await startPactBroker({
      basePath: '/pact',
      authorization: 'Bearer t0ken',
    });
    const good = interactionOf();
    const bad = interactionOf({
      description: 'a request for what is not there',
      response: { status: 418 },
    });
    const document = (interactions: readonly JsonObject[], name: string): JsonObject =>
      JSON.parse(pactOf(interactions, { consumer: { name } }).text) as JsonObject;
    broker.has('1', document([good], 'web'));
    broker.has('2', document([bad], 'app'));
    broker.has('3', document([good, bad], 'web'), 'feature/x');
    const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const told = await runPactVerifier({ baseUrl, brokerUrl: broker.baseUrl, token: 't0ken' });
    await new Promise((resolve) => service.close(resolve));
    // All are pending, so that the failures fail nobody.
    expect(JSON.parse(told)).toMatchObject({ result: true, errors: [] });
    expect((JSON.parse(told) as { pendingErrors: unknown[] }).pendingErrors).toHaveLength(2);
    const published = broker.results().map(({ consumer, body }) => ({
      consumer,
      success: body['success'],
      tests: body['testResults'],
    }));
    expect(published).toMatchObject([
      { consumer: 'web', success: true, tests: [{ interactionId: idOf(good), success: true }] },
      { consumer: 'app', success: false },
      { consumer: 'web', success: false },
    ]);
    const { branches, tags } = broker.store.version('users', '5.0.0');
    expect([[...branches], [...tags]]).toEqual([['main'], ['ci']]);
  });

  it('rejects requests as a broker does', async () => {
    await using broker = await startPactBroker();
    const post = async (
      path: string,
      body: string,
      type = 'application/json',
      accept = 'application/hal+json',
    ): Promise<unknown> => {
      const response = await fetch(broker.baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': type, accept },
        body,
      });
      const text = await response.text();
      return [response.status, text.startsWith('{') ? JSON.parse(text) : ''];
    };
    broker.has('1', JSON.parse(pactOf([interactionOf()]).text) as JsonObject);
    const path = '/pacts/provider/users/for-verification';
    expect(await post(path, '{}', 'text/plain')).toEqual([415, '']);
    expect(await post(path, '{}', 'application/json', 'text/html')).toEqual([406, '']);
    expect(await post(path, '{')).toMatchObject([
      400,
      { error: expect.stringContaining('ParserError') as string },
    ]);
    expect(await post(path, '{"consumerVersionSelectors":[{"consumer":"web"}]}')).toMatchObject([
      400,
      { errors: { consumerVersionSelectors: [expect.stringContaining('must specify')] } },
    ]);
    expect(await post('/contracts/publish', '{"contracts":[]}')).toMatchObject([
      400,
      { errors: { pacticipantName: ['is missing'] } },
    ]);
  });
});
