// The filter field, its errors, and terms to switch on or pick from a menu.

import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReportedFilterFlaw } from '../../inspector/wire.ts';
import { Icon, IconButton } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { formatCount } from '../shared/format.ts';
import { usePageServices } from '../shared/page-services.ts';
import { filterChips, filterFields, splitTerms, toggleTerm } from './filter-fields.ts';
import { SavedFilters } from './saved-filters.tsx';

export interface FilterBarProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly flaw: ReportedFilterFlaw | null;
  readonly count: number;
  readonly total: number;
  readonly isAsking: boolean;
  readonly isCut: boolean;
  /** Number of interactions that violate the contract, regardless of the filter. */
  readonly violations: number;
  readonly onQuery: (query: string) => void;
  readonly onLeave: () => void;
  readonly children: ComponentChildren;
}

export function FilterBar(props: FilterBarProps): JSX.Element {
  const { field, query, flaw, onQuery, onLeave } = props;
  const under = useRef<HTMLDivElement>(null);
  const slide = () => {
    if (under.current !== null) under.current.scrollLeft = field.current?.scrollLeft ?? 0;
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && query !== '') onQuery('');
    else if (event.key !== 'Escape' && event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    else onLeave();
    event.preventDefault();
    event.stopPropagation();
  };
  const terms = splitTerms(query);
  const told = flaw === null ? countText(props) : `${flaw.title}: ${flaw.detail}`;
  const settled = useSettled(told);
  return (
    <search class="filter">
      <div class="filter-line">
        <div class="filter-field">
          <Icon name="search" />
          <input
            ref={field}
            type="text"
            aria-label="Filter"
            aria-invalid={flaw !== null}
            aria-describedby="filter-told"
            placeholder="Filter: words, or status:5xx is:violating -path:/health   ( / )"
            spellcheck={false}
            autocomplete="off"
            value={query}
            onInput={(event) => onQuery(event.currentTarget.value)}
            onScroll={slide}
            onKeyDown={press}
          />
          {flaw !== null && (
            <div class="filter-under" ref={under} aria-hidden="true">
              {query.slice(0, flaw.from)}
              <mark>{query.slice(flaw.from, Math.max(flaw.to, flaw.from + 1)) || ' '}</mark>
            </div>
          )}
          {query !== '' && (
            <IconButton icon="cross" label="Clear the filter" onClick={() => onQuery('')} />
          )}
        </div>
        <FieldMenu query={query} onQuery={onQuery} />
        <SavedFilters query={query} onQuery={onQuery} />
        {props.children}
      </div>
      <div class="chips">
        {filterChips.map((chip) => (
          <button
            type="button"
            key={chip.term}
            class="chip"
            title={chip.term}
            aria-pressed={terms.includes(chip.term)}
            onClick={() => onQuery(toggleTerm(query, chip.term))}
          >
            {chip.word}
            {chip.term === 'is:violating' && props.violations > 0 && (
              <span class="badge">{formatCount(props.violations)}</span>
            )}
          </button>
        ))}
        <p id="filter-told" class={flaw === null ? 'told' : 'told bad'}>
          {told}
        </p>
        <p class="unseen" role="status">
          {settled}
        </p>
      </div>
    </search>
  );
}

/** Returns a text once it has settled: screen readers must not read ten changes a second. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const SETTLED_MS = 800;

function FieldMenu({ query, onQuery }: Pick<FilterBarProps, 'query' | 'onQuery'>): JSX.Element {
  const fieldName = (term: string) => term.slice(0, term.indexOf(':'));
  const { resource = 'users', path = '/users' } = usePageServices().overview.resources[0] ?? {};
  const named = (example: string) =>
    example.replace('/users', path.replaceAll(/{.*?}/g, '*')).replace('users', resource);
  return (
    <Menu
      label={
        <>
          <Icon name="plus" />
          Filter
        </>
      }
      title="All fields, with examples"
      side="right"
    >
      {(close) => (
        <div class="fields">
          <p>
            All terms must match; with <code>OR</code> between two, one of them. <code>-</code>,{' '}
            <code>!</code> or <code>NOT</code> before a term negates it; <code>( )</code> make one
            term of several; <code>"…"</code> quotes text with spaces.
          </p>
          <dl>
            {filterFields.map((field) => (
              <div key={field.name}>
                <dt>
                  <code>{field.name}:</code> {field.about}
                </dt>
                <dd>
                  {field.examples.map(named).map((example) => (
                    <button
                      type="button"
                      class="chip"
                      key={example}
                      aria-pressed={splitTerms(query).includes(example)}
                      onClick={() => {
                        const others = splitTerms(query).filter(
                          (term) => fieldName(term) !== field.name || term === example,
                        );
                        onQuery(toggleTerm(others.join(' '), example));
                        close();
                      }}
                    >
                      {example}
                    </button>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Menu>
  );
}

function countText({ isAsking, query, count, total, isCut }: FilterBarProps): string {
  if (isAsking) return 'Searching…';
  if (query.trim() === '')
    return `${formatCount(count)} ${count === 1 ? 'interaction' : 'interactions'}`;
  return `${formatCount(count)} of ${formatCount(total)} match${isCut ? ' (the newest are shown)' : ''}`;
}
