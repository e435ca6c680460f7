import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, pocketbaseClient, startPocketbase } from '@portcullis/adapter-pocketbase';
import { backupCommand, restoreCommand } from '@portcullis/cli';
import { expect } from 'chai';
import { aKeyring, dataKeysText } from '../../support/builders/keyrings.ts';
import { inFull } from '../../support/effort.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustSucceed } from '../../support/run.ts';
import { adminAccount, useOwnPocketbase } from '../../support/servers/pocketbase.ts';
import { environmentOf, type Variables } from '../../support/servers/service-program.ts';
import { runCommand } from '../../support/services/commands.ts';
import { aJourney } from '../../support/services/ledger-journeys.ts';
import { placeEverything } from '../../support/services/log-relay.ts';

const key = 'the-key-of-the-settings-0123456789-abcdef';
const keyring = aKeyring('drill');

describe('a backup of a database with DB_ENCRYPTION_KEY', function () {
  this.timeout(120_000);
  const database = useOwnPocketbase(key);
  let folder = '';
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-encrypted-'));
    const { client } = database();
    // An operator saves the settings, which are encrypted from then on.
    await database().admin.settings.update({ meta: { appName: 'Portcullis' } });
    const stores = storesOver(client, keyring);
    await mustSucceed(() => stores.keys.prepare());
    await aJourney(database(), { seed: 'anna', keyring });
    await placeEverything(stores.ledgerLog, null);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const env = (settingsKey: string | null): Variables =>
    environmentOf(database().url, {
      DATA_KEYS: dataKeysText('drill'),
      ...(process.env['POCKETBASE_BIN'] !== undefined && { POCKETBASE_BIN: process.env['POCKETBASE_BIN'] }),
      ...(settingsKey !== null && { DB_ENCRYPTION_KEY: settingsKey }),
    });
  const at = (name: string): string => join(folder, name);
  const backup = (settingsKey: string | null, name: string) =>
    runCommand(backupCommand, env(settingsKey), '--to', at(name));
  const restore = (settingsKey: string | null, name: string) =>
    runCommand(restoreCommand, env(settingsKey), '--from', at('whole.zip'), '--data', at(name), '--without-erasures');

  inFull('verifies, and is restored, with the key', async () => {
    const made = await backup(key, 'whole.zip');
    expect(made.code, made.lines.join('\n')).to.equal(0);
    const restored = await restore(key, 'restored');
    expect(restored.code, restored.lines.join('\n')).to.equal(0);
    const binary = process.env['POCKETBASE_BIN'];
    const running = await startPocketbase({
      ...adminAccount,
      binary,
      dataDir: at('restored'),
      migrationsDir,
      settingsKey: key,
    });
    const { profiles } = storesOver(pocketbaseClient({ ...adminAccount, url: running.url }), keyring);
    expect(await mustSucceed(profiles.scan(null, 10))).to.have.length(1);
    await running.stop();
  });

  const wrong = {
    'without the key': [
      null,
      'The settings of this PocketBase are encrypted: DB_ENCRYPTION_KEY must be set to their key.',
    ],
    'with another key': [
      'another-key-of-settings-0123456789-abc',
      'The settings of this PocketBase are encrypted with another key than DB_ENCRYPTION_KEY: it must be the key that they had.',
    ],
  } as const;
  for (const [how, [settingsKey, sentence]] of Object.entries(wrong)) {
    inFull(`says in a sentence what is wrong ${how}`, async () => {
      const made = await backup(settingsKey, `${settingsKey}.zip`);
      expect(made).to.deep.include({ code: 1 });
      expect(made.lines).to.include(sentence);
      expect(readdirSync(folder)).to.include(`${settingsKey}.zip.unverified`);
      const { code, lines } = await restore(settingsKey, `restored ${settingsKey}`);
      const [leftOut, ...others] = lines;
      expect(leftOut).to.match(/^Left out, since only data\.db and storage are restored: /);
      expect([code, others]).to.deep.equal([1, [sentence]]);
    });
  }
});
