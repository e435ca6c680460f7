import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keysCommand } from '@portcullis/cli';
import type { Profile } from '@portcullis/domain';
import { filesIn } from '@portcullis/domain/documents';
import { simulatorKeys } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { dataKeysText } from '../../support/builders/keyrings.ts';
import { simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { storeAt } from '../../support/objects/object-stores.ts';
import { simulatedPlace } from '../../support/objects/places.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustSucceed } from '../../support/run.ts';
import { usePocketbase } from '../../support/servers/pocketbase.ts';
import { environmentOf } from '../../support/servers/service-program.ts';
import { runCommand } from '../../support/services/commands.ts';
import { aJourney } from '../../support/services/ledger-journeys.ts';

describe('keys rotate over a database whose files are in an object store', function () {
  this.timeout(120_000);
  const database = usePocketbase();
  const { running } = simulatorForTests();
  /** Its files stand in clear in the database, until a rotation seals them and moves them to the bucket. */
  const journey = (seed: string) => aJourney(database(), { seed });
  beforeEach(async () => {
    await database().empty();
    await rm(join(database().dataDir, 'storage'), { recursive: true, force: true });
  });

  const rotate = () =>
    runCommand(
      keysCommand,
      environmentOf(database().url, {
        DATA_KEYS: dataKeysText('drill'),
        FILES_URL: `s3://portcullis-files/drill?region=eu-west-1&endpoint=${running().url}`,
        FILES_ACCESS_KEY_ID: simulatorKeys.accessKeyId,
        FILES_SECRET_ACCESS_KEY: simulatorKeys.secretAccessKey,
      }),
      'rotate',
    );
  const bucket = () => storeAt(simulatedPlace(running()), { prefix: 'drill/' });
  const keysInBucket = async (): Promise<readonly string[]> =>
    (await mustSucceed(bucket().list('', null, 1000))).map(({ key }) => key).filter((key) => key !== 'installation');
  const firstFile = ({ evidence }: Profile): string => filesIn(evidence)[0]?.id ?? '';

  it('gives the only copy of no file to the bucket of another installation', async () => {
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
});
