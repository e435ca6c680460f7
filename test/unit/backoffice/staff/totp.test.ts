import { expect } from 'chai';
import { acceptedTotpStep, base32, otpauthUri, totpCode, totpStepAt } from '#backoffice/staff/totp';

/** The secret of the test vectors of RFC 6238, appendix B. */
const secret = base32(new TextEncoder().encode('12345678901234567890'));

describe('a code of the second factor', () => {
  for (const [seconds, code] of [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const) {
    it(`is that of RFC 6238, appendix B, at ${seconds} seconds`, () => {
      expect(totpCode(secret, totpStepAt(seconds * 1000), 8)).to.equal(code);
      expect(totpCode(secret, totpStepAt(seconds * 1000))).to.equal(code.slice(2));
    });
  }

  it('is of a secret in base32, as RFC 4648 section 10 has it', () => {
    const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'];
    const encoded = texts.map((text) => base32(new TextEncoder().encode(text)));
    expect(encoded).to.deep.equal(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
  });

  const now = 1_111_111_111_000;
  const step = totpStepAt(now);

  it('is accepted one step early and one step late, and not two', () => {
    const accepted = [-2, -1, 0, 1, 2].map((off) => acceptedTotpStep(secret, totpCode(secret, step + off), now, 0));
    expect(accepted).to.deep.equal([null, step - 1, step, step + 1, null]);
  });

  it('is accepted for no step up to the last one that was', () => {
    expect(acceptedTotpStep(secret, totpCode(secret, step), now, step)).to.equal(null);
    expect(acceptedTotpStep(secret, totpCode(secret, step - 1), now, step)).to.equal(null);
    expect(acceptedTotpStep(secret, totpCode(secret, step + 1), now, step)).to.equal(step + 1);
  });

  it('comes from an app that was given an address', () => {
    expect(otpauthUri('GEZDGNBV', 'rosa@acme.example')).to.equal(
      'otpauth://totp/Portcullis:rosa%40acme.example?secret=GEZDGNBV&issuer=Portcullis&algorithm=SHA1&digits=6&period=30',
    );
  });
});
