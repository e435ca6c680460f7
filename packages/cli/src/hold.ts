import { holdCommand } from './retention/hold-command.ts';

// The process exits explicitly, because a connection that the database keeps open would delay its end.
holdCommand(process.argv.slice(3), process.env).then(
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
