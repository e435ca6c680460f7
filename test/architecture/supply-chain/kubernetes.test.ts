import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import ts from 'typescript';
import { parse } from 'yaml';
import { readConfig } from '#app/config/config';
import { variableNames } from '#app/config/environment';
import { initCommand } from '#cli/init/init-command';
import { filesBelow, root, textOf } from '../../support/repository/files.ts';
import { runSeparately } from '../../support/services/commands.ts';
import { at, documentsOf, isPart, listAt } from './yaml.ts';

const folder = 'deploy/kubernetes';

const overlay = 'deploy/kubernetes-postgres';
const files = filesBelow(folder, overlay).filter((path) => path.endsWith('.yaml'));
const manifests = files.filter((path) => !path.endsWith('kustomization.yaml')).flatMap(documentsOf);
const kustomization = documentsOf(`${folder}/kustomization.yaml`)[0];

const ofKind = (kind: string): readonly unknown[] => manifests.filter((one) => at(one, 'kind') === kind);
const named = (kind: string, name: string): unknown => ofKind(kind).find((one) => at(one, 'metadata.name') === name);

const workloads = ['Deployment', 'StatefulSet', 'Job', 'CronJob'].flatMap(ofKind);
/** A workload says how its pods are; one that is repeated says it of the job that it starts. */
const specOf = (workload: unknown): unknown => at(workload, 'spec.jobTemplate.spec') ?? at(workload, 'spec');
const podOf = (workload: unknown): unknown => at(specOf(workload), 'template.spec');
const containers = workloads.flatMap((one) => listAt(podOf(one), 'containers'));
const pages = ['web-app', 'admin-portal'];
const labelsOf = (workload: unknown): unknown => at(specOf(workload), 'template.metadata.labels');

/** Whether a selector selects the pods of a workload. */
const selects = (selector: unknown, workload: unknown): boolean =>
  Object.entries(isPart(selector) ? selector : {}).every(([key, value]) => {
    const labels = labelsOf(workload);
    return isPart(labels) && labels[key] === value;
  });

const variablesIn = (path: string): readonly string[] =>
  textOf(path)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.slice(0, line.indexOf('=')));

const api = named('Deployment', 'backend-api');
const database = named('StatefulSet', 'database');
const apiContainer = at(podOf(api), 'containers.0');
const databaseContainer = at(podOf(database), 'containers.0');

/** The modules of the API's types, which are made from its schemas. */
const modules: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
};

/** What is against the API's types: a field that there is none of, one that is missing, or a value of another kind. */
const faultsOf = (documents: readonly unknown[]): readonly string[] => {
  const text = documents.map((one, n) => {
    const module = modules[String(at(one, 'apiVersion'))] ?? 'unknown';
    return `const one${n}: import('kubernetes-types/${module}').${at(one, 'kind')} = ${JSON.stringify(one)};`;
  });
  const path = join(root, 'test/manifests.ts');
  const options: ts.CompilerOptions = {
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, target) =>
    name === path ? ts.createSourceFile(name, text.join('\n'), target) : getSourceFile(name, target);
  const program = ts.createProgram([path], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
};

describe('the manifests for Kubernetes', () => {
  it('are right by the schemas of the API', function () {
    this.timeout(120_000);
    expect(faultsOf(manifests)).to.deep.equal([]);
    const wrong = faultsOf([
      { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { portz: [] } },
      { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', spec: { minAvailable: true } },
      { apiVersion: 'batch/v1', kind: 'Job', spec: {} },
    ]);
    expect(wrong.map((one) => one.split(' ').slice(0, 3).join(' '))).to.deep.equal([
      'Object literal may',
      "Type 'true' is",
      "Property 'template' is",
    ]);
  });

  it('are named by the kustomization, each file once, and its folders of secrets are never committed', () => {
    const own = files.filter((path) => !/\/(migration|backup|kustomization)[./]|-postgres/.test(path));
    expect(listAt(kustomization, 'resources')).to.have.members(own.map((path) => path.slice(folder.length + 1)));
    const secrets = listAt(kustomization, 'secretGenerator').flatMap((one) => listAt(one, 'envs'));
    expect(secrets).to.have.length(2);
    for (const name of secrets) expect(filesBelow(folder)).to.include(`${folder}/${name}.example`);
    expect(filesBelow(folder)).to.include(`${folder}/backup/backup.secret.env.example`);
    expect(filesBelow(overlay)).to.include(`${overlay}/stores.secret.env.example`);
    expect(textOf('.gitignore').split('\n')).to.include(`${folder}*/**/*.secret.env`);
  });

  it('give the service only variables that it has, those that it must have, and no secret in the open', () => {
    const open = variablesIn(`${folder}/config.env`);
    const secret = variablesIn(`${folder}/backend-api.secret.env.example`);
    const direct = listAt(apiContainer, 'env').map((one) => String(at(one, 'name')));
    const all = [...open, ...secret, ...direct];
    expect(all.filter((name) => !variableNames.includes(name))).to.deep.equal([]);
    expect(new Set(all).size).to.equal(all.length);
    const required = /^\| `([A-Z_]+)` \| [^|]+ \| [^|]+ \|$/gm;
    const table = textOf('docs/configuration.md').split('## Required')[1]?.split('## Optional')[0] ?? '';
    expect(all).to.include.members([...table.matchAll(required)].map(([, name]) => name));
    expect(open, 'what an operator fills in after the first start').to.include('DATABASE_INSTALLATION_ID');
    expect(open.filter((name) => /SECRET|PASSWORD|KEY|CLIENTS_JSON/.test(name))).to.deep.equal([]);
    for (const line of textOf(`${folder}/backend-api.secret.env.example`).split('\n'))
      expect(line).to.match(/^(#.*|[A-Z_]+=|)$/);
  });

  it('have their secrets from the file of init, by the commands of the page', async () => {
    const place = mkdtempSync(join(tmpdir(), 'portcullis-secrets-'));
    try {
      const env = { CLOUD_ACCESS_KEY_ID: 'AKIDEXAMPLE', CLOUD_SECRET_ACCESS_KEY: 'a/b+c=', AI_API_KEY: 'key' };
      const given = { ...env, AI_MODEL: 'a-model', FINGERPRINT_SECRET_KEY: 'key' };
      await runSeparately(initCommand, given, '--yes', '--domain', 'id.example', '--file', join(place, '.env'));
      cpSync(join(root, folder), join(place, folder), { recursive: true });
      const [script = ''] = /^for of in[\s\S]*?^done$/m.exec(textOf('docs/deployment/README.md')) ?? [];
      execFileSync('/bin/sh', ['-euc', script], { cwd: join(place, folder) });
      const made = (name: string) => parseEnv(readFileSync(join(place, folder, `${name}.secret.env`), 'utf8'));
      const secrets = made('backend-api');
      expect(Object.keys(secrets)).to.have.members(variablesIn(`${folder}/backend-api.secret.env.example`));
      const later = /^DB_ADMIN_|^DATABASE_INSTALLATION_ID$/;
      for (const name of ['database', 'backup/backup'])
        expect(Object.keys(made(name)), name).to.have.members(
          variablesIn(`${folder}/${name}.secret.env.example`).filter((one) => !later.test(one)),
        );
      expect(made('database')['DB_USER_PASSWORD']).to.equal(secrets['DB_USER_PASSWORD']);
      const open = { ...parseEnv(textOf(`${folder}/config.env`)), AI_MODEL: 'a-model' };
      const read = readConfig({ ...open, ...secrets, DATABASE_URL: 'http://database:8090' });
      expect(E.isLeft(read) ? read.left : []).to.deep.equal([]);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  it('give the database the variables of its script', () => {
    const script = textOf('deploy/database/start.sh');
    for (const name of variablesIn(`${folder}/database.secret.env.example`)) expect(script).to.include(`\${${name}:-}`);
  });

  it('take their settings from what is generated for them', () => {
    const generated = (kind: string) => listAt(kustomization, `${kind}Generator`).map((one) => at(one, 'name'));
    expect(listAt(apiContainer, 'envFrom').map((one) => at(one, 'configMapRef.name') ?? at(one, 'secretRef.name')))
      .to.deep.equal(['backend-api', 'backend-api'])
      .and.satisfy(() => generated('configMap').includes('backend-api') && generated('secret').includes('backend-api'));
    expect(at(databaseContainer, 'envFrom.0.secretRef.name')).to.equal('database');
    expect(generated('secret')).to.include('database');
  });

  it('run the images of the compose file', () => {
    const compose = documentsOf('compose.yml')[0];
    const images = ['backend-api', 'database', ...pages].map((name) => String(at(compose, `services.${name}.image`)));
    const names = images.map((image) => image.split(':')[0]);
    const run = [
      apiContainer,
      databaseContainer,
      ...pages.map((name) => at(podOf(named('Deployment', name)), 'containers.0')),
    ];
    expect(run.map((one) => at(one, 'image'))).to.deep.equal(names);
    expect(listAt(kustomization, 'images').map((one) => at(one, 'name'))).to.deep.equal(names);
    expect(at(podOf(named('Job', 'database-migration')), 'containers.0.image')).to.equal('portcullis/database');
  });

  it('ask a registry that the operator names for every image', () => {
    const kustomizations = files.filter((path) => path.endsWith('/kustomization.yaml'));
    expect(kustomizations).to.have.length(5);
    for (const path of kustomizations) {
      const [stated] = documentsOf(path);
      const renamed = new Map(listAt(stated, 'images').map((one) => [at(one, 'name'), at(one, 'newName')]));
      const own = listAt(stated, 'resources').filter((name) => !String(name).startsWith('..'));
      const run = own
        .flatMap((name) => documentsOf(join(dirname(path), String(name))))
        .flatMap((one) => listAt(podOf(one), 'containers'));
      for (const image of run.map((one) => at(one, 'image')))
        expect(renamed.get(image), `${image} of ${path}`).to.equal(`registry.example.com/${image}`);
    }
  });

  it('have every secret and the namespace of a first migration from the commands of the page', () => {
    const page = textOf('docs/deployment/README.md');
    for (const name of ['database-migration', 'postgres-migration'])
      expect(page).to.match(new RegExp(`create secret generic ${name} `));
    const commands = /^kubectl apply .*namespace\.yaml[\s\S]*?kubernetes-postgres$/m.exec(page)?.[0] ?? '';
    expect(commands).to.include('secret generic postgres-migration').and.include('kubernetes-postgres/migration');
  });

  it('let selectors, ports and volumes meet', () => {
    for (const workload of [api, database])
      expect(selects(at(workload, 'spec.selector.matchLabels'), workload)).to.equal(true);
    for (const [name, workload] of [
      ['backend-api', api],
      ['database', database],
    ] as const) {
      const service = named('Service', name);
      expect(selects(at(service, 'spec.selector'), workload)).to.equal(true);
      const ports = listAt(at(podOf(workload), 'containers.0'), 'ports').map((one) => at(one, 'name'));
      expect(ports).to.include(at(service, 'spec.ports.0.targetPort'));
      const policy = named('NetworkPolicy', name);
      expect(selects(at(policy, 'spec.podSelector.matchLabels'), workload)).to.equal(true);
      for (const rule of listAt(policy, 'spec.ingress')) expect(ports).to.include(at(rule, 'ports.0.port'));
    }
    expect(at(database, 'spec.serviceName')).to.equal('database');
    const claim = `${at(database, 'spec.volumeClaimTemplates.0.metadata.name')}-database-0`;
    const volumes = listAt(podOf(named('Job', 'database-migration')), 'volumes');
    expect(volumes.map((one) => at(one, 'persistentVolumeClaim.claimName'))).to.include(claim);
    for (const workload of workloads) {
      const claims = listAt(workload, 'spec.volumeClaimTemplates').map((one) => at(one, 'metadata.name'));
      const known = [...listAt(podOf(workload), 'volumes').map((one) => at(one, 'name')), ...claims];
      const mounted = listAt(podOf(workload), 'containers').flatMap((one) => listAt(one, 'volumeMounts'));
      for (const mount of mounted) expect(known).to.include(at(mount, 'name'));
    }
  });

  it('listen and write where the image says', () => {
    const settings = Object.fromEntries(
      textOf(`${folder}/config.env`)
        .split('\n')
        .map((line) => line.split('=')),
    );
    const ports = listAt(apiContainer, 'ports').map((one) => String(at(one, 'containerPort')));
    expect(ports).to.deep.equal([settings['PORT'], settings['MANAGEMENT_PORT']]);
    expect(settings['MANAGEMENT_HOST']).to.equal('0.0.0.0');
    expect(settings['TRUSTED_PROXIES'], 'the pods that alone reach the API').to.equal('10.0.0.0/8');
    const mounts = listAt(apiContainer, 'volumeMounts').map((one) => at(one, 'mountPath'));
    expect(mounts).to.deep.equal(['/tmp']);
  });

  it('answer three names over TLS, with the paths of the proxy', () => {
    const ingress = named('Ingress', 'portcullis');
    const hosts = listAt(ingress, 'spec.rules').map((one) => at(one, 'host'));
    expect(hosts).to.deep.equal(['api.example.com', 'app.example.com', 'admin.example.com']);
    expect(listAt(ingress, 'spec.tls').flatMap((one) => listAt(one, 'hosts'))).to.deep.equal(hosts);
    const paths = listAt(ingress, 'spec.rules').map((rule) => listAt(rule, 'http.paths'));
    const last = paths.map((one) => at(one.at(-1), 'backend.service.name'));
    expect(last).to.deep.equal(['backend-api', ...pages]);
    const own = paths[2]?.slice(0, -1) ?? [];
    expect(own.map((one) => at(one, 'backend.service.name'))).to.deep.equal(own.map(() => 'backend-api'));
    const proxied = /@service path (.+)$/m.exec(textOf('deploy/proxy/Caddyfile'))?.[1]?.replaceAll('*', '').split(' ');
    expect(own.map((one) => at(one, 'path'))).to.deep.equal(proxied);
    for (const path of paths.flat()) {
      const service = named('Service', String(at(path, 'backend.service.name')));
      expect(at(service, 'spec.ports.0.name')).to.equal(at(path, 'backend.service.port.name'));
    }
  });

  it('serve the pages on port 80 to the ingress controller, and let them call nothing', () => {
    for (const name of pages) {
      const page = named('Deployment', name);
      expect(at(podOf(page), 'containers.0.ports')).to.deep.equal([{ name: 'http', containerPort: 80 }]);
      expect(at(podOf(page), 'securityContext.sysctls.0.name')).to.equal('net.ipv4.ip_unprivileged_port_start');
      expect(at(podOf(page), 'containers.0.readinessProbe.httpGet')).to.deep.equal({ path: '/healthz', port: 'http' });
      expect(selects(at(page, 'spec.selector.matchLabels'), page)).to.equal(true);
      expect(selects(at(named('Service', name), 'spec.selector'), page)).to.equal(true);
      expect(selects(at(named('PodDisruptionBudget', name), 'spec.selector.matchLabels'), page)).to.equal(true);
      expect(at(page, 'spec.replicas')).to.equal(2);
    }
    const policy = named('NetworkPolicy', 'pages');
    expect(at(policy, 'spec.podSelector.matchExpressions.0.values')).to.deep.equal(pages);
    expect(listAt(policy, 'spec.egress')).to.deep.equal([]);
  });

  it('replace PocketBase by a PostgreSQL and count limits in a Redis where the overlay is applied', () => {
    const [stated] = documentsOf(`${overlay}/kustomization.yaml`);
    expect(listAt(stated, 'resources')).to.deep.equal(['../kubernetes', 'network-policy.yaml']);
    const patches = listAt(stated, 'patches').map((one) => parse(String(at(one, 'patch'))));
    const deleted = patches.filter((one) => at(one, '$patch') === 'delete');
    expect(deleted.map((one) => at(one, 'kind'))).to.deep.equal(['StatefulSet', 'Service', 'NetworkPolicy']);
    for (const one of deleted)
      expect(named(String(at(one, 'kind')), String(at(one, 'metadata.name')))).to.not.equal(undefined);
    // What the deployment does not state comes from the secret.
    expect(at(patches.at(-1), 'spec.template.spec.containers.0.env.0')).to.deep.equal({
      name: 'DATABASE_URL',
      $patch: 'delete',
    });
    expect(variablesIn(`${overlay}/stores.secret.env.example`)).to.deep.equal(['DATABASE_URL', 'REDIS_URL']);
    const job = podOf(named('Job', 'postgres-migration'));
    expect(at(job, 'containers.0.command')).to.deep.equal(['node', 'packages/cli/bin/portcullis.mjs', 'migrate']);
    const policy = named('NetworkPolicy', 'stores');
    const reached = ['backend-api', 'postgres-migration'];
    expect(at(policy, 'spec.podSelector.matchExpressions.0.values')).to.deep.equal(reached);
  });

  it('run two instances, and leave one while nodes are drained', () => {
    expect(at(api, 'spec.replicas')).to.equal(2);
    expect(at(api, 'spec.strategy.rollingUpdate')).to.deep.equal({ maxUnavailable: 0, maxSurge: 1 });
    const budget = named('PodDisruptionBudget', 'backend-api');
    expect(at(budget, 'spec.minAvailable')).to.equal(1);
    expect(selects(at(budget, 'spec.selector.matchLabels'), api)).to.equal(true);
    expect(at(database, 'spec.replicas')).to.equal(1);
  });

  it('ask the private listener whether it starts, is ready and lives', () => {
    for (const [probe, path] of [
      ['startupProbe', '/livez'],
      ['readinessProbe', '/readyz'],
      ['livenessProbe', '/livez'],
    ]) {
      expect(at(apiContainer, `${probe}.httpGet`)).to.deep.equal({ path, port: 'management' });
      expect(at(databaseContainer, `${probe}.httpGet`)).to.deep.equal({ path: '/api/health', port: 'records' });
    }
  });

  it('leave a stop the time that it may take', () => {
    const drain = Number(/^STOP_DRAIN_SECONDS=(\d+)$/m.exec(textOf(`${folder}/config.env`))?.[1]);
    // The requests in flight have 20 seconds, and the rest of the stop takes 7.
    expect(at(podOf(api), 'terminationGracePeriodSeconds')).to.be.at.least(drain + 20 + 7);
    const failures =
      Number(at(apiContainer, 'readinessProbe.periodSeconds')) *
      Number(at(apiContainer, 'readinessProbe.failureThreshold'));
    expect(drain).to.be.at.least(failures);
  });

  it('give no container a right that it does not need', () => {
    expect(containers).to.have.length(9);
    for (const container of containers) {
      expect(at(container, 'securityContext')).to.deep.equal({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(at(container, 'resources.limits.memory')).to.match(/^\d+[MG]i$/);
      expect(at(container, 'resources.requests')).to.have.all.keys('cpu', 'memory');
    }
    for (const workload of workloads) {
      const pod = podOf(workload);
      // The pages run as the user of nginx.
      const user = pages.includes(String(at(workload, 'metadata.name'))) ? 101 : 1000;
      expect(at(pod, 'securityContext')).to.include({ runAsNonRoot: true, runAsUser: user, fsGroup: user });
      expect(at(pod, 'securityContext.seccompProfile')).to.deep.equal({ type: 'RuntimeDefault' });
      expect(at(pod, 'automountServiceAccountToken')).to.equal(false);
    }
  });

  it('let nothing in or out of the namespace that is not named', () => {
    const all = named('NetworkPolicy', 'default-deny');
    expect(at(all, 'spec')).to.deep.equal({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    expect(listAt(named('NetworkPolicy', 'database'), 'spec.egress')).to.deep.equal([]);
    const callers = listAt(named('NetworkPolicy', 'database'), 'spec.ingress.0.from');
    expect(callers).to.have.length(2);
    expect(selects(at(callers[0], 'podSelector.matchLabels'), api)).to.equal(true);
    for (const job of ofKind('CronJob')) expect(selects(at(callers[1], 'podSelector.matchLabels'), job)).to.equal(true);
    const outside = listAt(named('NetworkPolicy', 'backend-api'), 'spec.egress').map((one) =>
      at(one, 'to.0.ipBlock.except'),
    );
    expect(outside.flat()).to.include('169.254.0.0/16');
  });

  it('back up with commands that exist, into the volume of backups, and with nothing but the database in reach', () => {
    const jobs = ofKind('CronJob');
    const commands = jobs.map((one) => listAt(at(podOf(one), 'containers.0'), 'args').map(String));
    expect(commands).to.deep.equal([
      ['backup', '--to', '/backups'],
      ['erasures', '--to', '/backups/erasures.jsonl'],
      ['ledger', 'checkpoint', '--to', '/backups/heads'],
    ]);
    const image = textOf('Dockerfile');
    expect(image).to.include(`CMD ${JSON.stringify(commands[0]).replaceAll(',', ', ')}\n`);
    for (const job of jobs) {
      expect(at(job, 'spec.concurrencyPolicy')).to.equal('Forbid');
      expect(at(podOf(job), 'containers.0.image')).to.equal('portcullis/backup');
      const mounts = listAt(at(podOf(job), 'containers.0'), 'volumeMounts').map((one) => String(at(one, 'mountPath')));
      expect(image).to.include(`-m 0700 ${mounts.join(' ')}\n`);
      expect(selects(at(named('NetworkPolicy', 'backup'), 'spec.podSelector.matchLabels'), job)).to.equal(true);
    }
    const reached = listAt(named('NetworkPolicy', 'backup'), 'spec.egress').flatMap((one) => listAt(one, 'ports'));
    expect(reached.map((one) => at(one, 'port'))).to.deep.equal([8090, 53, 53]);
    for (const name of variablesIn(`${folder}/backup/backup.secret.env.example`))
      expect(variableNames).to.include(name);
  });

  it('have the names by which the runbook asks for their log', () => {
    const [, namespace, name] =
      /kubectl -n (\S+) logs --selector app\.kubernetes\.io\/name=(\S+)/.exec(textOf('docs/runbook.md')) ?? [];
    expect(namespace).to.equal(at(kustomization, 'namespace'));
    expect(selects({ 'app.kubernetes.io/name': name }, api)).to.equal(true);
  });
});
