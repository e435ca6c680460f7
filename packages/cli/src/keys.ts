import { keysCommand } from './keys-command.ts';

// The process exits explicitly, because a connection that the database keeps open would delay its end.
keysCommand(process.argv.slice(3), process.env, console.log).then(
  ({ code, lines }) => {
    const print = code === 64 ? console.error : console.log;
    for (const line of lines) print(line);
    process.exit(code);
  },
  (cause: unknown) => {
    console.error(`It could not be done (${cause instanceof Error ? cause.name : typeof cause}).`);
    process.exit(70);
  },
);
