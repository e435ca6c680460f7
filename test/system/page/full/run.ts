import { mapConcurrent } from '@portcullis/domain/kernel';

/** One run of the page. */
export type Run = {
  /** What is tried: the scenario, or what goes wrong. */
  readonly group: string;
  readonly language: string;
  readonly width: number;
  /** Goes through the page. Answers what was wrong. */
  readonly problems: () => Promise<readonly string[]>;
};

export type RunResult = Omit<Run, 'problems'> & { readonly problems: readonly string[]; readonly seconds: number };

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

const runOnce = async (run: Run): Promise<RunResult> => {
  const began = performance.now();
  const problems = await run.problems().catch((cause: unknown) => [`it ended early: ${messageOf(cause)}`]);
  return { ...run, problems, seconds: (performance.now() - began) / 1000 };
};

/** Runs so many at a time, and says of each how it went. */
export const runAll = (
  runs: readonly Run[],
  workers: number,
  say: (line: string) => void,
): Promise<readonly RunResult[]> =>
  mapConcurrent(
    runs,
    async (run) => {
      const result = await runOnce(run);
      const { group, language, problems, seconds, width } = result;
      const mark = problems.length === 0 ? '✓' : '✗';
      say(
        `${mark} ${group.padEnd(38)} ${language} ${String(width).padStart(5)} px ${seconds.toFixed(1).padStart(6)} s`,
      );
      for (const problem of problems) say(`    ${problem}`);
      return result;
    },
    workers,
  );

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** A table of what was run: a row for each group. */
export const tableOf = (results: readonly RunResult[]): readonly string[] => {
  const groups = [...new Set(results.map(({ group }) => group))];
  return [
    row('What', 'Runs', 'Passed', 'Slowest, s'),
    row('---', '---', '---', '---'),
    ...groups.map((group) => {
      const own = results.filter((result) => result.group === group);
      const passed = own.filter(({ problems }) => problems.length === 0).length;
      return row(group, own.length, passed, Math.max(...own.map(({ seconds }) => seconds)).toFixed(1));
    }),
  ];
};
