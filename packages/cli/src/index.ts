export { type Command, defineCommand, parsedBy } from './command/command-line.ts';
export { unavailableResult } from './command/command-result.ts';
export { openRecords, type Records } from './command/open-records.ts';
export type { Output } from './command/output.ts';
export { accessLogCommand } from './commands/access-log-command.ts';
export { backupCommand } from './commands/backup-command.ts';
export { copyCommand } from './commands/copy-command.ts';
export { createEndpointsCommand, endpointsCommand } from './commands/endpoints-command.ts';
export { holdCommand } from './commands/hold-command.ts';
export { keysCommand } from './commands/keys-command.ts';
export { listCommand } from './commands/list-command.ts';
export { migrateCommand } from './commands/migrate-command.ts';
export { retentionCommand } from './commands/retention-command.ts';
export { staffCommand } from './commands/staff-command.ts';
export { triggerCommand } from './commands/trigger-command.ts';
export { versionCommand } from './commands/version-command.ts';
export { makePeople } from './demo/people.ts';
export { doctorCommand } from './doctor/doctor-command.ts';
export { profileFindings } from './doctor/row-findings.ts';
export { eraseRestored } from './erasures/erase-restored.ts';
export { erasuresCommand } from './erasures/erasures-command.ts';
export { createEventsCommand, eventsCommand } from './events/events-command.ts';
export type { Waiting } from './feed/waiting.ts';
export { exportPack } from './ledger/export-pack.ts';
export { judgeProfile } from './ledger/judge-profile.ts';
export { ledgerCommand } from './ledger/ledger-command.ts';
export { verifyLog } from './ledger/verify-log.ts';
export { createListenCommand, listenCommand } from './listen/listen-command.ts';
export { policyCommand } from './policy/policy-command.ts';
export { createDraftTally, sampleSize } from './replay/draft-tally.ts';
export { replayCommand } from './replay/replay-command.ts';
export { parseSandboxArgs } from './sandbox/options.ts';
export { findPostgres } from './sandbox/postgres-programs.ts';
export {
  type Account,
  accountForServer,
  canReach,
  type PostgresServer,
  startPostgres,
} from './sandbox/postgres-server.ts';
export * from './sandbox/sandbox.ts';
export { sandboxCommand } from './sandbox/sandbox-command.ts';
export { type SandboxStaff, sandboxMember, seedStaff } from './sandbox/staff-login.ts';
