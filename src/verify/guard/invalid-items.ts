// What the service made of invalid bodies that the run sent and it accepted, where the contract leaves
// that open. If such an item can neither be mended nor removed, a list that shows it says nothing.

import { equal } from '../../base/equal.ts';
import { isObject, type JsonObject, own } from '../../base/json.ts';

/** The items of a run that hold what the run should not have been able to store. */
export class InvalidItems {
  private readonly keys = new Set<string>();
  private readonly bodies: JsonObject[] = [];

  /** Records an item that could not be mended. */
  add(key: string): void {
    this.keys.add(key);
  }

  /** Records a body that was stored nobody knows where. */
  addBody(body: JsonObject): void {
    this.bodies.push(body);
  }

  /** Whether an element of a list is one of them. */
  has(key: string | null, element: JsonObject): boolean {
    return (
      (key !== null && this.keys.has(key)) || this.bodies.some((body) => isShownBy(body, element))
    );
  }
}

/** Whether an element shows each value of a body, as it was sent. */
function isShownBy(body: JsonObject, element: JsonObject): boolean {
  return Object.entries(body).every(([member, value]) => {
    const shown = own(element, member);
    return shown !== undefined && equal(shown, value);
  });
}

/** Returns a body that can be known again; `null` if it is no object, or empty. */
export function bodyToKnow(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    const body = typeof value === 'object' && value !== null ? (value as JsonObject) : null;
    return body !== null && isObject(body) && Object.keys(body).length > 0 ? body : null;
  } catch {
    return null;
  }
}
