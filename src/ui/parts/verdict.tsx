// A verdict as icon and word, never as colour alone.

import type { JSX } from 'preact';
import type { Verdict } from '../../journal/interaction/recorded.ts';
import { Icon, type IconName } from './icon.tsx';

const signs: Readonly<
  Record<Verdict, { readonly icon: IconName; readonly word: string; readonly tone: string }>
> = {
  conforms: { icon: 'check', word: 'conforms', tone: 'good' },
  violates: { icon: 'cross', word: 'violates', tone: 'bad' },
  'not-shown': { icon: 'circle', word: 'unspecified', tone: 'quiet' },
  unjudged: { icon: 'dash', word: 'unjudged', tone: 'quiet' },
};

export function VerdictSign({ verdict }: { readonly verdict: Verdict }): JSX.Element {
  const sign = signs[verdict];
  return (
    <span class={`sign ${sign.tone}`}>
      <Icon name={sign.icon} />
      {sign.word}
    </span>
  );
}

/** The tone of a status: red from 500, amber from 400. The number itself says the same. */
export function statusTone(status: number | null): string {
  if (status === null) return 'bad';
  return status >= 500 ? 'bad' : status >= 400 ? 'warn' : '';
}
