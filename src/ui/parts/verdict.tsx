// A verdict as icon and word, never as colour alone.

import type { JSX } from 'preact';
import type { Verdict } from '../../journal/interaction/recorded.ts';
import { Icon, type IconName } from './icon.tsx';

interface Sign {
  readonly icon: IconName;
  readonly word: string;
  readonly tone: string;
  readonly title: string;
}

const signs: Readonly<Record<Verdict, Sign>> = {
  conforms: {
    icon: 'check',
    word: 'conforms',
    tone: 'good',
    title: 'The answer follows the contract',
  },
  violates: {
    icon: 'cross',
    word: 'violates',
    tone: 'bad',
    title: 'The answer breaks the contract',
  },
  'not-shown': {
    icon: 'circle',
    word: 'unspecified',
    tone: 'quiet',
    title: 'The contract says nothing about this answer',
  },
  unjudged: { icon: 'dash', word: 'unjudged', tone: 'quiet', title: 'The answer was not checked' },
};

export function VerdictSign({ verdict }: { readonly verdict: Verdict }): JSX.Element {
  const sign = signs[verdict];
  return (
    <span class={`sign ${sign.tone}`} title={sign.title}>
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
