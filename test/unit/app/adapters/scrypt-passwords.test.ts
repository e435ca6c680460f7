import { scryptPasswords } from '@portcullis/app/configuration';
import { passwordHasherContract } from '@portcullis/contracts';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { mustSucceed } from '../../../support/run.ts';

passwordHasherContract({ describe, it }, 'scrypt', scryptPasswords);

describe('digests of passwords by scrypt', function () {
  this.timeout(60_000);
  const { hash, matches } = scryptPasswords();
  const cheap = `scrypt$2$8$1$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32).toString('base64url')}`;

  it('have their cost, and each its own salt', async () => {
    const [one, other] = await Promise.all([hash('correct horse'), hash('correct horse')]);
    expect(one)
      .to.match(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
      .and.not.equal(other);
  });

  it('are those of nobody where they are cut off', async () => {
    expect(await mustSucceed(matches('', 'scrypt$1'))).to.equal(false);
  });

  it('are those that RFC 7914 section 12 has', async () => {
    // P="pleaseletmein", S="SodiumChloride", N=16384, r=8, p=1: the first 32 of 64 bytes.
    const salt = Buffer.from('SodiumChloride').toString('base64url');
    expect(salt.length).to.equal(19);
    const digest = Buffer.from('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2', 'hex');
    const stored = `scrypt$16384$8$1$${salt}$${digest.toString('base64url')}`;
    expect(await mustSucceed(matches('pleaseletmein', stored))).to.equal(true);
  });

  it('are compared two at a time, and refused where twenty wait', async () => {
    const passwords = scryptPasswords();
    const compared = await Promise.all(Array.from({ length: 30 }, () => passwords.matches('guessed', cheap)()));
    expect(compared.slice(0, 22)).to.deep.equal(Array(22).fill(E.right(false)));
    for (const one of compared.slice(22))
      expect(E.isLeft(one) && one.left).to.include({ _tag: 'LimitReached', limit: 'password_queue' });
    expect(await mustSucceed(passwords.matches('guessed', cheap))).to.equal(false);
  });

  it('are compared for whoever is known where strangers have taken every place, and before these', async () => {
    const passwords = scryptPasswords();
    const ended: string[] = [];
    const compare = async (who: string, knownAs: string | null) => {
      const compared = await passwords.matches('guessed', cheap, { knownAs })();
      ended.push(E.isRight(compared) ? who : `${who} refused`);
    };
    const strangers = Array.from({ length: 30 }, (_, n) => compare(`stranger ${n}`, null));
    await Promise.all([...strangers, compare('rosa', 'rosa')]);
    expect(ended).to.include('rosa');
    expect(ended.filter((who) => who.endsWith('refused')))
      .to.have.length(9)
      .and.include('stranger 21 refused');
    expect(ended.indexOf('rosa')).to.be.lessThan(ended.indexOf('stranger 2'));
  });

  it('are compared for a stranger from elsewhere while strangers of one network take all that they may have', async () => {
    const passwords = scryptPasswords();
    const compareFrom = (network: string) => passwords.matches('guessed', cheap, { network })();
    const flood = Array.from({ length: 30 }, () => compareFrom('one'));
    const [elsewhere, ...others] = await Promise.all([compareFrom('other'), ...flood]);
    expect(elsewhere).to.deep.equal(E.right(false));
    expect(others.filter(E.isRight)).to.have.length(11);
    expect((await Promise.all(Array.from({ length: 11 }, () => compareFrom('one')))).every(E.isRight)).to.equal(true);
  });
});
