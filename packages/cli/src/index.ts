export { type Command, defineCommand } from './command/define-command.ts';
export type { Output } from './command/output.ts';
export { ledgerCommand } from './ledger/ledger-command.ts';
export { policyCommand } from './policy/policy-command.ts';
export { replayCommand } from './replay/replay-command.ts';
export { holdCommand } from './retention/hold-command.ts';
export { retentionCommand } from './retention/retention-command.ts';
export * from './sandbox/sandbox.ts';
