// The one table of names whose values are secret, and its reader: for members, parameters, fields of
// forms, cookies and header fields alike, in every output.

/** `weak`: secret in queries and forms, and in request bodies if no schema knows the name. */
export type SecretNaming = 'secret' | 'weak' | 'plain';

/** Whole names, in lower case without anything between the letters. */
const SECRET: ReadonlySet<string> = new Set(
  (
    'token accesstoken refreshtoken idtoken authtoken sessiontoken apitoken bearer jwt apikey accesskey secretkey privatekey signingkey ' +
    'encryptionkey licensekey subscriptionkey secret clientsecret password passwd pwd pass passphrase passcode pin otp totp mfa ' +
    'sas pan ccnumber ccnum csc credential credentials authorization auth session sessionid sid cookie setcookie csrf xsrf signature sig hmac nonce ' +
    'codeverifier assertion clientassertion samlresponse samlrequest awsaccesskeyid xamzsignature xamzcredential xamzsecuritytoken ' +
    'kennwort contrasena contraseña senha mdp motdepasse psw pswd ' +
    'creds cred 2fa tfa twofa psk presharedkey mnemonic pinblock passhash keymaterial idrsa xprv antiforgery connectionstring connectionstrings dsn ' +
    'wachtwoord losenord lösenord salasana haslo hasło heslo jelszo jelszó parola sifre şifre adgangskode kodeord geslo lozinka contrasenha ' +
    'пароль 密码 密碼 パスワード 비밀번호 ' +
    'trackdata track1data track2data magstripe ' +
    'sess sessid phpsession phpsess cfid laravelsession cisession railssession djangosession flasksession symfonysession koasess expresssess'
  ).split(' '),
);

const WEAK: ReadonlySet<string> = new Set('key code state ticket hash'.split(' '));

/** Also as a part of a name: `userPasswordAgain`, `clientSecret2`. A secretary is none. */
const PARTS =
  /passw|passord|passphrase|secret(?!ar)|credential|apikey|privatekey|privkey|accesskey|(?:onetime|twofactor)(?:code|pin|pass)/;
/** Also at the end of a name: `githubToken`, `PHPSESSID`. */
const ENDS = /(?:tokens?|tkn|jwts?|signature|authorization|sess(?:ion)?ids?|csrf|xsrf)$/;
/** At the beginning: cookies of sessions that are named by the server. */
const BEGINNINGS =
  /^(?:aspsessionid|aspnetcore(?:session|identity|cookies|antiforgery)|wordpress(?:sec|loggedin))/;
/** Means of payment, at the end of a name: `holderIban`. */
const PAYMENT =
  /(?:credit|debit|payment)cards?$|(?<!dis|post|score|wild)card(?:number|num|no|pan)s?$|(?:cvv|cvc|cvn)\d?$|(?:card|^)(?:securitycode|verification(?:code|value|number))$|^cc(?:no|nr)$|ibans?$|(?:account|acct)(?:numbers?|num|no|nr)$/;
/** Numbers by which banks and states know accounts and people: `payerBic`, `taxId`. */
const IDENTITY =
  /(?:bankaccounts?|(?:routing|transit|giro)(?:numbers?|num|no|nr)|sortcodes?|bankcodes?|bankleitzahl|(?:swift|bic)codes?|(?<=^|payer|payee|bank|account|holder|creditor|debtor|beneficiary)(?:bic|blz)|(?:socialsecurity|passport|nationalid|nationalinsurance|driv(?:ers?|ing)licen[cs]e|identitycard|idcard)(?:numbers?|num|no|nr)|(?:(?<!syn)tax|vatpayer|taxpayer)(?:ids?|numbers?|no|nr|identificationnumber)|nationalids?)$|^(?:ssn|nino|cpf|pesel|curp)s?$/;
/** Counts of language models: `max_tokens`. */
const COUNTS =
  /^(?:max|min|num|total|used|remaining|prompt|completion|input|output|cached|reasoning).*tokens$/;

/** The last words of names: `login_otp`, `userPwd`. */
const LAST: ReadonlySet<string> = new Set(
  (
    'token tokens tkn jwt pwd pw otp totp hotp mfa tfa passwd passcode cvv cvc csrf xsrf bearer psk creds mnemonic ' +
    'signature sig hmac sess ssn iban'
  ).split(' '),
);
/** What may stand behind them: `otp_code`, `tokenValue`, `newPwd2`, `pinHash`. */
const BEHIND: ReadonlySet<string> = new Set(
  (
    'value values string text raw code again confirm confirmation repeat new old current plain input field header ' +
    'hash hint v sha'
  ).split(' '),
);
/** Words that make a secret of the last one: a boarding pass is none, a sort key neither. */
const BEFORE: Readonly<Record<string, string>> = {
  pass:
    'user db database login my new old current admin root smtp ftp sftp imap pop proxy auth mail http ssh store key keystore cert ' +
    'redis sql mysql pg mongo ldap sudo vpn wifi bind mqtt amqp queue broker client app api service account master unlock device router',
  pin: 'user card account security new old current my login atm sim device door time gate alarm safe lock payment',
  pw: 'user db database login my new old current admin root smtp ftp ldap bind api app wifi',
  key:
    'api access secret private priv signing sign encryption decryption auth license subscription service account admin master root ' +
    'shared session webhook ssh ssl tls gpg pgp aes rsa hmac mac recovery reset consumer client app application function functions ' +
    'deploy wifi wpa wep cipher crypto symmetric wallet dpop backup unlock',
  code:
    'backup recovery verification sms magic factor fa tfa authenticator login access door gate alarm unlock device auth authorization activation ' +
    'reset security pin',
  phrase: 'recovery seed backup wallet mnemonic',
  seed: 'wallet totp otp recovery',
  session:
    'php laravel ci rails django flask symfony express koa connect web auth login host secure',
  cookie: 'session auth login remember host secure',
  ticket: 'kerberos auth login sso cas',
  answer: 'security',
  verifier: 'oauth code',
  pem: 'private key',
};
const SECRET_AFTER: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(BEFORE).map(([last, words]) => [last, new Set(words.split(' '))]),
);
/** The same words without anything between them: `dbpass`, `backupcode`. */
const JOINED: ReadonlySet<string> = new Set(
  [...SECRET_AFTER].flatMap(([last, words]) => [...words].map((before) => before + last)),
);

/** Returns whether the values of a name are secret. It may have steps: `login[password][first]`. */
export function namingOf(name: string): SecretNaming {
  if (isSecret(name)) return 'secret';
  const steps = stepsOf(name);
  if (steps.length > 1 && steps.some(isSecret)) return 'secret';
  return WEAK.has(lettersOf(steps.at(-1) ?? '')) ? 'weak' : 'plain';
}

/**
 * Returns whether a value with as many digits as a card has is one, by the steps to it: `card`, `cc`,
 * or the `number` of a `card`.
 */
export function namesCard(steps: readonly string[]): boolean {
  const [last = '', above = ''] = steps.slice(-2).reverse().map(lettersOf);
  return CARD.test(last) || (/^(?:number|num|no|nr|value)$/.test(last) && CARD.test(above));
}

const CARD = /^(?:(?:.*(?<!dis|post|score|wild))?cards?|cc)$/;

/** Returns the steps of a name: `login[password]`, `token.value`, `/user/pin`, `ssn__exact`. */
export function stepsOf(name: string): readonly string[] {
  return name.split(/[[\]./:]|__|%5b|%5d|%2f/i).filter((step) => step !== '');
}

/** Header fields that sound secret and are not. */
const OPEN_HEADERS: ReadonlySet<string> = new Set(
  'www-authenticate proxy-authenticate sec-websocket-key sec-websocket-accept idempotency-key surrogate-key x-cache-key signature-input'.split(
    ' ',
  ),
);

const HEADER_PARTS =
  /auth(?!or(?!i[sz]a))|^dpop$|(?:^|[-_.])(?:[\w-]*(?:api|access|auth|secret|private))?(?:tokens?|keys?)(?:[-_.]|$)|token$|cookie|session/;

/** Returns whether the values of a header field are secret. */
export function headerNamingOf(name: string): SecretNaming {
  const field = name.toLowerCase();
  if (OPEN_HEADERS.has(field) || field.startsWith('access-control-') || field.startsWith(':'))
    return 'plain';
  if (COUNTS.test(lettersOf(field.replace(EXTENSION, '')))) return 'plain';
  return HEADER_PARTS.test(field) || isSecret(name) ? 'secret' : 'plain';
}

/** What names began with that no standard had. */
const EXTENSION = /^x[-_](?=.)/i;

function isSecret(name: string): boolean {
  const bare = name.replace(EXTENSION, '');
  const letters = lettersOf(bare);
  if (COUNTS.test(letters)) return false;
  return (
    SECRET.has(letters) ||
    JOINED.has(letters.replace(/(?<=[^s])s$/, '')) ||
    PARTS.test(letters) ||
    ENDS.test(letters) ||
    BEGINNINGS.test(letters) ||
    PAYMENT.test(letters) ||
    IDENTITY.test(letters) ||
    endsSecret(bare)
  );
}

function endsSecret(name: string): boolean {
  const words = name
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  for (;;) {
    const last = words.at(-1) ?? '';
    if (LAST.has(last) || SECRET.has(words.join(''))) return true;
    const before = SECRET_AFTER.get(last) ?? SECRET_AFTER.get(last.replace(/s$/, ''));
    if (before?.has(words.at(-2) ?? '') === true) return true;
    if (words.length < 2 || !BEHIND.has(last)) return false;
    words.pop();
  }
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
