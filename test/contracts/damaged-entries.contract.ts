import { acme, aNew, anEntry } from '@portcullis/contracts/builders';
import type { Profile } from '@portcullis/domain';
import { deterministicId } from '@portcullis/domain/kernel';
import type { EntryPage, ProfileChange } from '@portcullis/domain/ports';
import type { Row } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { rowIn } from '#contracts/drivers/driver-under-test';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

/** A profile with six entries of both kinds alternately, each with a note. The even ones are verification events. */
const withEntries = (over: Partial<Profile> = {}): ProfileChange => {
  const added = aNew({ version: 6, tenant: acme, ...over });
  const entries = added.entries.map(({ seq }) =>
    anEntry({
      profile_id: added.profile.id,
      seq,
      personal: { note: `note ${seq}` },
      personal_digest: 'd'.repeat(64),
      ...(seq % 2 === 1 && { kind: 'status_change', type: 'moved', from: 'created', to: 'canceled' }),
    }),
  );
  return { profile: added.profile, entries };
};

/** Tests that an entry of a ledger which was changed in the database hides no other, and is never passed over. */
export const damagedEntriesContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`damaged entries: ${name}`, () => {
    const database = useRecordDatabase(open);
    const rowId = (id: string, seq: number) => deterministicId(`ledger/${id}/${seq}`);
    const columnsOf = async (id: string, seq: number) => rowIn(database(), 'ledger', rowId(id, seq));

    const damages: Readonly<Record<string, (id: string) => Promise<Row>>> = {
      'its data is no entry': async () => ({ data: { seq: 4 } }),
      'its data is that of another entry': async (id) => {
        const { data, personal } = await columnsOf(id, 2);
        return { data, personal };
      },
      'its data is that of another entry, without its note': async (id) => ({
        data: (await columnsOf(id, 2))['data'],
        personal: '',
      }),
      'its note does not open': async () => ({ personal: 'sealed:AQ==' }),
      'its note is that of another entry': async (id) => ({ personal: (await columnsOf(id, 2))['personal'] }),
      'its kind is none': async () => ({ kind: 'other' }),
      'its kind is another than its own': async () => ({ kind: 'status_change' }),
    };

    for (const [what, damageOf] of Object.entries(damages))
      it(`are left out of a history and named, and whoever reads all refuses what does not open: ${what}`, async () => {
        const person = withEntries();
        const { id } = person.profile;
        await mustSucceed(storesWith(database(), 'a').profiles.insert(person, null));
        await changeRow(database(), 'ledger', rowId(id, 4), await damageOf(id));
        const { ledgerReader } = storesWith(database(), 'a');
        const readAll = async (kind: 'status_change' | 'verification_event', limit: number) => {
          const found: unknown[] = [];
          const damaged: number[] = [];
          for (let next: number | null = 0; next !== null; ) {
            const page: EntryPage = await mustSucceed(ledgerReader.history(id, { kind, afterSeq: next, limit }));
            found.push(...page.entries);
            damaged.push(...page.damaged);
            next = page.next;
          }
          return { found, damaged };
        };
        const others = (kind: string) => person.entries.filter((entry) => entry.kind === kind && entry.seq !== 4);
        for (const limit of [1, 2, 9]) {
          const status = await readAll('status_change', limit);
          const events = await readAll('verification_event', limit);
          expect([status.found, events.found]).to.deep.equal([others('status_change'), others('verification_event')]);
          expect([...new Set([...status.damaged, ...events.damaged])]).to.deep.equal([4]);
        }
        // It opens, and whoever verifies the chain finds it.
        if (what.startsWith('its data is that of another entry')) return;
        expect(await mustFail(ledgerReader.entries(id, { afterSeq: 0, limit: 9 }))).to.include({
          outageCause: 'record_damaged',
        });
      });

    for (const [what, damageOf] of Object.entries(damages))
      it(`are left out where entries of several ledgers are found at once, and hide no other: ${what}`, async () => {
        const one = withEntries();
        const other = withEntries({ reference: 'another' });
        const { profiles, ledgerReader } = storesWith(database(), 'a');
        for (const person of [one, other]) await mustSucceed(profiles.insert(person, null));
        const { id } = one.profile;
        await changeRow(database(), 'ledger', rowId(id, 4), await damageOf(id));
        const at = (profileId: string, seq: number) => ({ profileId, seq });
        const asked = [at(id, 3), at(id, 4), at(other.profile.id, 4)];
        const found = await mustSucceed(ledgerReader.entriesAt(asked));
        expect(found).to.have.deep.members([one.entries[2], other.entries[3]]);
      });

    it('are none in a history without damage, nor in that of an unknown profile', async () => {
      const person = withEntries();
      const { ledgerReader, profiles } = storesWith(database(), 'a');
      await mustSucceed(profiles.insert(person, null));
      const query = { kind: 'status_change', afterSeq: 1, limit: 2 } as const;
      const [, , third, , fifth] = person.entries;
      expect(await mustSucceed(ledgerReader.history(person.profile.id, query))).to.deep.equal({
        entries: [third, fifth],
        damaged: [],
        next: 5,
      });
      for (const unknown of ['profile00000000', 'no id'])
        expect(await mustSucceed(ledgerReader.history(unknown, query))).to.deep.equal({
          entries: [],
          damaged: [],
          next: null,
        });
    });
  });
};
