import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { oneOf, t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { readBody } from '../../support/clients/api-client.ts';
import { root } from '../../support/repository/files.ts';
import { installed, manifests, nameOf, shippedFolders } from './manifests.ts';

const run = promisify(execFile);

const Licence = t.union([
  t.type({ license: t.union([t.type({ id: t.string }), t.type({ name: t.string })]) }),
  t.type({ expression: t.string }),
]);
const Component = t.intersection([
  t.type({
    'bom-ref': t.string,
    type: oneOf(['library', 'application']),
    name: t.string,
    version: t.string,
    purl: t.string,
    licenses: t.array(Licence),
  }),
  t.partial({ hashes: t.array(t.type({ alg: t.literal('SHA-512'), content: t.string })) }),
]);
/** The part of CycloneDX 1.5 and newer that this test reads. */
const Bom = t.type({
  bomFormat: t.literal('CycloneDX'),
  specVersion: oneOf(['1.5', '1.6', '1.7']),
  serialNumber: t.string,
  version: t.literal(1),
  components: t.array(Component),
  dependencies: t.array(t.type({ ref: t.string, dependsOn: t.array(t.string) })),
});

/** Runs a script of the repository, without writing its file. */
const bomOf = async (name: string): Promise<t.TypeOf<typeof Bom>> => {
  const script = manifests.get('.')?.scripts?.[name] ?? '';
  expect(script).to.match(/^npm sbom --sbom-format cyclonedx .*> [\w-]+\.cdx\.json$/);
  const args = script
    .replace(/ > .*$/, '')
    .split(' ')
    .slice(1);
  const { stdout } = await run('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return readBody(Bom, JSON.parse(stdout));
};

/** Their libraries are inside of the files of the pages, and not installed with the service. */
const pages: readonly (readonly [folder: string, script: string])[] = [
  ['packages/verify', 'sbom:page'],
  ['packages/console', 'sbom:console'],
];

/** What the packages of some folders import of others, with its version; the page's liveness component is a peer. */
const importedBy = (folders: readonly string[]): readonly string[] =>
  folders
    .map((folder) => manifests.get(folder))
    .flatMap((manifest) => Object.entries({ ...manifest?.dependencies, ...manifest?.peerDependencies }))
    .filter(([name]) => !name.startsWith('@portcullis/'))
    .map(([name, version]) => `${name}@${version}`);

describe('the software bill of materials', function () {
  this.timeout(60_000);
  let bom: t.TypeOf<typeof Bom>;

  before('npm writes it from what is pinned', async () => {
    bom = await bomOf('sbom');
  });

  for (const [page, script] of pages)
    it(`of ${page} lists its libraries`, async () => {
      const listed = (await bomOf(script)).components.map(({ name, version }) => `${name}@${version}`);
      expect(listed).to.include.members([...importedBy([page])]);
      expect(importedBy([page])).to.have.length.at.least(1);
    });

  it('has the CycloneDX format, with a name, a licence and a digest for every component', () => {
    expect(bom.serialNumber).to.match(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(bom.components.filter(({ purl }) => !purl.startsWith('pkg:npm/'))).to.deep.equal([]);
    expect(bom.components.filter(({ licenses }) => licenses.length === 0)).to.deep.equal([]);
    const foreign = bom.components.filter((component) => !component['bom-ref'].startsWith('@portcullis/'));
    expect(foreign.filter(({ hashes }) => !/^[0-9a-f]{128}$/.test(hashes?.[0]?.content ?? ''))).to.deep.equal([]);
    expect(foreign.length).to.be.at.least(100);
    const refs = new Set(bom.components.map((component) => component['bom-ref']));
    expect(refs.size).to.equal(bom.components.length);
  });

  it('lists every package that the service imports in its pinned version, and no package that only tests or builds need', () => {
    const listed = bom.components.map(({ name, version }) => `${name}@${version}`);
    const wanted = importedBy(shippedFolders.filter((folder) => !pages.some(([page]) => page === folder)));
    expect([...new Set(wanted)].filter((one) => !listed.includes(one))).to.deep.equal([]);
    const development = installed.filter(([, { dev }]) => dev === true).map(([path]) => nameOf(path));
    const deployed = installed.filter(([, { dev }]) => dev !== true).map(([path]) => nameOf(path));
    // With `--omit dev` npm would omit packages that are also development dependencies of any workspace, so it is not
    // used. The types are therefore listed as well, and nothing else.
    const only = new Set(development.filter((name) => !deployed.includes(name) && !name.startsWith('@types/')));
    expect(bom.components.map(({ name }) => name).filter((name) => only.has(name))).to.deep.equal([]);
  });
});
