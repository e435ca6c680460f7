import { silenceNodeWarning } from '@portcullis/app';
import { nodeFinding } from './doctor/node-finding.ts';
import { exitCodeOf, findingText, summaryText } from './doctor/report.ts';
import { runDiagnostics } from './doctor/run-diagnostics.ts';

const usage = `npx portcullis doctor

Looks at everything that the service needs, as it is configured in the environment: the variables, the record database,
the clock, the accounts and permissions at the vendors. Prints one line for each, and what to do about what is wrong.
Changes nothing. Exit code: 0 when nothing is wrong, 1 when something is, 2 when something could not be found out, 64 for
options it does not know.`;

const main = async (options: readonly string[]): Promise<number> => {
  if (options.length > 0) {
    const asked = options.length === 1 && ['-h', '--help'].includes(options[0] ?? '');
    (asked ? console.log : console.error)(usage);
    return asked ? 0 : 64;
  }
  silenceNodeWarning(process.env);
  const findings = [nodeFinding(process.versions.node), ...(await runDiagnostics(process.env))];
  for (const finding of findings) console.log(findingText(finding));
  console.log(summaryText(findings));
  return exitCodeOf(findings);
};

// The process exits explicitly, because a connection that a vendor keeps open would delay its end.
main(process.argv.slice(3)).then(
  (code) => process.exit(code),
  (cause: unknown) => {
    console.error(`The examination could not be made (${cause instanceof Error ? cause.name : typeof cause}).`);
    process.exit(70);
  },
);
