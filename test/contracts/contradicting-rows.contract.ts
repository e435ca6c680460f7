import { acme } from '@portcullis/contracts/builders';
import type { ProfileChange } from '@portcullis/domain/ports';
import type { Row } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { aPerson, storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

/** Tests that a row whose columns contradict its content is told as damaged, and never a profile. */
export const contradictingRowsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`contradicting rows: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);

    const expectRefused = async (person: ProfileChange, change: Row): Promise<void> => {
      const { profiles } = storesWith(database(), 'a');
      const { id } = person.profile;
      await mustSucceed(profiles.insert(person, null));
      expect(await mustSucceed(profiles.getAny(id))).to.deep.equal(person.profile);
      await changeRow(database(), 'profiles', id, change);
      const refusal = { _tag: 'Unavailable', kind: 'invalid_response', outageCause: 'record_damaged', profileId: id };
      expect(await mustFail(profiles.getAny(id))).to.include(refusal);
      const damaged = [{ id, cause: 'record_damaged' }];
      expect(await mustSucceed(profiles.scan(null, 9))).to.deep.equal({ profiles: [], damaged, next: null });
    };

    const contradictions: readonly { readonly [column: string]: unknown }[] = [
      { partner_key: 'globex' },
      { team_key: '=north' },
      { status: 'approved' },
      { version: 2 },
      { reference_key: '' },
      { reference_key: 'customer-of-another' },
      { current_key: 'acme//customer-of-another' },
      { created_at: '2001-01-01T00:00:00.000Z' },
      { updated_at: '2001-01-01T00:00:00.000Z' },
      { waiting_since: '2001-01-01T00:00:00.000Z' },
    ];

    for (const change of contradictions) {
      it(`is refused: ${JSON.stringify(change)}`, () => expectRefused(aPerson(), change));
    }

    for (const waiting_since of ['', '2001-01-01T00:00:00.000Z', 'erased']) {
      it(`is refused in review where its place in the queue is "${waiting_since}"`, () => {
        const { profile, entries } = aPerson();
        const inReview = { status: 'in_review', waitingSince: '2026-05-01T10:00:00.000Z' } as const;
        return expectRefused({ profile: { ...profile, ...inReview }, entries }, { waiting_since });
      });
    }

    it('is not listed for another partner whose id is in the columns', async () => {
      const { profiles } = storesWith(database(), 'a');
      const person = aPerson();
      await mustSucceed(profiles.insert(person, null));
      await changeRow(database(), 'profiles', person.profile.id, { partner_key: 'globex' });
      const globex = { ...acme, partnerId: 'globex' };
      expect(await mustSucceed(profiles.list(globex, { limit: 5 }))).to.deep.equal({
        items: [],
        next: null,
        damaged: [{ id: person.profile.id, cause: 'record_damaged' }],
      });
    });

    it('is refused in plaintext where it has a key, since it must be sealed', async () => {
      const { profiles } = storesWith(database(), 'a');
      const person = aPerson();
      await mustSucceed(profiles.insert(person, null));
      await changeRow(database(), 'profiles', person.profile.id, { data: person.profile });
      expect(await mustFail(profiles.getAny(person.profile.id))).to.include({ kind: 'invalid_response' });
    });

    it('is not answered for a session that the profile has not opened', async () => {
      const { profiles } = storesWith(database(), 'a');
      const person = aPerson();
      await mustSucceed(profiles.insert(person, null));
      const { id, tenant } = person.profile;
      const row = { id: 'asession0000001', session: 'session-of-another', profile: id };
      await mustSucceed(database().driver.transaction([{ kind: 'insert', table: 'liveness_sessions', row }]));
      expect(await mustFail(profiles.findBySession(tenant, row.session))).to.include({ kind: 'invalid_response' });
    });
  });
};
