export { type PocketbaseClient, type PocketbaseOptions, pocketbaseClient } from './client/client.ts';
export { pocketbaseFileStore } from './file-store.ts';
export { pocketbaseHealthProbe } from './health-probe.ts';
export { pocketbaseHistories } from './histories.ts';
export {
  migrationsDir,
  type PocketbaseProcessOptions,
  type RunningPocketbase,
  startPocketbase,
} from './process.ts';
export { pocketbaseProfileStore } from './profile-store.ts';
export { pocketbaseSettingsStore } from './settings-store.ts';
