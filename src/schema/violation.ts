// One place at which a value does not fit its schema, in Standin's own words. No validator here: the
// types of the doors lead to this file, and not to a package that is bundled.

import type { Pointer } from '../base/pointer.ts';

/** The freedom that a keyword limits. Choices about open matters depend on it. */
export type Facet = 'required' | 'format' | 'bounds' | 'shape';

/** One place at which a value does not fit its schema. */
export interface Violation {
  /** The place in the value; for a missing member, the object that lacks it. */
  readonly at: Pointer;
  readonly keyword: string;
  readonly facet: Facet;
  readonly message: string;
  /** The validator's own message: `must be string`. */
  readonly plain: string;
  /** The format that the value does not have, if it lacks one. */
  readonly format?: string;
  /** The missing member, if one is missing. */
  readonly missing?: string;
}

/** Maximum number of violations reported for one value. */
export const VIOLATIONS_MAX = 100;
