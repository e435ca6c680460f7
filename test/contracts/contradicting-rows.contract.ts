import { expect } from 'chai';
import { acme } from '../support/builders/profiles.ts';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { aPerson, storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

/** Tests that a row whose columns contradict its content is an outage, and never a profile. */
export const contradictingRowsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`contradicting rows: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);

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
    ];

    for (const change of contradictions) {
      it(`is refused, sealed or in plaintext: ${JSON.stringify(change)}`, async () => {
        for (const words of [[], ['a']]) {
          const { profiles } = storesWith(database(), ...words);
          const { profile, entries } = aPerson();
          await mustSucceed(profiles.insert({ profile, entries }, null));
          expect(await mustSucceed(profiles.getAny(profile.id))).to.deep.equal(profile);
          await changeRow(database(), 'profiles', profile.id, change);
          const refusal = { _tag: 'Unavailable', kind: 'invalid_response' };
          expect(await mustFail(profiles.getAny(profile.id)), words.join()).to.include(refusal);
          expect(await mustFail(profiles.scan(null, 9)), words.join()).to.include(refusal);
          await database().empty();
        }
      });
    }

    for (const waiting_since of ['', '2001-01-01T00:00:00.000Z', 'erased']) {
      it(`is refused in review, sealed or in plaintext, where its place in the queue is "${waiting_since}"`, async () => {
        for (const words of [[], ['a']]) {
          const { profiles } = storesWith(database(), ...words);
          const { profile: created, entries } = aPerson();
          const profile = { ...created, status: 'in_review', waitingSince: '2026-05-01T10:00:00.000Z' } as const;
          await mustSucceed(profiles.insert({ profile, entries }, null));
          expect(await mustSucceed(profiles.getAny(profile.id))).to.deep.equal(profile);
          await changeRow(database(), 'profiles', profile.id, { waiting_since });
          const refusal = { _tag: 'Unavailable', kind: 'invalid_response' };
          expect(await mustFail(profiles.getAny(profile.id)), words.join()).to.include(refusal);
          expect(await mustFail(profiles.scan(null, 9)), words.join()).to.include(refusal);
          await database().empty();
        }
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
        damaged: [person.profile.id],
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
