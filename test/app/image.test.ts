import { expect } from 'chai';
import { textOf } from '../support/repository.ts';

type Manifest = { readonly name: string; readonly dependencies?: Readonly<Record<string, string>> };

/** The folders of the packages that the service is made of, by the names in their manifests: the lock file has both. */
const foldersOf = (lock: Readonly<Record<string, Manifest>>, name: string, known: Set<string>): Set<string> => {
  const [folder, manifest] = Object.entries(lock).find(([path, { name: own }]) => own === name && path !== '') ?? [];
  if (folder === undefined || known.has(folder)) return known;
  known.add(folder);
  for (const needed of Object.keys(manifest?.dependencies ?? {}))
    if (needed.startsWith('@portcullis/')) foldersOf(lock, needed, known);
  return known;
};

describe('the image of the service', () => {
  const lock: Readonly<Record<string, Manifest>> = JSON.parse(textOf('package-lock.json')).packages;
  const folders = foldersOf(lock, '@portcullis/app', new Set());

  it('has the compiled code of every package that the service is made of, and of no other', () => {
    const copied = [...textOf('Dockerfile').matchAll(/^COPY --from=build \/build\/(\S+)\/dist \1\/dist$/gm)];
    expect(copied.map(([, folder]) => folder).sort()).to.deep.equal([...folders].sort());
  });

  it('has the data of the OCR engine, which is a dependency like any other', () => {
    expect([...folders]).to.include('packages/adapters/local-reader');
    expect(lock['packages/adapters/local-reader']?.dependencies).to.have.property('@tesseract.js-data/eng');
    expect(lock['node_modules/@tesseract.js-data/eng']).to.not.have.any.keys('dev', 'optional', 'peer');
  });
});
