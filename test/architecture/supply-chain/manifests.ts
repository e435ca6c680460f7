import { dirname } from 'node:path';
import { filesBelow, textOf } from '../../support/repository/files.ts';

/** The parts of a `package.json` about its dependencies. */
export type Manifest = {
  readonly name: string;
  readonly scripts?: { readonly [name: string]: string };
  readonly dependencies?: { readonly [name: string]: string };
  readonly devDependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
  readonly peerDependencies?: { readonly [name: string]: string };
};

/** One package as `package-lock.json` pins it. */
export type Locked = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
};

const readManifest = (path: string): Manifest => JSON.parse(textOf(path));

/** Every manifest of the repository, by its folder. */
export const manifests: ReadonlyMap<string, Manifest> = new Map(
  ['package.json', ...filesBelow('packages', 'test', 'bench').filter((path) => path.endsWith('/package.json'))].map(
    (path) => [dirname(path), readManifest(path)],
  ),
);

const lock: { readonly packages: { readonly [path: string]: Locked } } = JSON.parse(textOf('package-lock.json'));

/** Every external package, by its path in `node_modules`. */
export const installed: readonly (readonly [path: string, locked: Locked])[] = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);

/** Answers the name of a package from its path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Deployed code imports only these folders of the repository. */
export const shippedFolders: readonly string[] = [...manifests.keys()].filter(
  (folder) => folder.startsWith('packages/') && folder !== 'packages/simulator',
);
