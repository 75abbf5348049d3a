// Sends an event for each change to the receivers of `serve --webhook`, for resources whose choice
// `events.delivery` says so.

import { StandinError } from '../../base/errors.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { createWebhooks } from '../../http/client/webhooks.ts';
import type { Interaction } from '../../journal/interaction/interaction.ts';
import { changeEventOf } from '../../mock/change-event.ts';
import type { Project } from '../../project/load/project.ts';

export interface ChangeEventsOptions {
  readonly webhooks: readonly string[];
  readonly secret: string | null;
  /** The current project; it changes with its files. */
  readonly project: () => Project;
  /** The address of the mock. */
  readonly url: () => string;
  readonly onTrouble: (text: string) => void;
}

export interface ChangeEvents {
  /** Sends the event of a change, if its profile says so. */
  readonly take: (change: Pick<Interaction, 'ruling' | 'at'>, profile: Profile) => void;
  /** Ends soon, even if receivers do not respond. */
  close(): Promise<void>;
}

/** Starts to send. Throws a StandinError if an address or the secret is invalid. */
export function createChangeEvents(options: ChangeEventsOptions): ChangeEvents {
  const { webhooks, secret, project, url, onTrouble } = options;
  const delivery = createWebhooks({ urls: webhooks, secret, onTrouble });
  return {
    take(interaction, profile) {
      const { effect, resource } = interaction.ruling;
      if (effect.kind === 'none') return;
      const contract = project().contracts.find((one) => one.resource === resource);
      if (contract === undefined || !sendsEvents(contract, profile)) return;
      const event = changeEventOf(interaction, url() + contract.path);
      if (event !== null) delivery.add(event);
    },
    close: () => delivery.close(),
  };
}

/** Throws a StandinError if events have no receiver, or if a secret is given without one. */
export function checkReceivers(
  project: Project,
  webhooks: readonly string[],
  secret: string | null,
): void {
  if (webhooks.length > 0) return;
  const { contracts, profile } = project;
  if (contracts.some((contract) => sendsEvents(contract, profile))) {
    const message = 'events.delivery is webhook, but there is no receiver';
    const remedy = 'Name one with --webhook <url>, or --pin events.delivery=none.';
    throw new StandinError('option-invalid', message, remedy);
  }
  if (secret === null) return;
  const message = '--webhook-secret is given without --webhook';
  throw new StandinError('option-invalid', message, 'Name a receiver with --webhook <url>.');
}

function sendsEvents({ shown }: Contract, profile: Profile): boolean {
  return (shown['events.delivery'] ?? profile['events.delivery']) === 'webhook';
}
