// Tokens and keys known by their form: whose they are, and what they are made of. Knows no names of
// members.

/**
 * By who gives them out. Which characters a token is made of is known for these; the lookbehind
 * keeps each search to one start in a run of such characters.
 */
const FORMS: Readonly<Record<string, RegExp>> = {
  'JSON Web Tokens': /(?<![\w-])eyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)*/,
  'AWS, ids of keys':
    /(?<![A-Za-z0-9])(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])/,
  'AWS, keys':
    /(?<![A-Za-z0-9/+=])(?=[A-Za-z0-9/+]{0,39}[A-Z])(?=[A-Za-z0-9/+]{0,39}[a-z])(?=[A-Za-z0-9/+]{0,39}\d)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/,
  'Stripe, Razorpay': /(?<!\w)(?:sk|pk|rk|rzp)_(?:live|test)_\w{10,}/,
  'Stripe, webhooks': /(?<!\w)whsec_[A-Za-z0-9+/]{16,}={0,2}/,
  GitHub: /(?<!\w)(?:gh[pousr]_\w{20,}|github_pat_\w{20,})/,
  // With a dash behind: GitLab, Slack, OpenAI, Anthropic, npm, Google, Postman, Heroku, Square.
  'prefixes with a dash':
    /(?<![\w-])(?:gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent|ffct)-|xox[a-z]-|xapp-|xoxe\.xox[a-z]-|sk-|npm_|AIza|GOCSPX-|PMAK-|HRKU-|sq0[a-z]{3}-|NRAK-|AGE-SECRET-KEY-)[\w-]{20,}/,
  // With an underscore behind: Hugging Face, DigitalOcean, Shopify, Docker, Linear, Notion,
  // PlanetScale, Supabase, Sentry, Grafana, RubyGems, Databricks.
  'prefixes with an underscore':
    /(?<!\w)(?:hf_|do[opr]_v1_|shp(?:at|ca|pa|ss)_|dckr_pat_|lin_api_|ntn_|pscale_(?:tkn|pw|oauth)_|sbp_|sntry[su]_|gl(?:c|sa)_|rubygems_|dapi)[\w-]{20,}/,
  SendGrid: /(?<![\w-])SG\.[\w-]{12,}\.[\w-]{12,}/,
  'Google, OAuth': /(?<![\w-])ya29\.[\w.-]{16,}|(?<!\w)1\/\/0[\w-]{20,}/,
  Twilio: /(?<![A-Za-z0-9])(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])/,
  Telegram: /(?<![\w-])\d{6,12}:[\w-]{35}(?![\w-])/,
  Discord: /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/,
  Vault: /(?<![\w-])hv[sbr]\.[\w-]{16,}/,
  PyPI: /(?<![\w-])pypi-[A-Za-z0-9_]{16,}[\w-]*/,
  'Mailgun, Mailchimp': /(?<![\w-])(?:key-[0-9a-f]{32}|[0-9a-f]{32}-us\d{1,2})(?![\w-])/,
  Atlassian: /(?<!\w)AT(?:ATT|CTT|BB)3?[\w=-]{24,}/,
  Doppler: /(?<![\w-])dp\.(?:pt|st|ct|sa)\.[\w.-]{20,}/,
  'Slack, webhooks': /(?<=hooks\.slack\.com\/services\/)[\w/]{20,}/,
  'Discord, webhooks': /(?<=discord(?:app)?\.com\/api\/webhooks\/)\d+\/[\w-]{20,}/,
  'private keys':
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/,
};

/** Length of the shortest token, or of the start of a private key. */
export const TOKEN_CHARS_MIN = 14;

const TOKENS = new RegExp(
  Object.values(FORMS)
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Replaces each token in a text. The search is linear in the length of the text. */
export function replaceTokens(text: string, replace: (token: string) => string): string {
  return text.replaceAll(TOKENS, replace);
}
