import { verify } from 'node:crypto';
import { readClientKeys } from '@portcullis/adapter-jose';
import { expect } from 'chai';
import { refusal, refused } from '../../support/builders/minted-tokens.ts';
import { publishedKeys } from '../../support/clients/published-keys.ts';

const joe = 'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ';

/** Complete tokens that the RFCs print. */
const printed = {
  'RFC 7515 A.1 (HS256)': `eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.${joe}.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`,
  'RFC 7515 A.3 (ES256)': `eyJhbGciOiJFUzI1NiJ9.${joe}.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q`,
  'RFC 7515 A.5 and RFC 7519 6.1 (none)': `eyJhbGciOiJub25lIn0.${joe}.`,
  'RFC 8037 A.4 (EdDSA)':
    'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
};

const signedParts = (token: string) => {
  const end = token.lastIndexOf('.');
  return { signed: Buffer.from(token.slice(0, end)), signature: Buffer.from(token.slice(end + 1), 'base64url') };
};

describe('tokens that RFCs publish', () => {
  for (const [name, token] of Object.entries(printed)) {
    it(`are no bearer tokens here: ${name}`, async () => {
      expect(await refusal(token)).to.deep.equal(refused);
    });
  }

  it('have signatures that the published keys verify, as they are read for a client', () => {
    const keyOf = (jwk: object) => readClientKeys({ keys: [jwk] })?.[0];
    const ec = signedParts(printed['RFC 7515 A.3 (ES256)']);
    const ecKey = keyOf(publishedKeys['RFC 7515 A.3'].public);
    if (ecKey === undefined) throw new Error('the key is read');
    expect(ecKey.algorithms).to.deep.equal(['ES256']);
    expect(verify('sha256', ec.signed, { key: ecKey.key, dsaEncoding: 'ieee-p1363' }, ec.signature)).to.equal(true);
    const okp = signedParts(printed['RFC 8037 A.4 (EdDSA)']);
    const okpKey = keyOf(publishedKeys['RFC 8037 A.1'].public);
    if (okpKey === undefined) throw new Error('the key is read');
    expect(verify(null, okp.signed, okpKey.key, okp.signature)).to.equal(true);
  });
});
