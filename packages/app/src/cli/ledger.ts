import { ledgerCommand } from '../ledger/ledger-command.ts';

// A connection that the database keeps open must not keep an operator waiting.
ledgerCommand(process.argv.slice(3), process.env, { print: console.log, complain: console.error }).then(
  (code) => process.exit(code),
  (cause: unknown) => {
    console.error(`The ledger could not be looked at (${cause instanceof Error ? cause.name : typeof cause}).`);
    process.exit(70);
  },
);
