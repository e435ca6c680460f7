import { E, type Json, type SettingsStore } from '@portcullis/domain';

/** Settings that are fixed when the store is created. */
export const memorySettingsStore = (app: { readonly [name: string]: Json } = {}): SettingsStore => ({
  app: () => async () => E.right(app),
});
