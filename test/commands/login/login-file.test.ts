// The file of `--login`: both forms of Web Fuzzing Commons, and what is refused in it.

import { describe, expect, it } from 'vitest';
import { readLogin } from '../../../src/commands/login/login-file.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();

function read(text: string, name: string | null = null, environment = {}) {
  folder.write('login.yaml', text);
  return readLogin('login.yaml', name, environment);
}

const NEW = `
auth:
  - name: ann
    loginEndpointAuth:
      payloadUserPwd: { username: ann, password: "123", usernameField: user, passwordField: pass }
  - name: bob
    loginEndpointAuth:
      payloadRaw: '{"user": "bob", "pass": "\${BOB}"}'
authTemplate:
  loginEndpointAuth:
    endpoint: /login
    verb: POST
    contentType: application/json
    token:
      extractFrom: body
      extractSelector: /token/value
      sendIn: header
      sendName: Authorization
      sendTemplate: Bearer {token}
`;

describe('readLogin', () => {
  it('fills what a user lacks from the template, and takes the first user', async () => {
    expect(await read(NEW)).toEqual({
      name: 'ann',
      fields: [],
      creation: null,
      generators: [],
      request: {
        method: 'POST',
        place: '/login',
        fields: [],
        contentType: 'application/json',
        body: '{"user":"ann","pass":"123"}',
      },
      token: {
        from: { body: ['token', 'value'] },
        sendIn: 'header',
        sendName: 'Authorization',
        template: 'Bearer {token}',
      },
      secrets: [],
    });
  });

  it('takes a user by name, and texts from the environment', async () => {
    const { name, request } = await read(NEW, 'bob', { BOB: 'hush' });
    expect([name, request?.body]).toEqual(['bob', '{"user": "bob", "pass": "hush"}']);
  });

  it.each([
    [`'{"p": "$\{PW}"}'`, '', '{"p": "a\\"b&c"}'],
    [`'u=x&p=$\{PW}'`, '', 'u=x&p=a%22b%26c'],
    [`'p $\{PW}'`, 'contentType: text/plain,', 'p a"b&c'],
  ])('writes a variable as the payload needs it: %s', async (raw, more, body) => {
    const auth = `{ name: a, loginEndpointAuth: { endpoint: /x, ${more} expectCookies: true, payloadRaw: ${raw} } }`;
    const { request, secrets } = await read(`auth: [${auth}]`, null, { PW: 'a"b&c' });
    expect(request?.body).toBe(body);
    expect(secrets).toEqual(['a"b&c']);
  });

  it('reads the older form, forms of HTML, and fields that never change', async () => {
    const login = await read(`
auth:
  - name: user
    fixedHeaders: [{ name: X-Tenant, value: " a " }]
    loginEndpointAuth:
      externalEndpointURL: http://127.0.0.1:8083/token
      verb: POST
      payloadUserPwd: { username: a b, password: c&d, usernameField: u, passwordField: p }
      contentType: application/x-www-form-urlencoded
      token: { extractFromField: /access_token, httpHeaderName: Authorization, headerPrefix: "JWT " }
`);
    expect(login.fields).toEqual([{ name: 'x-tenant', value: 'a' }]);
    expect(login.request).toMatchObject({
      place: 'http://127.0.0.1:8083/token',
      body: 'u=a+b&p=c%26d',
    });
    expect(login.token).toMatchObject({
      from: { body: ['access_token'] },
      template: 'JWT {token}',
    });
  });

  it.each<[string, string, RegExp]>([
    ['what is no YAML', 'auth: [', /login\.yaml, line/],
    ['a file without users', 'configs: {}', /at \/auth names no user/],
    ['a user without a way', 'auth: [{ name: a }]', /at \/auth\/0 has neither/],
    ['a user without a name', 'auth: [{ fixedHeaders: [] }]', /at \/auth\/0\/name is missing/],
    [
      'a key that is mistyped',
      'auth: [{ name: a, loginEndpointAuth: { endpont: /x, expectCookies: true } }]',
      /\/endpont is unknown: did you mean "endpoint"/,
    ],
    [
      'two places',
      'auth: [{ name: a, loginEndpointAuth: { endpoint: /x, externalEndpointURL: "http://h/", expectCookies: true } }]',
      /needs either an endpoint or an externalEndpointURL/,
    ],
    [
      'an address that is none',
      'auth: [{ name: a, loginEndpointAuth: { externalEndpointURL: "h/x", expectCookies: true } }]',
      /externalEndpointURL is no address/,
    ],
    [
      'neither token nor cookies',
      'auth: [{ name: a, loginEndpointAuth: { endpoint: /x } }]',
      /has neither a token nor expectCookies/,
    ],
    [
      'a token from nowhere',
      'auth: [{ name: a, loginEndpointAuth: { endpoint: /x, token: { sendIn: header } } }]',
      /extractSelector is missing/,
    ],
    [
      'a template without the token',
      'auth: [{ name: a, loginEndpointAuth: { endpoint: /x, token: { extractSelector: /a, sendTemplate: Bearer } } }]',
      /sendTemplate does not contain \{token\}/,
    ],
    [
      'an address of another kind',
      'auth: [{ name: a, loginEndpointAuth: { externalEndpointURL: "ftp://h/x", expectCookies: true } }]',
      /externalEndpointURL is no address/,
    ],
    ['a variable that is not set', `auth: [{ name: "$\{NOBODY_SET_IT}" }]`, /NOBODY_SET_IT/],
    ['a list in place of a text', 'auth: [{ name: [a] }]', /\/auth\/0\/name is no text/],
  ])('refuses %s', async (_what, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('refuses a user that the file does not have, and a file that is not there', async () => {
    await expect(read(NEW, 'carl', { BOB: 'x' })).rejects.toMatchObject({
      remedy: 'It has ann, bob.',
    });
    await expect(readLogin('nowhere.yaml', null, {})).rejects.toThrow('nowhere.yaml');
  });
});
