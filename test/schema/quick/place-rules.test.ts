import { describe, expect, it } from 'vitest';
import { placeRulesOf } from '../../../src/schema/quick/place-rules.ts';
import { type Schema, Schemas } from '../../../src/schema/schema.ts';

const described = (description: string): Schema => ({ type: 'boolean', description });

describe('saysReadOnly', () => {
  const rules = (description: string) => {
    const reply: Schema = { type: 'object', properties: { flag: described(description) } };
    const item: Schema = { properties: { reply: { $ref: 'reply.json' } } };
    const schemas = new Schemas(new Map(Object.entries({ item, reply })));
    return placeRulesOf(schemas, 'item').saysReadOnly?.('/reply/flag');
  };

  it.each([
    'Read-only flag that is set by the server.',
    'read only: the number of visits',
    '[Output only] The time of the change.',
    'Output-only. The time of the change.',
    'When it was made. Read-only.',
    'The address of the item (read-only)',
    'The serial as seen in answers. Calculated using the metadata of the zone',
    'Computed from width and height.',
    'Set by the server.',
    'The number of visits (maintained by the system).',
    'Automatically generated name of the file',
  ])('reads of who writes it at the begin and at the end of a description: %s', (description) => {
    expect(rules(description)).toBe(true);
  });

  it.each([
    '',
    'Whether the file is read-only.',
    'Opens the volume for reading only',
    'Ready, only after a start',
    'Not read-only: clients set it',
    'The price that is calculated from it is elsewhere',
    'Set to true to hide it',
    'Derived class of the item',
    'Generated text',
  ])('reads it nowhere else: %s', (description) => {
    expect(rules(description)).toBe(false);
  });

  it('knows nothing of members that no schema has', () => {
    const schemas = new Schemas(new Map([['item', { type: 'object' } as Schema]]));
    expect(placeRulesOf(schemas, 'item').saysReadOnly?.('/other')).toBe(false);
  });
});
