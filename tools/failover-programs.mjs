// `node tools/failover-programs.mjs [folder]`: downloads what `npm run harden -- failover` needs and this Debian has
// not installed (Patroni, etcd, HAProxy, PostgreSQL), and unpacks it into a folder without installing it, so that no
// service is started and nothing outside of the folder changes. `apt-get update` comes first where the lists are old.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './build/processes.mjs';

const packages = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'postgresql'];

const folder = resolve(process.argv[2] ?? join(root, 'node_modules/.cache/failover-programs'));
const archives = join(folder, 'archives');
mkdirSync(join(archives, 'partial'), { recursive: true });

const settings = [`Dir::Cache::Archives=${archives}`, 'Debug::NoLocking=true', 'APT::Sandbox::User=root'];
execFileSync(
  'apt-get',
  [
    'install',
    '--download-only',
    '--yes',
    '--no-install-recommends',
    '--no-upgrade',
    ...settings.flatMap((setting) => ['-o', setting]),
    ...packages,
  ],
  { stdio: 'inherit' },
);

const downloaded = readdirSync(archives).filter((name) => name.endsWith('.deb'));
for (const name of downloaded) execFileSync('dpkg-deb', ['--extract', join(archives, name), folder]);
console.log(`${downloaded.length} packages are unpacked in ${folder}`);
