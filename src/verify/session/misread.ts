// What ends the first pass of a run that has misread the source. Thrown like `Interrupted`, from
// wherever that shows: `verify` begins again with what it has learned.

export interface FirstPass {
  /** The ids of the items that it has made, which the guard still owns if they are there. */
  readonly keys: readonly string[];
  /** The marks of what it created, each with the id. */
  readonly marks?: ReadonlyMap<string, string>;
  /** How many items it has drawn values for: marks are not used twice. */
  readonly serials: number;
}

export class Misread extends Error {
  override readonly name: string = 'Misread';
  readonly made: FirstPass;

  constructor(message: string, made: FirstPass) {
    super(message);
    this.made = made;
  }
}

/** Another member was taken for the id. */
export class IdMisread extends Misread {
  override readonly name = 'IdMisread';
  /** The member that is the id, as the answers of the service show. */
  readonly member: string;

  constructor(member: string, made: FirstPass) {
    super(`the id is the member ${member}`, made);
    this.member = member;
  }
}

/** A list that needs parameters does not show what was created: they may select items. */
export class ListMisread extends Misread {
  override readonly name = 'ListMisread';
}
