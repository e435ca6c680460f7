export { accessLogCommand } from './access-log-command.ts';
export { backupCommand } from './backup/backup-command.ts';
export { eraseRestored } from './backup/erase-restored.ts';
export { erasuresCommand } from './backup/erasures-command.ts';
export { type Command, defineCommand, parsedBy } from './command/command-line.ts';
export { unavailableResult } from './command/command-result.ts';
export { openRecords, type Records } from './command/open-records.ts';
export type { Output } from './command/output.ts';
export { copyCommand } from './copy-command.ts';
export { makePeople } from './demo/people.ts';
export { doctorCommand } from './doctor/doctor-command.ts';
export { profileFindings } from './doctor/row-findings.ts';
export { createEndpointsCommand, endpointsCommand } from './events/endpoints-command.ts';
export { createEventsCommand, eventsCommand } from './events/events-command.ts';
export { createListenCommand, listenCommand } from './events/listen-command.ts';
export { triggerCommand } from './events/trigger-command.ts';
export type { Waiting } from './feed/waiting.ts';
export { keysCommand } from './keys-command.ts';
export { exportPack } from './ledger/export-pack.ts';
export { judgeProfile } from './ledger/judge-profile.ts';
export { ledgerCommand } from './ledger/ledger-command.ts';
export { verifyLog } from './ledger/verify-log.ts';
export { listCommand } from './list-command.ts';
export { migrateCommand } from './migrate-command.ts';
export { policyCommand } from './policy/policy-command.ts';
export { createDraftTally, sampleSize } from './replay/draft-tally.ts';
export { replayCommand } from './replay/replay-command.ts';
export { holdCommand } from './retention/hold-command.ts';
export { retentionCommand } from './retention/retention-command.ts';
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
export { type SandboxStaff, sandboxMember, seedStaff } from './sandbox/staff-login.ts';
export { sandboxCommand } from './sandbox-command.ts';
export { staffCommand } from './staff-command.ts';
export { versionCommand } from './version-command.ts';
