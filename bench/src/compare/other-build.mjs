// Another commit, built in a folder of its own beside the working copy. The folder goes when the bench ends, however it
// does.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const git = (root, ...args) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();

/** Runs a program whose output is shown only if it fails. It ends with this process. */
const runProgram = (command, args, cwd) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const kill = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All of its processes have ended.
      }
    };
    // Before the folder is removed in which it writes.
    process.prependOnceListener('exit', kill);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output = `${output}${chunk}`.slice(-8000);
      });
    child.once('error', reject);
    child.once('close', (code) => {
      process.removeListener('exit', kill);
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`));
    });
  });

const lockFile = 'package-lock.json';
const readLock = (folder) => readFileSync(join(folder, lockFile), 'utf8');

/** The paths in `root` of installed packages: its own, and those of workspaces with versions of their own. */
const installedFolders = (root) => {
  const { packages = {} } = JSON.parse(readLock(root));
  const nested = Object.keys(packages).flatMap((path) => /^(.+?)\/node_modules\//.exec(path)?.[1] ?? []);
  const workspaces = [...new Set(nested)].filter((path) => !path.startsWith('node_modules/'));
  return ['', ...workspaces].map((path) => join(path, 'node_modules')).filter((path) => existsSync(join(root, path)));
};

/**
 * The packages that are installed here serve the other commit, too, if it has the same lock file; else they are
 * installed.
 */
const installPackages = async (root, folder) => {
  if (!existsSync(join(folder, lockFile))) return;
  if (existsSync(join(root, 'node_modules')) && readLock(root) === readLock(folder)) {
    // Hard links, which take no room; they cannot be made on another file system.
    const links = installedFolders(root).map((path) =>
      runProgram('cp', ['-al', join(root, path), join(folder, path)], folder),
    );
    const linked = await Promise.allSettled(links);
    if (linked.every(({ status }) => status === 'fulfilled')) return;
  }
  await runProgram('npm', ['ci', '--prefer-offline'], folder);
};

/** Builds a commit of the repository, and returns its folder; `stop` removes it. */
export const buildCommit = async (root, commit) => {
  const id = git(root, 'rev-parse', '--verify', `${commit}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-build-'));
  const remove = () => {
    process.removeListener('exit', remove);
    try {
      git(root, 'worktree', 'remove', '--force', folder);
    } catch {
      // It was not complete. What is left of it is removed as any other folder.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', remove);
  git(root, 'worktree', 'add', '--detach', folder, id);
  await installPackages(root, folder);
  await runProgram('npm', ['run', 'build'], folder);
  return { id, folder, stop: async () => remove() };
};
