// A statement that a connection prepares once and then only names. It does not ask what the columns
// of its rows are, so they come as texts. The driver's own queries ask that with every call, and read
// the answer each time: for an answer without rows, that is most of the work.

import type { Connection, Submittable, Wire } from './database.ts';

/** The texts of the columns of a row. */
export type TextRow = readonly (string | null)[];

export class Statement {
  private readonly name: string;
  private readonly text: string;
  private readonly prepared = new WeakSet<Wire>();

  /** The name belongs to this statement alone. */
  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  /** Sends it with its values, as texts. Resolves with its rows. */
  ask(connection: Connection, values: readonly string[]): Promise<readonly TextRow[]> {
    return new Promise((resolve, reject) => {
      connection.query(
        new Asked(
          (wire) => this.send(wire, values),
          (error, rows) => (error === null ? resolve(rows) : reject(error)),
        ),
      );
    });
  }

  private send(wire: Wire, values: readonly string[]): void {
    const { name, text } = this;
    wire.stream.cork();
    if (!this.prepared.has(wire)) wire.parse({ name, text, types: [] }, true);
    // Use no connection again on which it could not be prepared: here it counts as prepared.
    this.prepared.add(wire);
    wire.bind({ statement: name, values: [...values] }, true);
    wire.execute(null, true);
    wire.sync();
    wire.stream.uncork();
  }
}

/** Returns the text of an array, for a value of a statement. */
export function arrayOf(values: Iterable<string | number>): string {
  const texts = Array.from(values, (value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`);
  return `{${texts.join(',')}}`;
}

type Ended = (error: Error | null, rows: readonly TextRow[]) => void;

/** One call of a statement, as the driver asks for it. */
class Asked implements Submittable {
  readonly submit: (wire: Wire) => void;
  /** The driver puts its own around it, which also ends the wait for a late answer. */
  callback: Ended;
  private readonly rows: TextRow[] = [];

  constructor(submit: (wire: Wire) => void, callback: Ended) {
    this.submit = submit;
    this.callback = callback;
  }

  handleDataRow({ fields }: { readonly fields: TextRow }): void {
    this.rows.push(fields);
  }

  handleCommandComplete(): void {
    // The end follows.
  }

  handleReadyForQuery(): void {
    this.callback(null, this.rows);
  }

  handleError(error: Error): void {
    this.callback(error, this.rows);
  }
}
