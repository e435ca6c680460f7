import type { Policy, PolicyRepository, Tenant } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { aPolicy } from '../support/builders/policies.ts';
import { acme } from '../support/builders/profiles.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const globex: Tenant = { partnerId: 'globex', teamId: null };
const notFound = { _tag: 'NotFound' };
const alreadyExists = { _tag: 'AlreadyExists' };

const versions = (...names: readonly string[]): readonly Policy[] =>
  names.map((version, n) => aPolicy({ version, minimumAge: 20 + n }));

const keptAs = (policy: Policy, partnerId: string | null) => ({
  ref: { id: policy.id, version: policy.version },
  partnerId,
  digest: policyDigest(policy),
});

/** Tests the guarantees of every PolicyRepository. `open` answers one to which nothing was added yet. */
export const policyRepositoryContract = (name: string, open: () => Promise<PolicyRepository>): void => {
  describe(`PolicyRepository contract: ${name}`, () => {
    const withAll = async (policies: readonly Policy[], partnerId: string | null = null): Promise<PolicyRepository> => {
      const register = await open();
      for (const policy of policies) await mustSucceed(register.add(policy, partnerId));
      return register;
    };

    it('finds nothing before a policy was added', async () => {
      const register = await open();
      expect(await mustFail(register.latest('strict', acme))).to.deep.equal(notFound);
      expect(await mustFail(register.get({ id: 'strict', version: '1' }))).to.deep.equal(notFound);
      expect(await mustSucceed(register.list())).to.deep.equal([]);
    });

    it('answers a document as it was added', async () => {
      const policy = aPolicy({
        version: '2026-05.1+a_B',
        sampling: 0.1,
        names: { pass: 82.5 },
        actions: { network_vpn: 'review' },
        documents: { ...aPolicy().documents, allowedCountries: ['UTO', 'DEU'] },
      });
      const register = await withAll([policy]);
      expect(await mustSucceed(register.get(policy))).to.deep.equal(policy);
      expect(await mustSucceed(register.latest('strict', acme))).to.deep.equal(policy);
      expect(await mustSucceed(register.latest('strict', { partnerId: 'x', teamId: 't' }))).to.deep.equal(policy);
    });

    it('treats the last added version as the newest, whatever its name, and keeps the others', async () => {
      const [ten, nine, eight] = versions('10', '9', '8.0');
      const register = await withAll(versions('10', '9', '8.0'));
      expect(await mustSucceed(register.latest('strict', acme))).to.deep.equal(eight);
      expect(await mustSucceed(register.get({ id: 'strict', version: '10' }))).to.deep.equal(ten);
      expect(await mustSucceed(register.get({ id: 'strict', version: '9' }))).to.deep.equal(nine);
    });

    it('lets only its partner choose a policy of one partner, and reads it for everybody', async () => {
      const [forAll, forAcme] = versions('1', '2');
      const register = await withAll(versions('1'));
      await mustSucceed(register.add(aPolicy({ ...forAcme }), 'acme'));
      await mustSucceed(register.add(aPolicy({ id: 'own' }), 'acme'));
      expect(await mustSucceed(register.latest('strict', { partnerId: 'acme', teamId: 'red' }))).to.deep.equal(forAcme);
      for (const partnerId of ['globex', '', 'ACME', 'acm', '=acme']) {
        const chooser = { partnerId, teamId: null };
        expect(await mustSucceed(register.latest('strict', chooser)), partnerId).to.deep.equal(forAll);
        expect(await mustFail(register.latest('own', chooser)), partnerId).to.deep.equal(notFound);
      }
      expect(await mustSucceed(register.get({ id: 'own', version: '1' }))).to.deep.equal(aPolicy({ id: 'own' }));
    });

    it('accepts the same document again any number of times, and changes nothing', async () => {
      const [first, second] = versions('1', '2');
      const register = await withAll([...versions('1', '2'), ...versions('1')]);
      expect(await mustSucceed(register.latest('strict', globex))).to.deep.equal(second);
      expect(await mustSucceed(register.list())).to.deep.equal(
        [first, second].map((policy) => policy && keptAs(policy, null)),
      );
    });

    it('refuses another document under the same name, and the same document for other partners', async () => {
      const policy = aPolicy();
      const register = await withAll([policy], 'acme');
      expect(await mustFail(register.add(aPolicy({ sampling: 0.5 }), 'acme'))).to.deep.equal(alreadyExists);
      expect(await mustFail(register.add(policy, 'globex'))).to.deep.equal(alreadyExists);
      expect(await mustFail(register.add(policy, null))).to.deep.equal(alreadyExists);
      expect(await mustSucceed(register.list())).to.deep.equal([keptAs(policy, 'acme')]);
    });

    it('refuses a document that is not a valid policy, and the name of the built-in policy', async () => {
      const register = await open();
      expect(await mustFail(register.add(aPolicy({ id: 'Strict', minimumAge: 18.5 }), null))).to.deep.equal({
        _tag: 'Invalid',
        faults: [
          { pointer: '/id', message: 'expected a policy id' },
          { pointer: '/minimumAge', message: 'expected a whole number from 0 to 120' },
        ],
      });
      expect(await mustFail(register.add(aPolicy({ id: 'standard' }), null))).to.deep.equal({
        _tag: 'Invalid',
        faults: [{ pointer: '/id', message: '"standard" is the name of the policy in the code' }],
      });
      expect(await mustSucceed(register.list())).to.deep.equal([]);
    });

    it('distinguishes names that differ in anything at all, and finds nothing for an invalid name', async () => {
      const register = await withAll([
        aPolicy({ version: 'a' }),
        aPolicy({ version: 'A' }),
        aPolicy({ id: 'strict-' }),
      ]);
      expect((await mustSucceed(register.get({ id: 'strict', version: 'A' }))).version).to.equal('A');
      for (const id of ['', 'STRICT', 'stric', "strict' || policy_id != '", 'strict"', 'strict\\', 'x'.repeat(5000)]) {
        expect(await mustFail(register.latest(id, acme)), id).to.deep.equal(notFound);
        expect(await mustFail(register.get({ id, version: 'a' })), id).to.deep.equal(notFound);
        expect(await mustFail(register.get({ id: 'strict', version: id })), id).to.deep.equal(notFound);
      }
    });

    it('lists the documents in the order of adding, with who may choose them', async () => {
      const register = await open();
      const partners = [null, 'acme', 'Zoë & "Söhne" 100% \\ \'x\'', '', null];
      for (const [n, partnerId] of partners.entries()) {
        await mustSucceed(register.add(aPolicy({ version: `${9 - n}` }), partnerId));
      }
      expect(await mustSucceed(register.list())).to.deep.equal(
        partners.map((partnerId, n) => keptAs(aPolicy({ version: `${9 - n}` }), partnerId)),
      );
    });

    it('keeps all of ten that are added concurrently, and one of ten of the same name', async () => {
      const register = await open();
      const names = Array.from({ length: 10 }, (_, n) => `${n}`);
      await Promise.all(names.map((version) => mustSucceed(register.add(aPolicy({ version }), null))));
      const ages = await Promise.all(
        names.map((_, n) => register.add(aPolicy({ id: 'raced', minimumAge: 30 + n }), null)()),
      );
      expect(ages.filter(({ _tag }) => _tag === 'Right')).to.have.length(1);
      const listed = (await mustSucceed(register.list())).map(({ ref }) => `${ref.id} ${ref.version}`);
      expect([...listed].sort()).to.deep.equal(['raced 1', ...names.map((version) => `strict ${version}`)]);
      const won = await mustSucceed(register.latest('raced', acme));
      expect(won.minimumAge - 30).to.equal(ages.findIndex(({ _tag }) => _tag === 'Right'));
    });
  });
};
