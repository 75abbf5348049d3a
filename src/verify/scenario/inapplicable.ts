// Why a law cannot apply to a service, through nobody's fault: no other service of this kind, and no
// longer run, would show more. Such a law does not count.

/** The reasons, as clauses. */
export const inapplicable = {
  noPrefixIds: 'no id was the beginning of another id',
  onlyOwnItems: 'there are only items of the run',
  noIdsShown: 'the list shows no ids',
  idReused: 'the service reused the id',
  noTotal: 'the list tells no number of its items',
  onePage: 'the list has one page',
  noFilters: 'no parameter of the list is known to filter it',
  nothingCreates: 'no operation of the contract creates items',
  nothingToFilter: 'no item shows a value that a filter could ask for',
} as const;

const REASONS: ReadonlySet<string> = new Set(Object.values(inapplicable));

/** Whether a law does not apply for this reason. */
export function isInapplicable(why: string | null): boolean {
  return why !== null && REASONS.has(why);
}
