import { aNew } from '@portcullis/contracts/builders';
import {
  eraseProfile,
  notFound,
  type PolicyStore,
  processVerification,
  sweepDue,
  TE,
  verifyChain,
} from '@portcullis/domain';
import { damagedRecord } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  ledgerOf,
  partner,
  personActions,
  type Service,
  stored,
} from '../../../../support/services/memory-service.ts';

const damaged = damagedRecord('not what was added');

/** The policy store as an erasure finds it, with the answer to every other call. */
const unreadable: Readonly<Record<string, PolicyStore['get']>> = {
  damaged: () => TE.left(damaged),
  gone: () => TE.left(notFound),
};

const late = 15 * 60_000;

const typesOf = async (service: Service, id: string) =>
  (await ledgerOf(service, id)).map(({ actor, type }) => `${actor.type} ${type}`);

for (const [state, get] of Object.entries(unreadable)) {
  describe(`an erasure under a policy that is ${state}`, () => {
    const aBrokenService = (before: Service) => {
      const needs = { ...before, policies: { ...before.policies, get } };
      return {
        erase: eraseProfile(needs),
        sweep: sweepDue({ ...needs, processVerification: processVerification(needs) }),
      };
    };

    it('is accepted, canceled where the profile was open, completed and confirmed', async () => {
      const service = aService();
      const person = await aPerson(service, {});
      await mustSucceed(personActions(person).consent());
      const { id } = person;
      const { erase, sweep } = aBrokenService(service);
      const answered = await mustSucceed(erase({ caller: partner, id }));
      expect(answered).to.deep.include({ status: 'canceled', salt: '', evidence: [], erasesAt: null });
      expect(await stored(service, id)).to.deep.equal(answered);
      expect(await mustSucceed(erase({ caller: partner, id }))).to.deep.equal(answered);
      for (const wait of [0, late]) {
        service.clock.advance(wait);
        expect(await mustSucceed(sweep())).to.deep.equal({ seen: 1, failures: [] });
      }
      expect((await typesOf(service, id)).slice(-4)).to.deep.equal([
        'machine canceled',
        'machine profile.erasure_requested',
        'system profile.erased',
        'system profile.erasure_confirmed',
      ]);
      const after = await stored(service, id);
      expect(verifyChain(id, await ledgerOf(service, id), after)).to.deep.include({ ok: true, status: 'canceled' });
    });

    it('is announced when the retention has ended, and happens a day later; a legal hold still prevents it', async () => {
      const service = aService();
      const { erase, sweep } = aBrokenService(service);
      const erasesAt = '2026-05-01T00:00:00.000Z';
      const over = aNew({ status: 'declined', erasesAt, updatedAt: erasesAt });
      const legalHold = { since: erasesAt, by: { type: 'operator', id: 'legal' } } as const;
      const held = aNew({ reference: 'held', status: 'declined', erasesAt, legalHold });
      for (const change of [over, held]) await mustSucceed(service.profiles.insert(change, null));
      expect(await mustSucceed(sweep())).to.deep.equal({ seen: 1, failures: [] });
      service.clock.advance(86_400_000);
      expect(await mustSucceed(sweep())).to.deep.equal({ seen: 1, failures: [] });
      expect((await typesOf(service, over.profile.id)).slice(-3)).to.deep.equal([
        'system profile.erasure_announced',
        'system profile.erasure_requested',
        'system profile.erased',
      ]);
      expect(await mustFail(erase({ caller: partner, id: held.profile.id }))).to.deep.equal({
        _tag: 'LegalHoldStands',
      });
    });

    it('is not delayed by profiles that cannot be processed without the policy, and these wait a minute', async () => {
      const service = aService();
      const { sweep } = aBrokenService(service);
      const expiresAt = '2026-05-01T00:00:00.000Z';
      for (let n = 0; n < 60; n += 1) {
        await mustSucceed(service.profiles.insert(aNew({ reference: `open-${n}`, expiresAt }), null));
      }
      expect((await mustSucceed(sweep())).failures).to.have.length(50);
      expect((await mustSucceed(sweep())).failures).to.have.length(10);
      expect(await mustSucceed(sweep())).to.deep.equal({ seen: 0, failures: [] });
    });
  });
}
