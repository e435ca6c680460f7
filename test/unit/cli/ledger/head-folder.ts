import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeEverything } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import { storesOver } from '../../../support/records/stores-over.ts';
import type { usePocketbase } from '../../../support/servers/pocketbase.ts';
import { environmentOf } from '../../../support/servers/service-program.ts';
import { aJourney, runLedgerCommand } from '../../../support/services/ledger-journeys.ts';
import { aHeadSigner } from '../../../support/services/log-relay.ts';

/** A folder for the heads of the log, and the commands about it, for each test over an empty database. */
export const useHeadFolder = (database: ReturnType<typeof usePocketbase>) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const signer = aHeadSigner(privateKey);
  let folder: string;
  let made = 0;

  beforeEach(async () => {
    await database().empty();
    folder = mkdtempSync(join(tmpdir(), 'portcullis-heads-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const at = (name: string) => join(folder, name);
  const heads = () => at('heads');
  const run = (...args: readonly string[]) => runLedgerCommand(environmentOf(database().url), ...args);
  const sql = async (text: string): Promise<void> => {
    await database().admin.sql.run(text);
  };
  const place = (by: typeof signer | null = signer) => placeEverything(storesOver(database().client).ledgerLog, by);
  const journey = () => {
    made += 1;
    return aJourney(database(), { seed: `checkpoint ${made}` });
  };
  const keep = () => run('checkpoint', '--to', heads());
  /** The same where the command has the key of the service. */
  const keepSigned = () => {
    const LEDGER_SIGNING_KEY = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    return runLedgerCommand(environmentOf(database().url, { LEDGER_SIGNING_KEY }), 'checkpoint', '--to', heads());
  };
  const verify = (...args: readonly string[]) => run('verify', '--checkpoints', heads(), ...args);

  /** Stores two journeys with a kept head after each. */
  const keptLog = async () => {
    const first = await journey();
    await place();
    expect(await keep()).to.deep.equal({ code: 0, lines: [`${heads()}: the head of ${first.version} entries.`] });
    const second = await journey();
    await place();
    const entries = first.version + second.version;
    expect(await keep()).to.deep.equal({ code: 0, lines: [`${heads()}: the head of ${entries} entries.`] });
    return { first, second, entries };
  };

  return {
    at,
    heads,
    journey,
    keep,
    keepSigned,
    keptLog,
    place,
    run,
    signer,
    sql,
    verify,
  };
};
