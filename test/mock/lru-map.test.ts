import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LruMap } from '../../src/mock/lru-map.ts';

describe('ByUse', () => {
  it('keeps entries in the order of their last use', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', '');
    const step = fc.record({
      kind: fc.constantFrom('use', 'add', 'remove', 'find', 'clear'),
      name,
      value: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const things = new LruMap<number>();
        let model: { readonly name: string; readonly value: number }[] = [];
        for (const { kind, name, value } of steps) {
          const held = model.find((one) => one.name === name);
          const others = model.filter((one) => one !== held);
          if (kind === 'use') {
            expect(things.use(name)).toBe(held?.value);
            if (held !== undefined) model = [...others, held];
          } else if (kind === 'find') {
            expect([things.find(name), things.has(name)]).toEqual([
              held?.value,
              held !== undefined,
            ]);
          } else if (kind === 'remove') {
            expect(things.remove(name)).toBe(held !== undefined);
            model = others;
          } else if (kind === 'add' && held === undefined) {
            things.add(name, value);
            model = [...model, { name, value }];
          } else if (kind === 'clear' && value % 8 === 0) {
            things.clear();
            model = [];
          }
          expect(things.values()).toEqual(model.map((one) => one.value));
          expect([things.size, things.oldest?.name]).toEqual([model.length, model[0]?.name]);
        }
      }),
    );
  });
});
