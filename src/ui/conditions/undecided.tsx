// Unspecified behaviour: the chosen options, or varied ones so that clients that depend on a choice
// fail early; and the pins.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SettingsView } from '../../inspector/wire.ts';
import { Failure } from '../parts/empty.tsx';
import { IconButton } from '../parts/icon.tsx';
import { askSettings, changeSettings, resetSettings } from '../shared/api.ts';
import { usePageServices } from '../shared/page-services.ts';
import { useFetched } from '../shared/use-fetched.ts';

export function Undecided(): JSX.Element {
  const { attempt } = usePageServices();
  const asked = useFetched('settings', askSettings);
  const change = (patch: object, done: string) =>
    void attempt(() => changeSettings(patch), done).then(asked.again);
  const settings = asked.value;
  return (
    <section aria-labelledby="undecided">
      <h2 id="undecided">Unspecified behaviour</h2>
      {asked.failure !== null && <Failure text={asked.failure} again={asked.again} />}
      {settings !== null && (
        <>
          <Variation key={settings.seed} settings={settings} onChange={change} />
          <h3>Pinned choices</h3>
          <Pins
            settings={settings}
            onUnpin={(key) => change({ pins: { [key]: null } }, `${key} is no longer pinned`)}
          />
          <button
            type="button"
            onClick={() =>
              void attempt(resetSettings, 'Restored the settings of the start').then(asked.again)
            }
          >
            Restore the start settings
          </button>
        </>
      )}
    </section>
  );
}

interface VariationProps {
  readonly settings: SettingsView;
  readonly onChange: (patch: object, done: string) => void;
}

function Variation({ settings, onChange }: VariationProps): JSX.Element {
  const [seed, setSeed] = useState(String(settings.seed));
  const varies = settings.undefined === 'vary';
  return (
    <form
      class="rule"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ undefined: 'vary', seed: Number(seed) }, `Varying with seed ${seed}`);
      }}
    >
      <p class="quiet wide">
        {varies
          ? `Varying with seed ${settings.seed}: statuses, bodies and orders that the contract leaves open differ from call to call.`
          : 'Every call uses the chosen options. If you vary them, each call may differ within what the contract allows, so clients that depend on one choice fail early.'}
      </p>
      <label>
        Seed
        <input
          class="short"
          type="number"
          min="0"
          max="2147483647"
          required
          value={seed}
          onInput={(event) => setSeed(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary">
        Vary
      </button>
      <button
        type="button"
        disabled={!varies}
        onClick={() => onChange({ undefined: 'profile' }, 'Using the chosen options')}
      >
        Use the chosen options
      </button>
    </form>
  );
}

interface PinsProps {
  readonly settings: SettingsView;
  readonly onUnpin: (key: string) => void;
}

function Pins({ settings, onUnpin }: PinsProps): JSX.Element {
  const pins = Object.entries(settings.pins);
  if (pins.length === 0)
    return (
      <p class="quiet">
        No pins. You can pin choices in the <a href="#/contract">Contract</a> tab.
      </p>
    );
  return (
    <ul class="snapshots">
      {pins.map(([key, option]) => (
        <li key={key}>
          <a class="by" href={`#/contract?choice=${encodeURIComponent(key)}`}>
            {key}
          </a>
          <code>{JSON.stringify(option)}</code>
          <IconButton icon="trash" label={`Unpin ${key}`} onClick={() => onUnpin(key)} />
        </li>
      ))}
    </ul>
  );
}
