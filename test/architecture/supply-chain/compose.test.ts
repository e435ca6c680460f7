import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { root, textOf } from '../../support/repository/files.ts';

/** The block of a key of the compose file, two or more spaces in, without comments. */
const blockOf = (text: string, key: string, indent: string): string => {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line));
  const start = lines.indexOf(`${indent}${key}:`);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line !== '' && !line.startsWith(`${indent}  `));
  return start < 0 ? '' : rest.slice(0, end < 0 ? undefined : end).join('\n');
};

describe('the compose file', () => {
  const text = textOf('compose.yml');
  const services = blockOf(text, 'services', '');
  const database = blockOf(services, 'database', '  ');
  const api = blockOf(services, 'backend-api', '  ');
  const networks = blockOf(text, 'networks', '');

  it('publishes no port of the database, which is in a network without a way out', () => {
    expect(database)
      .to.include('deploy/database/Dockerfile')
      .and.not.match(/\bports:|\bexpose:|network_mode/);
    expect(blockOf(database, 'networks', '    ')).to.equal('      - records');
    expect(blockOf(networks, 'records', '  ')).to.equal('    internal: true');
  });

  it('publishes the API on the loopback, and the private listener nowhere', () => {
    expect(blockOf(api, 'ports', '    ').trim()).to.match(/^- "\$\{API_ADDRESS:-127\.0\.0\.1\}:[^\n]+"$/);
    expect(api).to.include('MANAGEMENT_HOST: 127.0.0.1').and.not.include('network_mode');
  });

  it('trusts the gateway of its own network, through which the proxy of the machine comes, and nothing else', () => {
    const gateway = /^ {10}gateway: (\S+)$/m.exec(blockOf(networks, 'outside', '  '))?.[1];
    expect(gateway).to.be.a('string');
    expect(api).to.include(`      TRUSTED_PROXIES: \${TRUSTED_PROXIES:-${gateway}}\n`);
  });

  it('publishes the private listener nowhere beside Prometheus either, which asks by a name that is allowed', () => {
    const overlay = textOf('deploy/observability/compose.yml');
    const watched = blockOf(blockOf(overlay, 'services', ''), 'backend-api', '  ');
    expect(watched).to.include('MANAGEMENT_HOST: 0.0.0.0').and.include('MANAGEMENT_ALLOWED_HOSTS: backend-api');
    expect(watched)
      .to.include('- monitoring')
      .and.not.match(/ports:|expose:|network_mode/);
    expect(blockOf(blockOf(overlay, 'networks', ''), 'monitoring', '  ')).to.equal('    internal: true');
    expect(textOf('deploy/observability/prometheus.yml')).to.include('targets: ["backend-api:9000"]');
    for (const [port] of overlay.matchAll(/- "[^"]+:\d+"$/gm)) expect(port).to.match(/^- "127\.0\.0\.1:/);
  });

  it('mounts files that exist beside Prometheus and Grafana, where their configuration looks for them', () => {
    const folder = 'deploy/observability';
    const overlay = textOf(`${folder}/compose.yml`);
    const mounts = new Map(
      [...overlay.matchAll(/- \.\/(\S+):(\/\S+):ro$/gm)].map(([, from = '', to = '']) => [from, to] as const),
    );
    expect([...mounts.keys()].filter((path) => !existsSync(join(root, path)))).to.deep.equal([]);
    const placeOf = (name: string): string => mounts.get(`${folder}/${name}`) ?? 'nowhere';
    const provisioning = `${folder}/grafana/provisioning`;
    expect(placeOf('grafana/provisioning')).to.equal('/etc/grafana/provisioning');
    expect(textOf(`${provisioning}/dashboards/portcullis.yml`)).to.include(
      `path: ${dirname(placeOf('grafana/portcullis.json'))}\n`,
    );
    // The rules are named beside the configuration.
    expect(dirname(placeOf('alerts.yml'))).to.equal(dirname(placeOf('prometheus.yml')));
    expect(textOf(`${folder}/prometheus.yml`)).to.include('rule_files:\n  - alerts.yml\n');
    // The dashboard takes the default source until somebody chooses another one.
    const source = textOf(`${provisioning}/datasources/prometheus.yml`);
    expect(source).to.include('isDefault: true').and.include('type: prometheus');
    expect(source).to.include('url: http://prometheus:9090').and.not.include('uid:');
    expect(blockOf(blockOf(overlay, 'services', ''), 'prometheus', '  ')).to.include('127.0.0.1:9090:9090');
    const dashboard: unknown = JSON.parse(textOf(`${folder}/grafana/portcullis.json`));
    expect(dashboard).to.have.nested.property('templating.list[0].name', 'datasource');
    expect(dashboard).to.have.nested.property('templating.list[0].query', 'prometheus');
    const sources = textOf(`${folder}/grafana/portcullis.json`).matchAll(/"uid": "([^"]+)"/g);
    expect(new Set([...sources].map(([, uid]) => uid))).to.deep.equal(new Set(['portcullis', '$datasource']));
  });

  it('names its images and the container of the API, and limits their memory', () => {
    expect(api)
      .to.include('    image: portcullis/backend-api:latest\n')
      .and.include('    container_name: backend-api\n');
    expect(database).to.include('    image: portcullis/database:latest\n');
    for (const service of [api, database]) expect(service).to.match(/^ {4}mem_limit: \$\{\w+:-\d+[mg]\}$/m);
  });

  it('gives the database the variables of its administrator and its key, and keeps them from the API', () => {
    for (const name of ['DB_ADMIN_EMAIL', 'DB_ADMIN_PASSWORD', 'DB_ENCRYPTION_KEY']) {
      expect(blockOf(database, 'environment', '    ')).to.include(`${name}: \${${name}:-}`);
      expect(blockOf(api, 'environment', '    ')).to.include(`${name}: ""`);
    }
  });

  it('passes no secret in a command', () => {
    expect(text).not.to.match(/^\s*(command|entrypoint):/m);
    const script = textOf('deploy/database/start.sh');
    const commands = script.split('\n').filter((line) => /^[^#]*\bpocketbase (save-superuser|serve)\b/.test(line));
    expect(commands).to.have.length(2);
    for (const command of commands) expect(command).not.to.match(/PASSWORD|EMAIL/);
  });

  it('starts the commands for backups only by name, and lets them reach the database alone', () => {
    const backup = blockOf(services, 'backup', '  ');
    expect(backup).to.include('image: portcullis/backup:latest').and.include('dockerfile: deploy/backup/Dockerfile');
    expect(blockOf(backup, 'profiles', '    ')).to.equal('      - backup');
    expect(blockOf(backup, 'networks', '    ')).to.equal('      - records');
    expect(backup).not.to.match(/\bports:|\bexpose:|network_mode/);
    const mounts = [...blockOf(backup, 'volumes', '    ').matchAll(/:(\/\w+)$/gm)].map(([, path]) => path);
    expect(textOf('deploy/backup/Dockerfile')).to.include(`-m 0700 ${mounts.join(' ')}\n`);
  });
});
