import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository, seen from the compiled tests. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** A program that a test has started, with everything it has printed so far. */
export type Program = {
  readonly child: ChildProcess;
  readonly printed: () => string;
  /** Settles when its output holds the text; rejects when it ends without it. */
  readonly prints: (text: string) => Promise<void>;
  /** Its exit code, and how it was ended when there is none. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
};

type Surroundings = { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string };

/** What a program needs to find others at all; nothing of the surroundings of the tests. */
const bareEnvironment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '/',
});

/** Starts a program with only the environment it is given. Whoever starts it ends it. */
export const startProgram = (
  command: string,
  args: readonly string[],
  { env = {}, cwd = repository }: Surroundings = {},
): Program => {
  const child = spawn(command, [...args], {
    cwd,
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const waiting = new Set<() => void>();
  const take = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
    for (const look of waiting) look();
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const ended: Program['ended'] = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const prints = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!output.includes(text)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`it ended without printing "${text}":\n${output}`)));
    });
  return { child, printed: () => output, prints, ended };
};

/** Whether a process of this id exists. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
