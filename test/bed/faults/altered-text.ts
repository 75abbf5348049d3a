// How a fault in a text is written down: the place, what happens to the text there, and a user that
// shows it.

import type { Fields, Operation } from '../parts.ts';
import type { Clause } from '../service.ts';
import { lostInList, lostOnPost, lostOnPut, type Witness } from './client.ts';
import {
  around,
  at,
  element,
  GET,
  LIST,
  type Place,
  type PlantedFault,
  POST,
  PUT,
  reading,
  storing,
  text,
} from './planting.ts';

/** A row of the table: where, what happens to the text there, and a user that shows it. */
export interface Line {
  readonly name: string;
  readonly about: string;
  readonly place: Place;
  readonly change: (text: string) => unknown;
  readonly shownBy: Fields;
}

function fault(
  line: Line,
  clauses: readonly [Clause, ...Clause[]],
  plant: PlantedFault['plant'],
  witness: Witness,
): PlantedFault {
  return { name: line.name, about: line.about, clauses, kind: 'value', plant, witness };
}

/** Stored so by POST and PUT. */
export function stored(line: Line): PlantedFault {
  return fault(
    line,
    [POST, PUT, GET],
    storing(at(line.place, text(line.change))),
    lostOnPost(line.shownBy),
  );
}

/** Stored so by one of them. */
export function storedBy(operation: Operation, line: Line): PlantedFault {
  const plant = storing(at(line.place, text(line.change)), operation);
  return operation === 'create'
    ? fault(line, [POST, GET], plant, lostOnPost(line.shownBy))
    : fault(line, [PUT, GET], plant, lostOnPut({}, line.shownBy));
}

/** Shown so by GET of a user alone. */
export function shown(line: Line): PlantedFault {
  return fault(
    line,
    [GET, 'section 2, user', POST],
    reading(at(line.place, text(line.change))),
    lostOnPost(line.shownBy),
  );
}

/** Shown so by the list alone. */
export function listed(line: Line): PlantedFault {
  return fault(
    line,
    [LIST, 'section 2, list'],
    element(at(line.place, text(line.change))),
    lostInList(line.shownBy),
  );
}

/** The whole body is changed before it is parsed. */
export function received(
  line: Omit<Line, 'place' | 'change'> & { readonly decode: (bytes: Buffer) => string },
): PlantedFault {
  const decoding = (operation: Operation) =>
    around(operation, (call, next) => next({ ...call, text: line.decode(call.bytes) }));
  const plant: PlantedFault['plant'] = (parts) => decoding('update')(decoding('create')(parts));
  const whole: Line = { ...line, place: 'name', change: (same) => same };
  return fault(whole, [POST, PUT, 'section 4, rule 1', GET], plant, lostOnPost(line.shownBy));
}
