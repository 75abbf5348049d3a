// A token of each form, put together here so that no scanner of sources takes it for a real one.

import { describe, expect, it } from 'vitest';
import { replaceTokens } from '../../../src/base/secrets/token-forms.ts';

const letters = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF';
const hex = '0123456789abcdef0123456789abcdef';

const TOKENS: Readonly<Record<string, string>> = {
  SendGrid: ['SG', letters.slice(0, 22), `${letters}x12345-_abc`].join('.'),
  'Stripe, webhooks': `whsec_${letters}`,
  'Google, access': `ya29.${letters}_-${letters}`,
  'Google, refresh': `1//0${letters}`,
  'Google, client': `GOCSPX-${letters.slice(0, 28)}`,
  'Hugging Face': `hf_${letters}`,
  'Twilio, key': `SK${hex}`,
  'Twilio, account': `AC${hex}`,
  Telegram: `123456789:AA${letters}x`,
  Discord: `M${letters.slice(0, 25)}.aBcDe1.${letters}`,
  Vault: `hvs.${letters.slice(0, 24)}`,
  PyPI: `pypi-AgEIcHlwaS5vcmc${letters}-_x`,
  DigitalOcean: `dop_v1_${hex}${hex}`,
  Shopify: `shpat_${hex}`,
  'Slack, app': `xapp-1-A0123456789-${letters}`,
  'Slack, bot': `xoxb-${letters}`,
  GitLab: `glrt-${letters.slice(0, 20)}`,
  OpenAI: `sk-proj-${letters}`,
  Postman: `PMAK-${hex}`,
  Docker: `dckr_pat_${letters.slice(0, 27)}`,
  Mailgun: `key-${hex}`,
  Mailchimp: `${hex}-us12`,
  Atlassian: `ATATT3xFfGF0${letters}`,
  Notion: `ntn_${letters}`,
  Databricks: `dapi${hex}`,
  Square: `sq0atp-${letters.slice(0, 22)}`,
};

const INNOCENT = [
  'key-value-store-of-the-team',
  'skip-to-the-end-of-this-page',
  'hf_model',
  'SGML.parser.of.old.documents',
  'pypi-packages-and-more',
  '12:30:45',
  '0123456789abcdef0123456789abcdef',
  'AC/DC-highway-to-somewhere-nice',
  'gloves-and-scarves-for-the-winter',
  'https://example.com/1/2/3',
  'dapi',
];

describe('replaceTokens', () => {
  it.each(Object.entries(TOKENS))('finds one of %s', (_, token) => {
    for (const text of [token, `use ${token} for it`, `/hooks/${token}`, `"${token}",`])
      expect(replaceTokens(text, () => '#')).toBe(text.replace(token, '#'));
  });

  it('finds the secret of a webhook in its address', () => {
    const [slack, discord] = [`T0123/B4567/${letters}`, `1234567890/${letters}`];
    expect(replaceTokens(`https://hooks.slack.com/services/${slack}`, () => '#')).toBe(
      'https://hooks.slack.com/services/#',
    );
    expect(replaceTokens(`https://discord.com/api/webhooks/${discord}`, () => '#')).toBe(
      'https://discord.com/api/webhooks/#',
    );
  });

  it.each(INNOCENT)('leaves %s', (text) => {
    expect(replaceTokens(text, () => '#')).toBe(text);
  });

  it('is linear', () => {
    for (const part of ['a', 'SG.', 'sk-', '1:', 'M', 'eyJ', 'whsec_', '4', '-'])
      expect(replaceTokens(part.repeat(200_000), () => '#').length).toBeGreaterThan(0);
  });
});
