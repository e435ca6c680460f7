import { deterministicId } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { aKeyring } from '../support/builders/keyrings.ts';
import { type OpenRecordDatabase, rowIn, useRecordDatabase } from '../support/records/record-database.ts';
import { aPerson, storesWith, strictStoresWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const quiet = (): void => undefined;
const damage = { _tag: 'Unavailable', kind: 'invalid_response' } as const;

/** Tests that a process which requires the mark that everything was sealed does not depend on the mark's row. */
export const requiredMarkContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`the required mark that everything was sealed: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);

    it('lets nothing in clear be believed, when somebody removes it, forges, and puts it back', async () => {
      const strict = () => strictStoresWith(database(), 'a');
      expect(await mustSucceed(strict().keys.check), 'an empty database').to.deep.equal([]);
      expect(await mustSucceed(strict().keys.prepare)).to.equal(true);
      const mark = await rowIn(database(), 'service_keys', deterministicId('service_key/sealed'));
      await database().removeRow('service_keys', String(mark['id']));
      const forged = aPerson();
      await mustSucceed(storesWith(database()).profiles.insert(forged, null));
      const { id } = forged.profile;
      expect(await mustSucceed(storesWith(database(), 'a').profiles.getAny(id)), 'where it is not required').to.include(
        { id },
      );
      const started = strict();
      expect(await mustFail(started.profiles.getAny(id))).to.include(damage);
      const refusal = /^REQUIRE_SEALED is true, and the mark that everything .* was sealed is missing\.$/;
      for (const check of [started.keys.check, started.keys.checkMark]) {
        const [fault, ...others] = await mustSucceed(check);
        expect(fault?.what).to.match(refusal);
        expect(others).to.deep.equal([]);
      }
      const { remaining } = await mustSucceed(started.rotate(aKeyring('a'), quiet));
      expect(remaining).to.include(`profiles ${id}: it is not sealed as it must be, and everything was sealed before`);
      expect(await mustSucceed(started.inspector.ofService())).to.include.members(['not_sealed', 'clear_rows']);
      await mustSucceed(database().driver.transaction([{ kind: 'insert', table: 'service_keys', row: mark }]));
      expect(await mustFail(started.profiles.getAny(id))).to.include(damage);
      expect(await mustSucceed(strict().keys.check)).to.deep.equal([]);
      expect(await mustSucceed(strict().inspector.ofService())).to.deep.equal(['clear_rows']);
    });
  });
};
