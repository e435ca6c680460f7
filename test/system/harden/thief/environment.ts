import type { RecordStore } from '@portcullis/record-store';
import { anInsert } from '#contracts/builders/driver-rows';
import { keyringInProduction } from '../../../support/builders/keyrings.ts';
import { storesOn } from '../../../support/records/stores-over.ts';
import { mustSucceed } from '../../../support/run.ts';
import type { EngineName } from '../../../support/servers/database-server.ts';
import { startDatabaseServer } from '../../../support/servers/start-database.ts';
import type { StoredTables } from '../../../support/servers/stored-tables.ts';

/** A database whose rows are sealed, and a thief's way to it: its tables, and the bytes of its files. */
export type ThiefEnvironment = StoredTables & {
  /** The stores of a process that has just started. */
  readonly freshStores: () => RecordStore;
  readonly close: () => Promise<void>;
};

/** A setting as an operator writes it, past the service. */
const setting = anInsert('settings', { id: 'setting00000001', name: 'support', value: { phone: '+49 30 1234' } });

/** Starts a database of a service that has its keys, and a setting that an operator has accepted. */
export const openThiefEnvironment = async (engine: EngineName): Promise<ThiefEnvironment> => {
  const database = await startDatabaseServer(engine);
  try {
    const driver = database.driver();
    const freshStores = () => storesOn(driver, keyringInProduction);
    await mustSucceed(driver.transaction([setting]));
    await mustSucceed(freshStores().keys.acceptSettings);
    return { ...(await database.tables()), freshStores, close: database.close };
  } catch (cause) {
    await database.close();
    throw cause;
  }
};
