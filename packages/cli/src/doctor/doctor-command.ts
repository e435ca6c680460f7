import { E } from '@portcullis/domain';
import { defineCommand } from '../command/define-command.ts';
import { nodeFinding } from './node-finding.ts';
import { exitCodeOf, findingText, summaryText } from './report.ts';
import { runDiagnostics } from './run-diagnostics.ts';

const usage = `npx portcullis doctor [--webhooks]

Looks at everything that the service needs, as it is configured in the environment: the variables, the record database,
the clock, the accounts and permissions at the vendors. Prints one line for each, and what to do about what is wrong.
Changes nothing but a number in the database that says how often it was tried to write there. Exit code: 0 when nothing
is wrong, 1 when something is, 2 when something could not be found out, 64 for options it does not know.

--webhooks sends a signed ping to every enabled webhook endpoint of every partner as well, and says what each answered.`;

/** `npx portcullis doctor`: examines the configuration, the database, the clock and the vendors. */
export const doctorCommand = defineCommand({
  usage,
  options: { webhooks: { type: 'boolean' } },
  allowPositionals: false,
  parseArgs: ({ values }) => E.right(values.webhooks === true),
  run: async (webhooks, env) => {
    const findings = [nodeFinding(process.versions.node), ...(await runDiagnostics(env, webhooks))];
    return { code: exitCodeOf(findings), lines: [...findings.map(findingText), summaryText(findings)] };
  },
  explainsErrors: false,
  crashMessage: 'The examination could not be made',
});
