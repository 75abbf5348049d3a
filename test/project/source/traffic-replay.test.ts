// From a session against a service to a mock that answers the same session: how many answers have
// the same status and the same shape.

import { expect, it } from 'vitest';
import { findPlaces } from '../../../src/project/source/find-source.ts';
import { replayService } from '../../replays/replay-service.ts';
import { services as walked } from '../../replays/services.ts';
import { startServing } from '../../support/serving.ts';
import { harOf, type Replayed, replay, runSession, type Session } from '../../support/sessions.ts';
import {
  listen,
  recipes,
  recipesSession,
  shop,
  shopSession,
  wiki,
  wikiSession,
} from '../../support/shops.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();

const services = [
  ['recipes of json-server', recipes, recipesSession],
  ['a shop of Express', shop, shopSession],
  ['a wiki of Express', wiki, wikiSession],
] as const;

async function replayed(service: typeof recipes, session: Session): Promise<Replayed> {
  await using real = await listen(service());
  const answered = await runSession(real.origin, session);
  folder.write('session.har', harOf(real.origin, answered));
  const mock = await startServing(findPlaces({ source: 'session.har' }));
  try {
    return await replay(mock.url, answered);
  } finally {
    await mock.close();
  }
}

it.each(services)('answers the session with %s again', async (_, service, session) => {
  const { answers, fitting, misfits } = await replayed(service, session);
  expect(misfits).toEqual([]);
  expect(fitting / answers).toBeGreaterThanOrEqual(0.95);
});

it.each(walked)('answers a long session with $name again', async (service) => {
  const { answers, misfits } = await replayService(service, {
    folder: '.',
    calls: 120,
    seed: 4,
  });
  expect(answers).toBeGreaterThanOrEqual(120);
  // What a service does to other resources does not show: removed parents, for example.
  expect(misfits.length / answers, misfits.join('\n')).toBeLessThanOrEqual(0.05);
});
