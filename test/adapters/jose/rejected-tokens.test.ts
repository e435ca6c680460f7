import { generateKeyPairSync, sign } from 'node:crypto';
import { expect } from 'chai';
import {
  acceptance,
  flow,
  machine,
  minted,
  now,
  refusal,
  refused,
  secret,
  without,
} from '../../support/builders/minted-tokens.ts';
import { rawToken, signParts } from '../../support/builders/raw-token.ts';

describe('tokens that are refused', () => {
  const [head, body, signature] = minted({ typ: 'at+jwt' }, machine).split('.') as [string, string, string];
  const json = JSON.stringify(machine);
  const header = '{"alg":"HS256"}';
  const raw = (text: string | Uint8Array, head = header): string => rawToken({ header: head, payload: text, secret });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rsa = (): string => {
    const input = `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${body}`;
    return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`;
  };
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  /** The last character of 32 bytes carries two unused bits: four spellings, one of them canonical. */
  const trailing = (text: string): string => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    return text.slice(0, -1) + alphabet[alphabet.indexOf(text.at(-1) ?? '') + 1];
  };
  const padded = (text: string): string => text.padEnd(Math.ceil(text.length / 4) * 4 + 4, '=');
  const oneByteMore = Buffer.from(`${json} `).toString('base64url');

  const cases: Record<string, string> = {
    'alg none without a signature': `${none}.${body}.`,
    'alg none with a signature': signParts(none, body, secret),
    'alg None': raw(json, '{"alg":"None"}'),
    'alg HS384': rawToken({ header: '{"alg":"HS384"}', payload: json, secret, hash: 'sha384' }),
    'alg HS512': rawToken({ header: '{"alg":"HS512"}', payload: json, secret, hash: 'sha512' }),
    'alg RS256': rsa(),
    'alg HS256 over SHA-384': rawToken({ header, payload: json, secret, hash: 'sha384' }),
    'alg in lower case': raw(json, '{"alg":"hs256"}'),
    'alg as a list': raw(json, '{"alg":["HS256"]}'),
    'no alg': raw(json, '{"typ":"JWT"}'),
    'typ of another kind': minted({ typ: 'logout+jwt' }, machine),
    'typ dpop+jwt': minted({ typ: 'dpop+jwt' }, machine),
    'typ in another case': minted({ typ: 'AT+JWT' }, machine),
    'typ empty': minted({ typ: '' }, machine),
    'typ null': minted({ typ: null }, machine),
    'typ a number': minted({ typ: 1 }, machine),
    'a foreign secret': rawToken({ header, payload: json, secret: 'x'.repeat(32) }),
    'an empty secret': rawToken({ header, payload: json, secret: '' }),
    'an empty signature': `${head}.${body}.`,
    'no signature': `${head}.${body}`,
    'four parts': `${head}.${body}.${signature}.${signature}`,
    'five parts': `${head}.${body}.${signature}..`,
    'an encrypted token': `${head}.${body}.${body}.${body}.${signature}`,
    'an empty payload': signParts(head, '', secret),
    'an empty header': signParts('', body, secret),
    'a signature cut short': `${head}.${body}.${signature.slice(0, -2)}`,
    'a signature with a byte more': `${head}.${body}.${signature}AA`,
    'a padded signature': `${head}.${body}.${signature}=`,
    'a padded payload': signParts(head, padded(body), secret),
    'a padded header': signParts(padded(head), body, secret),
    'trailing bits in the signature': `${head}.${body}.${trailing(signature)}`,
    'trailing bits in the payload': signParts(head, trailing(body.length % 4 === 0 ? oneByteMore : body), secret),
    'a line break inside': signParts(head, `${body.slice(0, 8)}\n${body.slice(8)}`, secret),
    'a space inside': signParts(head, `${body.slice(0, 8)} ${body.slice(8)}`, secret),
    'plain base64 letters': signParts(head, `${Buffer.from(`${json}${' '.repeat(3)}`).toString('base64')}+/`, secret),
    'more than 4 KiB': minted({}, { ...machine, note: 'x'.repeat(4096) }),
    'a payload that is not JSON': raw('not json'),
    'a payload that is an array': raw(`[${json}]`),
    'a payload that is null': raw('null'),
    'a payload that is a string': raw(JSON.stringify(json)),
    'two payloads': raw(json + json),
    'a payload after a byte order mark': raw(`\uFEFF${json}`),
    'a payload that is not UTF-8': raw(
      Buffer.concat([Buffer.from(json.slice(0, -2)), Buffer.from([0xff]), Buffer.from('"}')]),
    ),
    'a header that is not JSON': raw(json, 'HS256'),
    'a header that is an array': raw(json, '["HS256"]'),
    'alg named twice': raw(json, '{"alg":"none","alg":"HS256"}'),
    'typ named twice': raw(json, '{"alg":"HS256","typ":"flow+jwt","typ":"JWT"}'),
    'a claim named twice': raw(json.replace('{', '{"partner_id":"other",')),
    'a claim named twice, once escaped': raw(json.replace('{', '{"partner\\u005fid":"other",')),
    'a claim named twice, with space before the colon': raw(json.replace('{', '{"partner_id" :"other",')),
    'a name twice in an inner object': raw(json.replace('{', '{"a":[{"x":1,"x":1}],')),
    'no exp': minted({}, without(machine, 'exp')),
    'exp as a string': minted({}, { ...machine, exp: String(now + 60) }),
    'exp null': minted({}, { ...machine, exp: null }),
    'exp below zero': minted({}, { ...machine, exp: -1 }),
    'exp without an end': raw(json.replace(/"exp":\d+/, '"exp":1e999')),
    'nbf beyond the tolerance': minted({}, { ...machine, nbf: now + 16 }),
    'nbf as a string': minted({}, { ...machine, nbf: 'now' }),
    'iat as a string': minted({}, { ...machine, iat: 'now' }),
    'no partner_id': minted({}, without(machine, 'partner_id')),
    'an empty partner_id': minted({}, { ...machine, partner_id: '' }),
    'a blank partner_id': minted({}, { ...machine, partner_id: ' ' }),
    'a partner_id with a space at its end': minted({}, { ...machine, partner_id: 'acme ' }),
    'a partner_id with a control character': minted({}, { ...machine, partner_id: 'ac\u0000me' }),
    'a partner_id of 129 characters': minted({}, { ...machine, partner_id: 'x'.repeat(129) }),
    'a partner_id that is a list': minted({}, { ...machine, partner_id: ['acme'] }),
    'an empty team_id': minted({}, { ...machine, team_id: '' }),
    'a team_id that is a number': minted({}, { ...machine, team_id: 7 }),
    'an empty client_id': minted({}, { ...machine, client_id: '' }),
    'a client_id of 129 characters': minted({}, { ...machine, client_id: 'x'.repeat(129) }),
    'scope as a list': minted({}, { ...machine, scope: ['profiles:read'] }),
    'scopes as a text': minted({}, { ...without(machine, 'scope'), scopes: 'profiles:read' }),
    'scopes with something else inside': minted({}, { ...without(machine, 'scope'), scopes: [7] }),
    'a flow token without its typ': minted({}, flow),
    'a flow token as typ JWT': minted({ typ: 'JWT' }, flow),
    'a flow token as a machine token': minted({ typ: 'at+jwt' }, flow),
    'any token_use in a machine token': minted({ typ: 'JWT' }, { ...machine, token_use: 'access' }),
    'token_use null in a machine token': minted({ typ: 'JWT' }, { ...machine, token_use: null }),
    'a machine token as a flow token': minted({ typ: 'flow+jwt' }, machine),
    'a flow token for another use': minted({ typ: 'flow+jwt' }, { ...flow, token_use: 'machine' }),
    'a flow token without exp': minted({ typ: 'flow+jwt' }, without(flow, 'exp')),
    'a flow token without a profile': minted({ typ: 'flow+jwt' }, without(flow, 'profile_id')),
    'a flow token for something that is no profile id': minted({ typ: 'flow+jwt' }, { ...flow, profile_id: '../abc' }),
    'a flow token without a partner': minted({ typ: 'flow+jwt' }, without(flow, 'partner_id')),
    'a flow token of an empty team': minted({ typ: 'flow+jwt' }, { ...flow, team_id: '' }),
    'a flow token without a generation': minted({ typ: 'flow+jwt' }, without(flow, 'gen')),
    'a flow token with half a generation': minted({ typ: 'flow+jwt' }, { ...flow, gen: 1.5 }),
    'a flow token without jti': minted({ typ: 'flow+jwt' }, without(flow, 'jti')),
  };
  for (const name of ['jku', 'x5u', 'x5c', 'jwk', 'crit', 'b64', 'zip']) {
    for (const value of ['https://evil.example/keys', null, ['exp'], true]) {
      cases[`header ${name} = ${JSON.stringify(value)}`] = minted({ [name]: value }, machine);
    }
  }
  for (const [what, token] of Object.entries(cases)) {
    it(`refuses ${what}`, async () => {
      expect(await refusal(token)).to.deep.equal(refused);
    });
  }

  it('are all made from a token that is valid', async () => {
    expect(await acceptance(`${head}.${body}.${signature}`)).to.have.property('kind', 'machine');
    expect(await acceptance(minted({ typ: 'flow+jwt' }, flow))).to.have.property('kind', 'flow');
    expect(trailing(signature)).not.to.equal(signature);
    expect(Buffer.from(trailing(signature), 'base64url')).to.deep.equal(Buffer.from(signature, 'base64url'));
  });
});
