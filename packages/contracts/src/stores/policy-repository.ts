import assert from 'node:assert/strict';
import type { Policy, PolicyRepository, Tenant } from '@portcullis/domain';
import { type FlatPolicy, policyDigest } from '@portcullis/domain/checks';
import { aPolicy } from '../builders/policies.ts';
import { acme } from '../builders/profiles.ts';
import { type Runner, reasonOf, resultOf } from '../shared/runner.ts';

const globex: Tenant = { partnerId: 'globex', teamId: null };
const notFound = { _tag: 'NotFound' };
const alreadyExists = { _tag: 'AlreadyExists' };

const versions = (...names: readonly string[]): readonly FlatPolicy[] =>
  names.map((version, n) => aPolicy({ version, minimumAge: 20 + n }));

const keptAs = (policy: Policy, partnerId: string | null) => ({
  ref: { id: policy.id, version: policy.version },
  partnerId,
  digest: policyDigest(policy),
});

/** Tests the guarantees of every PolicyRepository. `open` answers one to which nothing was added yet. */
export const policyRepositoryContract = (
  { describe, it }: Runner,
  name: string,
  open: () => Promise<PolicyRepository>,
): void => {
  describe(`PolicyRepository contract: ${name}`, () => {
    const withAll = async (policies: readonly Policy[], partnerId: string | null = null): Promise<PolicyRepository> => {
      const register = await open();
      for (const policy of policies) await resultOf(register.add(policy, partnerId));
      return register;
    };

    it('finds nothing before a policy was added', async () => {
      const register = await open();
      assert.deepEqual(await reasonOf(register.latest('strict', acme)), notFound);
      assert.deepEqual(await reasonOf(register.get({ id: 'strict', version: '1' })), notFound);
      assert.deepEqual(await resultOf(register.list()), []);
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
      assert.deepEqual(await resultOf(register.get(policy)), policy);
      assert.deepEqual(await resultOf(register.latest('strict', acme)), policy);
      assert.deepEqual(await resultOf(register.latest('strict', { partnerId: 'x', teamId: 't' })), policy);
    });

    it('treats the last added version as the newest, whatever its name, and keeps the others', async () => {
      const [ten, nine, eight] = versions('10', '9', '8.0');
      const register = await withAll(versions('10', '9', '8.0'));
      assert.deepEqual(await resultOf(register.latest('strict', acme)), eight);
      assert.deepEqual(await resultOf(register.get({ id: 'strict', version: '10' })), ten);
      assert.deepEqual(await resultOf(register.get({ id: 'strict', version: '9' })), nine);
    });

    it('lets only its partner choose a policy of one partner, and reads it for everybody', async () => {
      const [forAll, forAcme] = versions('1', '2');
      const register = await withAll(versions('1'));
      await resultOf(register.add(aPolicy({ ...forAcme }), 'acme'));
      await resultOf(register.add(aPolicy({ id: 'own' }), 'acme'));
      assert.deepEqual(await resultOf(register.latest('strict', { partnerId: 'acme', teamId: 'red' })), forAcme);
      for (const partnerId of ['globex', '', 'ACME', 'acm', '=acme']) {
        const chooser = { partnerId, teamId: null };
        assert.deepEqual(await resultOf(register.latest('strict', chooser)), forAll, partnerId);
        assert.deepEqual(await reasonOf(register.latest('own', chooser)), notFound, partnerId);
      }
      assert.deepEqual(await resultOf(register.get({ id: 'own', version: '1' })), aPolicy({ id: 'own' }));
    });

    it('accepts the same document again any number of times, and changes nothing', async () => {
      const [first, second] = versions('1', '2');
      const register = await withAll([...versions('1', '2'), ...versions('1')]);
      assert.deepEqual(await resultOf(register.latest('strict', globex)), second);
      assert.deepEqual(
        await resultOf(register.list()),
        [first, second].map((policy) => policy && keptAs(policy, null)),
      );
    });

    it('refuses another document under the same name, and the same document for other partners', async () => {
      const policy = aPolicy();
      const register = await withAll([policy], 'acme');
      assert.deepEqual(await reasonOf(register.add(aPolicy({ sampling: 0.5 }), 'acme')), alreadyExists);
      assert.deepEqual(await reasonOf(register.add(policy, 'globex')), alreadyExists);
      assert.deepEqual(await reasonOf(register.add(policy, null)), alreadyExists);
      assert.deepEqual(await resultOf(register.list()), [keptAs(policy, 'acme')]);
    });

    it('refuses a document that is not a valid policy, and the name of the built-in policy', async () => {
      const register = await open();
      assert.deepEqual(await reasonOf(register.add(aPolicy({ id: 'Strict', minimumAge: 18.5 }), null)), {
        _tag: 'Invalid',
        faults: [
          { pointer: '/id', message: 'expected a policy id' },
          { pointer: '/minimumAge', message: 'expected a whole number from 0 to 120' },
        ],
      });
      assert.deepEqual(await reasonOf(register.add(aPolicy({ id: 'standard' }), null)), {
        _tag: 'Invalid',
        faults: [{ pointer: '/id', message: '"standard" is the name of the policy in the code' }],
      });
      assert.deepEqual(await resultOf(register.list()), []);
    });

    it('distinguishes names that differ in anything at all, and finds nothing for an invalid name', async () => {
      const register = await withAll([
        aPolicy({ version: 'a' }),
        aPolicy({ version: 'A' }),
        aPolicy({ id: 'strict-' }),
      ]);
      assert.equal((await resultOf(register.get({ id: 'strict', version: 'A' }))).version, 'A');
      for (const id of ['', 'STRICT', 'stric', "strict' || policy_id != '", 'strict"', 'strict\\', 'x'.repeat(5000)]) {
        assert.deepEqual(await reasonOf(register.latest(id, acme)), notFound, id);
        assert.deepEqual(await reasonOf(register.get({ id, version: 'a' })), notFound, id);
        assert.deepEqual(await reasonOf(register.get({ id: 'strict', version: id })), notFound, id);
      }
    });

    it('lists the documents in the order of adding, with who may choose them', async () => {
      const register = await open();
      const partners = [null, 'acme', 'Zoë & "Söhne" 100% \\ \'x\'', '', null];
      for (const [n, partnerId] of partners.entries()) {
        await resultOf(register.add(aPolicy({ version: `${9 - n}` }), partnerId));
      }
      assert.deepEqual(
        await resultOf(register.list()),
        partners.map((partnerId, n) => keptAs(aPolicy({ version: `${9 - n}` }), partnerId)),
      );
    });

    it('keeps all of ten that are added concurrently, and one of ten of the same name', async () => {
      const register = await open();
      const names = Array.from({ length: 10 }, (_, n) => `${n}`);
      await Promise.all(names.map((version) => resultOf(register.add(aPolicy({ version }), null))));
      const ages = await Promise.all(
        names.map((_, n) => register.add(aPolicy({ id: 'raced', minimumAge: 30 + n }), null)()),
      );
      assert.equal(ages.filter(({ _tag }) => _tag === 'Right').length, 1);
      const listed = (await resultOf(register.list())).map(({ ref }) => `${ref.id} ${ref.version}`);
      assert.deepEqual([...listed].sort(), ['raced 1', ...names.map((version) => `strict ${version}`)]);
      const won = await resultOf(register.latest('raced', acme));
      assert.equal(
        won.minimumAge - 30,
        ages.findIndex(({ _tag }) => _tag === 'Right'),
      );
    });
  });
};
