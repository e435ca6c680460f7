import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Program, startProgram } from '../../support/servers/program.ts';

/** What a run of the bench ended with, and what it left in its temporary folder. */
type BenchRun = { readonly code: number | null; readonly printed: string; readonly left: readonly string[] };

/** Runs the bench with a temporary folder of its own. `meanwhile` may act on it while it runs. */
export const runBench = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  meanwhile: (program: Program) => Promise<void> = async () => undefined,
): Promise<BenchRun> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-test-'));
  // A PostgreSQL runs as another account where this is root, and has to pass through to its own folder.
  chmodSync(folder, 0o711);
  const program = startProgram(process.execPath, ['bench/run.mjs', ...args], { env: { TMPDIR: folder, ...env } });
  try {
    await meanwhile(program);
    const { code } = await program.ended;
    return { code, printed: program.printed(), left: readdirSync(folder) };
  } finally {
    await program.remove();
    rmSync(folder, { recursive: true, force: true });
  }
};
