import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { root } from '../repository/files.ts';

/** A program that a test has started, with everything that it has printed so far. */
export type Program = {
  readonly child: ChildProcess;
  readonly printed: () => string;
  /** Settles when its output contains the text; rejects when it ends without it. */
  readonly prints: (text: string) => Promise<void>;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Kills it together with its child processes, if any of them still runs. */
  readonly remove: () => Promise<void>;
};

type ProgramOptions = { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string };

/**
 * Answers the variables that a program needs to find other programs, and nothing else of this process's environment.
 */
const bareEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'HOME', 'POCKETBASE_BIN'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

const killGroup = (leader: number): void => {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All processes of the group have ended.
  }
};

/** Starts a program with only the given environment. The caller must end it. */
export const startProgram = (
  command: string,
  args: readonly string[],
  { env = {}, cwd = root }: ProgramOptions = {},
): Program => {
  const child = spawn(command, [...args], {
    cwd,
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
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
  const remove = async (): Promise<void> => {
    if (child.pid !== undefined) killGroup(child.pid);
    await ended;
  };
  return { child, printed: () => output, prints, ended, remove };
};

/** Says whether a process with this id runs; a zombie process does not. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return !existsSync('/proc/self/stat');
  }
};
