// Pins one choice of the running mock, or takes the pin back.

import type { JSX } from 'preact';
import type { ChoiceView } from '../../inspector/wire.ts';
import { changeSettings } from '../shared/api.ts';
import { usePageServices } from '../shared/page-services.ts';

export interface PinProps {
  readonly choice: ChoiceView;
  readonly onPinned: () => void;
}

export function Pin({ choice, onPinned }: PinProps): JSX.Element {
  const { attempt } = usePageServices();
  const pin = (text: string) => {
    const option = text === '' ? null : (JSON.parse(text) as unknown);
    const done =
      text === '' ? `${choice.choice} is no longer pinned` : `${choice.choice} is now ${text}`;
    void attempt(() => changeSettings({ pins: { [choice.choice]: option } }), done).then(onPinned);
  };
  return (
    <label>
      Pin until restart
      <select
        aria-label={`Pin ${choice.choice} until restart`}
        value={choice.by === '--pin' ? JSON.stringify(choice.chosen) : ''}
        onChange={(event) => pin(event.currentTarget.value)}
      >
        <option value="">not pinned</option>
        {choice.options.map(({ option }) => (
          <option key={JSON.stringify(option)} value={JSON.stringify(option)}>
            {JSON.stringify(option)}
          </option>
        ))}
      </select>
    </label>
  );
}
