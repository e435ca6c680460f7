import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pocketbaseClient, pocketbaseDriver } from '@portcullis/adapter-pocketbase';
import { backupCommand, keysCommand } from '@portcullis/cli';
import type { Profile } from '@portcullis/domain';
import { filesIn } from '@portcullis/domain/documents';
import { filesInObjects } from '@portcullis/record-store';
import { simulatorKeys } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { inFull } from '../../support/effort.ts';
import { storeAt } from '../../support/objects/object-stores.ts';
import { simulatedPlace } from '../../support/objects/places.ts';
import { storesOn, storesOver } from '../../support/records/stores-over.ts';
import { archiveKeyring, archivesOf, erasureLine } from '../../support/releases/archives.ts';
import { mustSucceed } from '../../support/run.ts';
import { adminAccount, usePocketbase } from '../../support/servers/pocketbase.ts';
import type { Variables } from '../../support/servers/service-program.ts';
import { runCommand } from '../../support/services/commands.ts';
import { aJourney } from '../../support/services/ledger-journeys.ts';
import { aHeadSigner, placeEverything } from '../../support/services/log-relay.ts';

describe('the commands over a database whose files are in an object store', function () {
  this.timeout(120_000);
  const database = usePocketbase();
  const { running } = simulatorForTests();
  const archives = archivesOf(database);
  const { at, env, restore } = archives;
  /** Its files stand in clear in the database, until a rotation seals them and moves them to the bucket. */
  const journey = (seed: string) => aJourney(database(), { seed });
  beforeEach(async () => {
    await database().empty();
    await rm(join(database().dataDir, 'storage'), { recursive: true, force: true });
    archives.open();
  });
  afterEach(() => archives.remove());

  const variables = (): Variables => ({
    FILES_URL: `s3://portcullis-files/drill?region=eu-west-1&endpoint=${running().url}`,
    FILES_ACCESS_KEY_ID: simulatorKeys.accessKeyId,
    FILES_SECRET_ACCESS_KEY: simulatorKeys.secretAccessKey,
  });
  const bucket = () => storeAt(simulatedPlace(running()), { prefix: 'drill/' });
  const keysInBucket = async (): Promise<readonly string[]> =>
    (await mustSucceed(bucket().list('', null, 1000))).map(({ key }) => key).filter((key) => key !== 'installation');
  const rotate = () => runCommand(keysCommand, env(variables()), 'rotate');
  const firstFile = ({ evidence }: Profile): string => filesIn(evidence)[0]?.id ?? '';

  it('give the only copy of no file to the bucket of another installation, when keys are rotated', async () => {
    const anna = await journey('anna');
    await mustSucceed(bucket().put('installation', Buffer.from('f'.repeat(64))));
    const refused = await rotate();
    expect([refused.code, refused.lines[0]]).to.satisfy(
      ([code, line]: [number, string]) =>
        code === 1 && line.includes('The objects at FILES_URL are those of another installation.'),
    );
    expect(await keysInBucket()).to.deep.equal([]);
    await mustSucceed(storesOver(database().client).files.get(anna.id, firstFile(anna)));
  });

  inFull('read the objects of a backup and of a restored folder, and neither write nor remove any', async () => {
    const anna = await journey('anna');
    const ben = await journey('ben');
    const rotated = await rotate();
    expect(rotated.code, rotated.lines.join('\n')).to.equal(0);
    const { feedNumbers, ledgerLog } = archives.stores();
    await placeEverything(ledgerLog, aHeadSigner(), feedNumbers);
    const before = await keysInBucket();
    expect(before.length).to.be.at.least(2);

    const made = await runCommand(backupCommand, env(variables()), '--to', at('backup.zip'));
    expect(made.code, made.lines.join('\n')).to.equal(0);
    writeFileSync(at('erasures'), erasureLine(anna));
    const restored = await restore(variables(), '--from', at('backup.zip'), '--erasures', at('erasures'));
    expect(restored.code, restored.lines.join('\n')).to.equal(0);
    expect(restored.lines[1]).to.equal('1 of 1 erasures were made again.');

    expect(await keysInBucket()).to.deep.equal(before);
    const [ofAnna, ofBen] = await archives.over(at('data'), async (url) => {
      const driver = pocketbaseDriver(pocketbaseClient({ ...adminAccount, url }));
      const there = storesOn(filesInObjects(driver, bucket()), archiveKeyring);
      return [await there.files.get(anna.id, firstFile(anna))(), await there.files.get(ben.id, firstFile(ben))()];
    });
    expect([ofAnna?._tag, ofBen?._tag]).to.deep.equal(['Left', 'Right']);
  });
});
