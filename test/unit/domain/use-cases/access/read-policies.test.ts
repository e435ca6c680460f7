import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { builtInPolicies, policyCatalog } from '@portcullis/domain';
import type { StaffPrincipal } from '@portcullis/domain/kernel';
import { listPolicies, readPolicy } from '@portcullis/domain/use-cases';
import { createRecordStore } from '@portcullis/record-store';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aKeyring } from '../../../../support/builders/keyrings.ts';
import { aPolicy } from '../../../../support/builders/policies.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import { anAdmin } from '../../../../support/services/client-service.ts';

const opened = async () => {
  const { policyRepository } = createRecordStore(memoryDriver(), aKeyring(), sequentialIds());
  await mustSucceed(policyRepository.add(aPolicy(), null));
  await mustSucceed(policyRepository.add(aPolicy({ id: 'ours' }), 'acme'));
  await mustSucceed(policyRepository.add(aPolicy({ id: 'theirs' }), 'globex'));
  const policies = policyCatalog(builtInPolicies({ livenessThreshold: 75, specimens: false }), policyRepository);
  const deps = { policies, policyRepository };
  const named = async (caller: StaffPrincipal) =>
    (await mustSucceed(listPolicies(deps)(caller))).map(({ partnerId, ref: { id } }) => [id, partnerId]);
  return { named, read: readPolicy(deps) };
};

describe('the policies that staff read', () => {
  it('are the built-in one, those of everybody and those of their partner', async () => {
    const { named } = await opened();
    const shared = [
      ['standard', null],
      ['strict', null],
    ];
    expect(await named(anAdmin('acme', 'north'))).to.deep.equal([...shared, ['ours', 'acme']]);
    expect(await named(anAdmin('globex'))).to.deep.equal([...shared, ['theirs', 'globex']]);
  });

  it('are read in any version, and not those of another partner', async () => {
    const { read } = await opened();
    const caller = anAdmin();
    const ref = { id: 'ours', version: '1' };
    expect(await mustSucceed(read({ caller, ref }))).to.deep.include({ policy: aPolicy({ id: 'ours' }), ref });
    expect((await mustSucceed(read({ caller, ref: { id: 'standard', version: '1' } }))).partnerId).to.equal(null);
    for (const [id, version] of [
      ['theirs', '1'],
      ['ours', '2'],
      ['standard', 'none'],
    ] as const)
      expect(await mustFail(read({ caller, ref: { id, version } })), id).to.include({ _tag: 'NotFound' });
  });
});
