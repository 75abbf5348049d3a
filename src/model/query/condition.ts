// Whether a record meets a condition. A condition is prepared once and tried on many records.

import { isNumber, isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Condition, Scalar, ValueTest } from './query.ts';
import { compilePattern } from './regex-filter.ts';
import { lookUp, textOf } from './value-at.ts';

export type Matcher = (record: JsonObject) => boolean;

/** Prepares a condition. */
export function matcherOf(condition: Condition): Matcher {
  switch (condition.kind) {
    case 'all': {
      const [only, ...others] = condition.of;
      if (only !== undefined && others.length === 0) return matcherOf(only);
      const parts = condition.of.map(matcherOf);
      return (record) => parts.every((meets) => meets(record));
    }
    case 'any': {
      const parts = condition.of.map(matcherOf);
      return (record) => parts.some((meets) => meets(record));
    }
    case 'not': {
      const meets = matcherOf(condition.of);
      return (record) => !meets(record);
    }
    case 'anywhere': {
      const { text, except = [] } = condition;
      return (record) =>
        Object.entries(record).some(
          ([name, value]) => !except.includes(name) && containsAnywhere(value, text),
        );
    }
    case 'field': {
      const find = lookUp(condition.path);
      const fits = fitsOf(condition.test);
      return (record) => {
        const value = find(record);
        return value !== undefined && fits(value);
      };
    }
  }
}

/** Tells whether a lower-case text is in a value at any depth. Skips 0, `false` and `''`. */
function containsAnywhere(value: Json, text: string): boolean {
  if (!value) return false;
  if (typeof value !== 'object') return String(value).toLowerCase().includes(text);
  return Object.values(value).some((one: Json) => containsAnywhere(one, text));
}

function fitsOf(test: ValueTest): (value: Json) => boolean {
  switch (test.op) {
    case 'is':
      return (value) => isOneOf(value, test.operands);
    case 'is-not':
      return (value) => !isOneOf(value, test.operands);
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const { op, operands } = test;
      return (value) => value !== null && operands.some((operand) => compares(op, value, operand));
    }
    case 'contains':
      return (value) => someText(value, (text) => text.includes(test.text));
    case 'starts':
      return (value) => someText(value, (text) => text.startsWith(test.text));
    case 'ends':
      return (value) => someText(value, (text) => text.endsWith(test.text));
    case 'like': {
      const patterns = test.patterns.map(compilePattern);
      return (value) => value !== null && patterns.some((isFound) => isFound(textOf(value)));
    }
  }
}

function isOneOf(value: Json, operands: readonly Scalar[]): boolean {
  if (typeof value !== 'object' || value === null) {
    for (const operand of operands) if (isAlike(value, operand)) return true;
    return false;
  }
  const text = textOf(value);
  if (operands.some((operand) => text === operand)) return true;
  return (
    Array.isArray(value) &&
    (value as readonly Json[]).some((one) => !isObject(one) && isOneOf(one, operands))
  );
}

function isAlike(value: Scalar, operand: Scalar): boolean {
  if (value === operand) return true;
  if (value === null || operand === null) return false;
  if (typeof value === 'string' && typeof operand === 'string') return false;
  if (typeof operand === 'string') return String(value) === operand;
  return isNumber(operand) && value === String(operand);
}

/** Compares as JavaScript does: two texts by their code units, everything else as numbers. */
function compares(op: '<' | '<=' | '>' | '>=', value: Json, operand: Scalar): boolean {
  // The types of the operators demand numbers; their behaviour with other scalars is intended here.
  const left = (typeof value === 'object' ? textOf(value) : value) as number;
  const right = operand as number;
  switch (op) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

function someText(value: Json, holds: (text: string) => boolean): boolean {
  if (typeof value === 'string') return holds(value.toLowerCase());
  return (
    Array.isArray(value) &&
    (value as readonly Json[]).some((one) => typeof one === 'string' && holds(one.toLowerCase()))
  );
}
