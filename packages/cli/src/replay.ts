import { replayCommand } from './replay/replay-command.ts';

// The process exits explicitly, because a connection that the database keeps open would delay its end.
replayCommand(process.argv.slice(3), process.env, { print: console.log, printError: console.error }).then(
  (code) => process.exit(code),
  (cause: unknown) => {
    console.error(`The decisions could not be made again (${cause instanceof Error ? cause.name : typeof cause}).`);
    process.exit(70);
  },
);
