/**
 * The configuration alone, as `@portcullis/app/configuration`: commands that only need the record database start in
 * half the time without the service.
 */
export { silenceNodeWarning } from './config/aws-sdk-warning.ts';
export * from './config/config.ts';
export { loadEnvFile } from './config/env-file.ts';
export { readDatabaseVariables, readSandboxVariables, readStandardPolicyVariables } from './config/environment.ts';
export { namesPostgres } from './config/values.ts';
export { version } from './version.ts';
