import { expect } from 'chai';
import fc from 'fast-check';
import { decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import {
  acceptance,
  expired,
  flow,
  machine,
  minted,
  now,
  refusal,
  refused,
  secret,
  serviceWith,
  without,
} from '../../support/builders/minted-tokens.ts';
import { rawToken } from '../../support/builders/raw-token.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';

/** The id that the secret of these tests has. */
const keyId = 'DerPjybihpKw';

describe('issued tokens', () => {
  it('are, byte by byte, those that jose would sign', async () => {
    const { tokens } = serviceWith({ issuer: 'https://id.example' });
    const key = new TextEncoder().encode(secret);
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 128 });
    await fc.assert(
      fc.asyncProperty(name, name, fc.option(name), async (clientId, partnerId, teamId) => {
        const issue = tokens.issueMachine({ clientId, tenant: { partnerId, teamId }, scopes: ['profiles:read'] });
        const { token } = await mustSucceed(issue);
        const { payload, protectedHeader } = await jwtVerify(token, key, { currentDate: new Date(now * 1000) });
        const header = { alg: 'HS256', typ: 'at+jwt', kid: protectedHeader.kid ?? '' };
        expect(protectedHeader).to.deep.equal(header);
        expect(token).to.equal(await new SignJWT(payload).setProtectedHeader(header).sign(key));
      }),
      { numRuns: 100 },
    );
  });

  it('name an issuer and an audience, and are refused without them or with others', async () => {
    const own = { issuer: 'https://id.example', audience: 'portcullis' };
    const { tokens } = serviceWith({ ...own, uncheckedElsewhere: ['iss', 'aud'] });
    const tenant = { partnerId: 'acme', teamId: null };
    const machineToken = await mustSucceed(
      tokens.issueMachine({ clientId: 'shop', tenant, scopes: ['profiles:read'] }),
    );
    const what = { profileId: 'p7f2k9x0m4c8v1b', tenant, generation: 1, notAfter: '2099-01-01T00:00:00.000Z' };
    const flowToken = await mustSucceed(tokens.issueFlow(what));
    for (const { token } of [machineToken, flowToken]) {
      expect(decodeJwt(token)).to.include({ iss: 'https://id.example', aud: 'portcullis' });
      await mustSucceed(tokens.verify(token));
    }
    for (const named of [{}, { ...own, issuer: 'https://staging.example' }, { ...own, audience: 'other' }]) {
      const other = serviceWith(named).tokens;
      const issued = other.issueMachine({ clientId: 'shop', tenant, scopes: ['profiles:read'] });
      for (const { token } of [await mustSucceed(issued), await mustSucceed(other.issueFlow(what))])
        expect(await mustFail(tokens.verify(token)), JSON.stringify(decodeJwt(token))).to.deep.equal(refused);
    }
  });

  it('carry exactly the documented header and claims in a machine token', async () => {
    const { tokens } = serviceWith({ issuer: 'https://id.example', audience: 'portcullis' });
    const issued = await mustSucceed(
      tokens.issueMachine({
        clientId: 'shop',
        tenant: { partnerId: 'acme', teamId: 'berlin' },
        scopes: ['profiles:read', 'health:read'],
      }),
    );
    expect(decodeProtectedHeader(issued.token)).to.deep.equal({ alg: 'HS256', typ: 'at+jwt', kid: keyId });
    const { jti, ...claims } = decodeJwt(issued.token);
    expect(jti).to.match(/^[0-9a-f]{15}$/);
    expect(claims).to.deep.equal({
      iss: 'https://id.example',
      aud: 'portcullis',
      sub: 'shop',
      client_id: 'shop',
      partner_id: 'acme',
      team_id: 'berlin',
      scope: 'profiles:read health:read',
      iat: now,
      exp: now + 600,
    });
  });

  it('carry exactly the documented header and claims in a flow token', async () => {
    const { tokens } = serviceWith();
    const issued = await mustSucceed(
      tokens.issueFlow({
        profileId: 'abc000000000001',
        tenant: { partnerId: 'acme', teamId: null },
        generation: 2,
        notAfter: '2027-01-01T00:00:00.000Z',
      }),
    );
    expect(decodeProtectedHeader(issued.token)).to.deep.equal({ alg: 'HS256', typ: 'flow+jwt', kid: keyId });
    const { jti, ...claims } = decodeJwt(issued.token);
    expect(jti).to.match(/^[0-9a-f]{15}$/);
    expect(claims).to.deep.equal({
      token_use: 'flow',
      profile_id: 'abc000000000001',
      partner_id: 'acme',
      gen: 2,
      iat: now,
      exp: now + 300,
    });
  });

  it('require a secret of at least 32 bytes, whatever its characters', () => {
    expect(() => serviceWith({ secret: 'x'.repeat(31) })).to.throw(RangeError, 'at least 32 bytes');
    expect(() => serviceWith({ secret: 'ü'.repeat(16) })).not.to.throw();
  });
});

describe('tokens that another program signed with the shared secret', () => {
  const caller = {
    kind: 'machine',
    clientId: 'shop',
    tenant: { partnerId: 'acme', teamId: 'berlin' },
    scopes: ['profiles:read'],
  };
  const accepted: Record<string, readonly [string, object]> = {
    'typ absent': [minted({}, machine), caller],
    'typ JWT': [minted({ typ: 'JWT' }, machine), caller],
    'typ at+jwt': [minted({ typ: 'at+jwt' }, machine), caller],
    'a key id': [minted({ kid: 'main' }, machine), caller],
    'claims that we do not know': [minted({}, { ...machine, email: 'a@b.example', nested: { a: [1, {}] } }), caller],
    'scopes as an array': [minted({}, { ...without(machine, 'scope'), scopes: ['profiles:read'] }), caller],
    'scope before scopes': [minted({}, { ...machine, scopes: ['profiles:write'] }), caller],
    'unknown scope words': [minted({}, { ...machine, scope: 'admin  profiles:read PROFILES:WRITE *' }), caller],
    'a scope named twice': [minted({}, { ...machine, scope: 'profiles:read profiles:read' }), caller],
    'no scope at all': [minted({}, without(machine, 'scope')), { ...caller, scopes: [] }],
    'scopes between other separators': [
      minted({}, { ...machine, scope: 'profiles:read,x' }),
      { ...caller, scopes: [] },
    ],
    'sub instead of client_id': [
      minted({}, { ...without(machine, 'client_id'), sub: 'job' }),
      { ...caller, clientId: 'job' },
    ],
    'neither sub nor client_id': [minted({}, without(machine, 'client_id')), { ...caller, clientId: 'acme' }],
    'no team': [minted({}, without(machine, 'team_id')), { ...caller, tenant: { partnerId: 'acme', teamId: null } }],
    'team null': [
      minted({}, { ...machine, team_id: null }),
      { ...caller, tenant: { partnerId: 'acme', teamId: null } },
    ],
    'an exp with a fraction': [minted({}, { ...machine, exp: now + 0.5 }), caller],
    'an nbf within the tolerance': [minted({}, { ...machine, nbf: now + 15 }), caller],
    'a name in several objects': [minted({}, { ...machine, a: { x: 1 }, b: [{ x: 1 }, { x: 2 }] }), caller],
    'a name that is also a value': [minted({}, { ...machine, note: 'exp', list: ['exp', 'exp'] }), caller],
  };
  for (const [what, [token, expected]] of Object.entries(accepted)) {
    it(`are accepted with ${what}`, async () => {
      expect(await acceptance(token)).to.deep.equal(expected);
    });
  }

  it('require the configured issuer and audience', async () => {
    const demands = { issuer: 'https://id.example', audience: 'portcullis' };
    const right = { ...machine, iss: 'https://id.example', aud: ['other', 'portcullis'] };
    expect(await acceptance(minted({}, right), demands)).to.deep.equal(caller);
    for (const wrong of [
      { iss: 'https://evil.example' },
      { aud: 'other' },
      { iss: ['https://id.example'] },
      { aud: [] },
    ]) {
      expect(await refusal(minted({}, { ...right, ...wrong }), demands)).to.deep.equal(refused);
    }
    expect(await refusal(minted({}, without(right, 'iss')), demands)).to.deep.equal(refused);
    expect(await refusal(minted({}, without(right, 'aud')), demands)).to.deep.equal(refused);
  });

  it('are not asked for an issuer or an audience that is not configured', async () => {
    const own = { issuer: 'https://id.example', audience: 'portcullis' };
    const right = { ...machine, iss: own.issuer, aud: own.audience };
    const elsewhere = { ...machine, iss: 'https://id.partner.example', aud: 'their program' };
    for (const typ of [undefined, 'JWT']) {
      const open = { ...own, uncheckedElsewhere: ['iss', 'aud'] } as const;
      for (const claims of [machine, right, elsewhere])
        expect(await acceptance(minted({ typ }, claims), open), JSON.stringify(claims)).to.deep.equal(caller);
      const issuerAlone = { ...own, uncheckedElsewhere: ['aud'] } as const;
      expect(await acceptance(minted({ typ }, { ...elsewhere, iss: own.issuer }), issuerAlone)).to.deep.equal(caller);
      expect(await refusal(minted({ typ }, { ...elsewhere, aud: own.audience }), issuerAlone)).to.deep.equal(refused);
      const audienceAlone = { ...own, uncheckedElsewhere: ['iss'] } as const;
      expect(await acceptance(minted({ typ }, { ...elsewhere, aud: own.audience }), audienceAlone)).to.deep.equal(
        caller,
      );
      expect(await refusal(minted({ typ }, { ...elsewhere, iss: own.issuer }), audienceAlone)).to.deep.equal(refused);
    }
    const asOurs = minted({ typ: 'at+jwt' }, elsewhere);
    expect(await refusal(asOurs, { ...own, uncheckedElsewhere: ['iss', 'aud'] })).to.deep.equal(refused);
  });
});

describe('expired tokens', () => {
  for (const [typ, claims] of [
    ['at+jwt', machine],
    ['flow+jwt', flow],
  ] as const) {
    it(`are accepted (${typ}) until just before 15 seconds after their exp, and then called expired`, async () => {
      const { tokens, clock } = serviceWith();
      const token = minted({ typ }, claims);
      await mustSucceed(tokens.verify(token));
      clock.advance(60_000 + 14_999);
      await mustSucceed(tokens.verify(token));
      clock.advance(1);
      expect(await mustFail(tokens.verify(token))).to.deep.equal(expired);
    });
  }

  it('are not reported as expired when something else is wrong too', async () => {
    const old = { ...machine, exp: now - 3600 };
    expect(await refusal(minted({}, old))).to.deep.equal(expired);
    const demands = { issuer: 'https://id.example', audience: 'portcullis' };
    const right = { ...old, iss: 'https://id.example', aud: 'portcullis' };
    expect(await refusal(minted({}, right), demands)).to.deep.equal(expired);
    expect(await refusal(minted({}, { ...right, iss: 'https://evil.example' }), demands)).to.deep.equal(refused);
    expect(await refusal(minted({}, { ...right, aud: 'other' }), demands)).to.deep.equal(refused);
    expect(await refusal(minted({}, { ...old, partner_id: '' }))).to.deep.equal(refused);
    expect(await refusal(minted({ typ: 'x' }, old))).to.deep.equal(refused);
    const foreign = rawToken({ header: '{"alg":"HS256"}', payload: JSON.stringify(old), secret: 'x'.repeat(40) });
    expect(await refusal(foreign)).to.deep.equal(refused);
  });

  it('are verified again after the clock was set back before their nbf', async () => {
    const { tokens, clock } = serviceWith();
    const token = minted({}, { ...machine, iat: now - 60, nbf: now });
    await mustSucceed(tokens.verify(token));
    clock.advance(-16_000);
    expect(await mustFail(tokens.verify(token))).to.deep.equal(refused);
  });
});
