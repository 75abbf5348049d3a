// The inspected service and the state of the connection; and the logo.

import type { JSX } from 'preact';
import { Icon } from './parts/icon.tsx';
import { signOut } from './shared/api.ts';
import { formatCount } from './shared/format.ts';
import type { PageServices } from './shared/page-services.ts';

export function InspectedService({ shell }: { readonly shell: PageServices }): JSX.Element {
  const { overview, totals, isLive } = shell;
  const modes = { serve: 'Mock', record: 'Recording', verify: 'Verifying', file: 'File' };
  return (
    <p class="subject">
      <span>
        {modes[overview.mode]} <code>{overview.subject}</code>
      </span>
      {overview.replica !== null && (
        <span title="The mock of the team that answers this page">
          by <code>{overview.replica}</code>
        </span>
      )}
      {overview.you !== null && (
        <span>
          {overview.you.who} <span class="quiet">({overview.you.role})</span>{' '}
          <button
            type="button"
            class="bare"
            onClick={() => void signOut().then(() => location.reload())}
          >
            Sign out
          </button>
        </span>
      )}
      {(overview.mode !== 'file' || !isLive) && (
        <span class={isLive ? 'sign good' : 'sign bad'}>
          <Icon name={isLive ? 'pulse' : 'warning'} />
          {isLive ? 'live' : 'not connected'}
        </span>
      )}
      {totals.readOnly !== null && (
        <span class="sign bad" title={totals.readOnly}>
          <Icon name="warning" />
          read-only
        </span>
      )}
      {totals.dropped > 0 && (
        <span class="sign warn" title="They arrived faster than they could be saved">
          <Icon name="warning" />
          {formatCount(totals.dropped)} dropped
        </span>
      )}
    </p>
  );
}

export function Logo(): JSX.Element {
  return (
    <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
      <rect width="16" height="16" rx="4" class="logo" />
      <path
        d="M11 5.200C10.400 4.400 9.300 4 8 4 6.300 4 5 4.800 5 6.100 5 9 11 7 11 9.900 11 11.200 9.700 12 8 12 6.700 12 5.600 11.600 5 10.800"
        class="logo-line"
      />
    </svg>
  );
}
