import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../support/repository/files.ts';
import type { LogLine } from '../../../../support/servers/service-program.ts';

/** Answers the query of the log that the runbook gives for an alert. */
const queryOf = (alert: string): string => {
  const page = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
  const [, entry = ''] = page.split(`### ${alert}\n`);
  const [, query = ''] = /```sh\n([^`]+)\n```/.exec(entry) ?? [];
  return query;
};

/** What the runbook asks beside the log is said by `/readyz` already. */
const functions = 'lines() { cat; }; ready() { :; }; npx() { :; }';

/** Puts the runbook's query for an alert to these lines, as an operator would copy it, and answers what it prints. */
export const askRunbook = (alert: string, lines: readonly LogLine[]): readonly string[] => {
  const input = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  const { stdout } = spawnSync('bash', ['-c', `${functions}; ${queryOf(alert)}`], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return stdout.split('\n').filter((line) => line !== '');
};
