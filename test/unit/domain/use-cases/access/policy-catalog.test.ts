import { acme } from '@portcullis/contracts/builders';
import {
  builtInPolicies,
  type PolicyRepository,
  policyCatalog,
  standardPolicy,
  TE,
  unavailable,
} from '@portcullis/domain';
import { expect } from 'chai';
import { aPolicy } from '../../../../support/builders/policies.ts';
import { storesInMemory } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';

const options = { livenessThreshold: 75, specimens: true };
const builtIn = builtInPolicies(options);
const names = ['1', '2', '3'];

/** A repository of three versions, and the calls that reach it. */
const countingRepository = async () => {
  const register = storesInMemory().policyRepository;
  for (const version of names) await mustSucceed(register.add(aPolicy({ version }), null));
  const asked: string[] = [];
  const kept: PolicyRepository = {
    ...register,
    latest: (id, chooser) => {
      asked.push(`latest ${id}`);
      return register.latest(id, chooser);
    },
    get: (ref) => {
      asked.push(`${ref.id} ${ref.version}`);
      return register.get(ref);
    },
  };
  return { asked, kept };
};

describe('the built-in policies and those of a repository', () => {
  it('are each found by their names', async () => {
    const policies = policyCatalog(builtIn, (await countingRepository()).kept);
    expect(await mustSucceed(policies.latest('standard', acme))).to.deep.equal(standardPolicy(options));
    expect(await mustSucceed(policies.get({ id: 'standard', version: '1' }))).to.deep.equal(
      standardPolicy({ ...options, specimens: false }),
    );
    expect(await mustSucceed(policies.latest('strict', acme))).to.deep.equal(aPolicy({ version: '3' }));
    expect(await mustSucceed(policies.get({ id: 'strict', version: '2' }))).to.deep.equal(aPolicy({ version: '2' }));
    expect(await mustFail(policies.get({ id: 'strict', version: '4' }))).to.deep.equal({ _tag: 'NotFound' });
    expect(await mustFail(policies.latest('lax', acme))).to.deep.equal({ _tag: 'NotFound' });
  });

  it('are kept apart: the repository is not called for a built-in one', async () => {
    const { asked, kept } = await countingRepository();
    const policies = policyCatalog(builtIn, kept);
    await mustSucceed(policies.latest('standard', acme));
    await mustSucceed(policies.get({ id: 'standard', version: '1' }));
    expect(await mustFail(policies.get({ id: 'standard', version: '99' }))).to.deep.equal({ _tag: 'NotFound' });
    expect(asked).to.deep.equal([]);
  });

  it('are read once each, and the newest is requested every time', async () => {
    const { asked, kept } = await countingRepository();
    const policies = policyCatalog(builtIn, kept);
    await mustSucceed(policies.latest('strict', acme));
    await mustSucceed(policies.latest('strict', acme));
    for (const version of ['3', '1', '3', '1']) await mustSucceed(policies.get({ id: 'strict', version }));
    expect(asked).to.deep.equal(['latest strict', 'latest strict', 'strict 1']);
  });

  it('are evicted from the cache when it is full', async () => {
    const { asked, kept } = await countingRepository();
    const policies = policyCatalog(builtIn, kept, 2);
    for (const version of ['1', '2', '1', '3', '1', '2', '3'])
      await mustSucceed(policies.get({ id: 'strict', version }));
    expect(asked).to.deep.equal(['strict 1', 'strict 2', 'strict 3', 'strict 2', 'strict 3']);
  });

  it('are requested again after an outage, and after a name was not found', async () => {
    const register = storesInMemory().policyRepository;
    const down = unavailable('database', 'down');
    let isDown = true;
    const policies = policyCatalog(builtIn, {
      ...register,
      get: (ref) => (isDown ? TE.left(down) : register.get(ref)),
    });
    const ref = { id: 'strict', version: '1' };
    expect(await mustFail(policies.get(ref))).to.deep.equal(down);
    isDown = false;
    expect(await mustFail(policies.get(ref))).to.deep.equal({ _tag: 'NotFound' });
    await mustSucceed(register.add(aPolicy(), null));
    expect(await mustSucceed(policies.get(ref))).to.deep.equal(aPolicy());
  });
});
