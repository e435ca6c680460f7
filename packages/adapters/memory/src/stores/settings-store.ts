import { E, type SettingsStore } from '@portcullis/domain';
import type { Json } from '@portcullis/domain/ledger';

/** Settings that are fixed when the store is created. */
export const memorySettingsStore = (app: { readonly [name: string]: Json } = {}): SettingsStore => ({
  app: () => async () => E.right(app),
});
