/**
 * The configuration alone, as `@portcullis/app/configuration`: commands that only need the record database start in
 * half the time without the service.
 */

export { ed25519HeadSigner } from './adapters/head-signer.ts';
export { scryptPasswords } from './adapters/scrypt-passwords.ts';
export { configuredPartners } from './config/client-variables.ts';
export { namesPostgres } from './config/codecs/values.ts';
export { type Config, type ConfigFault, type Environment, readConfig } from './config/config.ts';
export { loadEnvFile, silenceNodeWarning } from './config/env-file.ts';
export {
  readDatabaseVariables,
  readLedgerVariables,
  readSandboxVariables,
  readStandardPolicyVariables,
} from './config/environment.ts';
export { type FilesConfig, toFilesConfig } from './config/files.ts';
export { errorWord, readTextFile } from './config/text-file.ts';
export { vendorLimits } from './config/vendors/limits.ts';
export { requiredByChoice } from './config/vendors/table.ts';
export { version } from './config/version.ts';
export { databaseOutage, engineIn } from './telemetry/database-outage.ts';
