// Ends the first pass of a run that has taken another member for the id. Thrown like `Interrupted`,
// from wherever the first item is made: `verify` begins again with the right member.

export class IdMisread extends Error {
  override readonly name = 'IdMisread';
  /** The member that is the id, as the answers of the service show. */
  readonly member: string;
  /** The id of the item that showed it, which the guard still owns if it could not be removed. */
  readonly key: string;

  /** How many items the first pass has drawn values for: marks are not used twice. */
  readonly serials: number;

  constructor(made: Pick<IdMisread, 'member' | 'key' | 'serials'>) {
    super(`the id is the member ${made.member}`);
    this.member = made.member;
    this.key = made.key;
    this.serials = made.serials;
  }
}
