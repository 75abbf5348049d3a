// Names of values that must be hidden wherever they stand, and names that only look like them.

export const secretNames: readonly string[] = [
  ...['password', 'userPassword', 'new_password', 'passwordConfirmation', 'passwd', 'pwd'],
  ...['user_pwd', 'newPwd2', 'passphrase', 'passcode', 'db_pass', 'pin', 'card_pin', 'pin_code'],
  ...['otp', 'otp_code', 'loginOtp', 'totp', 'jwt', 'userJwt', 'token', 'tokenValue'],
  ...['access_token', 'githubToken', 'csrf_token', 'XSRF-TOKEN', 'apiKey', 'api-key', 'x-api-key'],
  ...['master_key', 'auth_key', 'privateKey', 'clientSecret', 'secret', 'credentials'],
  ...['PHPSESSID', 'JSESSIONID', 'ASP.NET_SessionId', 'ASPSESSIONIDQQAB', 'connect.sid'],
  ...['laravel_session', 'sessionid', 'sid', 'session', 'cookie', 'Set-Cookie'],
  ...['X-Jwt', 'X-Pwd', 'X-Otp', 'X-Card-Number', 'cardNumber', 'cvv', 'cvc2', 'iban'],
  ...['accountNumber', 'signature', 'hmac', 'SAMLResponse', 'wordpress_logged_in_1a2b'],
];

export const innocentNames: readonly string[] = [
  ...['tokenizer_count', 'tokenizer', 'max_tokens', 'tokens_used', 'author', 'authors'],
  ...['authored_at', 'passenger', 'passengers', 'compass', 'boarding_pass', 'passage', 'bypass'],
  ...[
    'keyboard',
    'monkey',
    'turkey',
    'keyword',
    'keywords',
    'primary_key',
    'sort_key',
    'cache_key',
  ],
  ...['publicKey', 'secretary', 'secretariat', 'pinned', 'pinColor', 'spinner', 'opinion'],
  ...['shipping', 'map_pin', 'sidebar', 'inside', 'president', 'session_count', 'training_session'],
  ...['cardBrand', 'discard_no', 'postcard_number', 'dashboard', 'panel', 'company', 'expansion'],
  ...['design', 'assign', 'signed_at', 'significant', 'authenticity', 'cookiesCount'],
  ...['hotpot', 'laptop', 'option', 'jwtIssuedAt', 'hashtag', 'codec', 'statement'],
];
