import { defineCommand } from '../command/command-line.ts';
import { nodeFinding } from './node-finding.ts';
import { exitCodeOf, findingText, summaryText } from './report.ts';
import { runDiagnostics } from './run-diagnostics.ts';

/** `npx portcullis doctor`: examines the configuration, the database, the clock and the vendors. */
export const doctorCommand = defineCommand({
  name: 'doctor',
  description:
    'Looks at everything that the service needs, as it is configured in the environment: the variables, the record database, the clock, the accounts and permissions at the vendors. Prints one line for each, and what to do about what is wrong. Changes nothing but a number in the database that says how often it was tried to write there.',
  notes: 'Exit code: 0 when nothing is wrong, 1 when something is, 2 when something could not be found out.',
  crashMessage: 'The examination could not be made',
  build: (line, { env, finish, output }) =>
    line
      .option(
        '--webhooks',
        'sends a signed ping to every enabled webhook endpoint of every partner as well, and says what each answered',
        false,
      )
      .option('--all', 'opens every profile, and not only the first 10,000', false)
      .action(async (options) => {
        const findings = [nodeFinding(process.versions.node), ...(await runDiagnostics(env, options))];
        for (const finding of findings) output.print(findingText(finding), finding);
        output.print(summaryText(findings));
        return finish({ code: exitCodeOf(findings), lines: [] });
      }),
});
