// The service of our own as a product of the bed, and how the tests try it.

import { partsDocument, partsPlace, startParts } from './parts-service.ts';
import type { Product } from './product.ts';
import { productsFolder } from './products-folder.ts';
import { SOURCES } from './run-verify.ts';
import type { Trying } from './try-product.ts';

export const partsProduct: Product = {
  name: 'parts',
  title: 'a service of our own',
  missing: () => null,
  async start(stage) {
    const service = await startParts();
    stage.use(service);
    const file = stage.write('openapi.json', JSON.stringify(partsDocument));
    return { origin: service.url, headers: {}, document: { file }, ready: '/parts' };
  },
  base: '',
  counted: { parts: { path: '/parts', itemsAt: '' } },
  places: [partsPlace],
  judged: [],
};

/** How a test tries a product. */
export function partsTrying(given: Pick<Trying, 'faults' | 'options' | 'reports'>): Trying {
  return { folder: productsFolder(), cli: SOURCES, seed: 1, tell: () => {}, ...given };
}
