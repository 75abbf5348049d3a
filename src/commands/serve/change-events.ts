// Tells the receivers of `serve --webhook` what changed, for the resources whose choice
// `events.delivery` has it so.

import { StandinError } from '../../base/errors.ts';
import type { Profile } from '../../contract/choices.ts';
import { createWebhooks } from '../../http/client/webhooks.ts';
import type { Interaction } from '../../journal/interaction/interaction.ts';
import { changeEventOf } from '../../mock/change-event.ts';
import type { Project } from '../../project/load/project.ts';

export interface ChangeEventsOptions {
  readonly webhooks: readonly string[];
  readonly secret: string | null;
  /** What is served now; it changes with its files. */
  readonly project: () => Project;
  /** The address of the mock. */
  readonly url: () => string;
  readonly onTrouble: (text: string) => void;
}

export interface ChangeEvents {
  /** Tells of an interaction, if the profile that it was ruled by has it so. */
  readonly take: (interaction: Interaction, profile: Profile) => void;
  /** Ends soon, also where receivers do not answer. */
  close(): Promise<void>;
}

/** Begins to tell. Throws a StandinError where an address or the secret cannot be used. */
export function createChangeEvents({
  webhooks,
  secret,
  project,
  url,
  onTrouble,
}: ChangeEventsOptions): ChangeEvents {
  const delivery = createWebhooks({ urls: webhooks, secret, onTrouble });
  return {
    take(interaction, profile) {
      const { effect, resource } = interaction.ruling;
      if (effect.kind === 'none') return;
      const contract = project().contracts.find((one) => one.resource === resource);
      if (
        contract === undefined ||
        (contract.shown['events.delivery'] ?? profile['events.delivery']) !== 'webhook'
      )
        return;
      const event = changeEventOf(interaction, url() + contract.path);
      if (event !== null) delivery.add(event);
    },
    close: () => delivery.close(),
  };
}

/**
 * Throws a StandinError where events are to be told and nobody is named, or a secret is given for
 * nobody.
 */
export function checkReceivers(
  project: Project,
  webhooks: readonly string[],
  secret: string | null,
): void {
  if (webhooks.length > 0) return;
  const { contracts, profile } = project;
  if (
    contracts.some(
      (contract) => (contract.shown['events.delivery'] ?? profile['events.delivery']) === 'webhook',
    )
  ) {
    const remedy = 'Name one with --webhook <url>, or --pin events.delivery=none.';
    throw new StandinError(
      'option-invalid',
      'events.delivery is webhook, and there is no receiver',
      remedy,
    );
  }
  if (secret !== null)
    throw new StandinError(
      'option-invalid',
      '--webhook-secret is given without --webhook',
      'Name a receiver with --webhook <url>.',
    );
}
