import { expect } from 'chai';
import { parseAllDocuments } from 'yaml';
import { variableNames } from '#app/config/environment';
import { filesBelow, textOf } from '../../support/repository/files.ts';

const folder = 'deploy/kubernetes';

/** A part of a manifest, of which a test reads a path. */
type Part = { readonly [key: string]: unknown };

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

/** Reads a value by its path, such as `spec.template.spec.containers.0.image`. */
const at = (part: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isPart(value) ? value[key] : undefined), part);

const listAt = (part: unknown, path: string): readonly unknown[] => {
  const value = at(part, path);
  return Array.isArray(value) ? value : [];
};

/** The documents of a file. Throws where one of them is no YAML, or has a key twice. */
const documentsOf = (path: string): readonly unknown[] =>
  parseAllDocuments(textOf(path)).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors[0]?.message}`);
    return document.toJS();
  });

const files = filesBelow(folder).filter((path) => path.endsWith('.yaml'));
const manifests = files.filter((path) => !path.endsWith('kustomization.yaml')).flatMap(documentsOf);
const kustomization = documentsOf(`${folder}/kustomization.yaml`)[0];

const ofKind = (kind: string): readonly unknown[] => manifests.filter((one) => at(one, 'kind') === kind);
const named = (kind: string, name: string): unknown => ofKind(kind).find((one) => at(one, 'metadata.name') === name);

const workloads = ['Deployment', 'StatefulSet', 'Job', 'CronJob'].flatMap(ofKind);
/** A workload says how its pods are; one that is repeated says it of the job that it starts. */
const specOf = (workload: unknown): unknown => at(workload, 'spec.jobTemplate.spec') ?? at(workload, 'spec');
const podOf = (workload: unknown): unknown => at(specOf(workload), 'template.spec');
const containers = workloads.flatMap((one) => listAt(podOf(one), 'containers'));
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

describe('the manifests for Kubernetes', () => {
  it('are named by the kustomization, each file once, and its folders of secrets are never committed', () => {
    const own = files.filter((path) => !/\/(migration|backup|kustomization)[./]/.test(path));
    expect(listAt(kustomization, 'resources')).to.have.members(own.map((path) => path.slice(folder.length + 1)));
    const secrets = listAt(kustomization, 'secretGenerator').flatMap((one) => listAt(one, 'envs'));
    expect(secrets).to.have.length(2);
    for (const name of secrets) expect(filesBelow(folder)).to.include(`${folder}/${name}.example`);
    expect(filesBelow(folder)).to.include(`${folder}/backup/backup.secret.env.example`);
    expect(textOf('.gitignore').split('\n')).to.include(`${folder}/**/*.secret.env`);
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
    const images = ['backend-api', 'database'].map((name) => String(at(compose, `services.${name}.image`)));
    expect(images).to.deep.equal(['portcullis/backend-api:latest', 'portcullis/database:latest']);
    const names = images.map((image) => image.split(':')[0]);
    expect([at(apiContainer, 'image'), at(databaseContainer, 'image')]).to.deep.equal(names);
    expect(listAt(kustomization, 'images').map((one) => at(one, 'name'))).to.deep.equal(names);
    expect(at(podOf(named('Job', 'database-migration')), 'containers.0.image')).to.equal('portcullis/database');
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
    expect(containers).to.have.length(6);
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
      expect(at(pod, 'securityContext')).to.include({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 });
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
    const image = textOf('deploy/backup/Dockerfile');
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
