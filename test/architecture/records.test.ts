import { join } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { filesBelow, root } from '../support/repository/files.ts';
import { nodesOf } from '../support/repository/source.ts';

const accessLayer = 'packages/domain/src/use-cases/access/records.ts';
const useCases = 'packages/domain/src/use-cases';
const explaining = 'packages/explain/src/use-cases';
const backOffice = 'packages/backoffice/src';
const staffAccess = `${backOffice}/access/records.ts`;

/**
 * The allowed uses of the stores. What a request reads goes through the access layer, which requires a principal or an
 * authorized profile; the other files work for the service itself on profiles that they were given, or they write.
 */
const allowedUses: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  ProfileStore: {
    get: [accessLayer],
    findBySession: [accessLayer],
    findCurrent: [accessLayer],
    list: [accessLayer],
    getAny: [
      `${backOffice}/operators/examine-ledger.ts`,
      `${useCases}/access/change-profile.ts`,
      `${useCases}/processing/erase-due.ts`,
      `${useCases}/processing/sweep-due.ts`,
      `${explaining}/replay-decisions.ts`,
      `${explaining}/replay-under-policy.ts`,
    ],
    scan: [
      `${backOffice}/operators/list-retained.ts`,
      `${explaining}/replay-decisions.ts`,
      `${explaining}/replay-under-policy.ts`,
    ],
    due: ['erase-due', 'due-profiles'].map((name) => `${useCases}/processing/${name}.ts`),
    insert: [`${useCases}/profiles/create-profile.ts`],
    commit: [
      `${useCases}/profiles/create-profile.ts`,
      `${useCases}/access/change-for-erasure.ts`,
      `${useCases}/access/change-profile.ts`,
    ],
  },
  LedgerReader: {
    entries: [
      accessLayer,
      staffAccess,
      ...['examine-ledger', 'list-retained'].map((name) => `${backOffice}/operators/${name}.ts`),
    ],
  },
  HistoryReader: { history: [accessLayer] },
  FileStore: {
    get: [accessLayer, `${useCases}/processing/request-files.ts`],
    put: [`${useCases}/documents/store-upload.ts`, `${useCases}/processing/session-results.ts`],
    remove: [`${useCases}/documents/store-upload.ts`, `${useCases}/processing/session-results.ts`],
  },
};

const changes = `${useCases}/access/change-profile.ts`;

/**
 * The files that may make a snapshot, from which a request continues without loading its profile again. `snapshotAt`
 * makes one of a profile that was found for its caller, and `asService` lets the service continue with one.
 */
const snapshotMakers: Readonly<Record<string, readonly string[]>> = {
  snapshotAt: [changes, `${useCases}/liveness/read-liveness-result.ts`],
  asService: [
    changes,
    `${useCases}/documents/analyze-document.ts`,
    `${useCases}/processing/process-verification.ts`,
    `${useCases}/processing/session-results.ts`,
  ],
};

const options: ts.CompilerOptions = {
  allowImportingTsExtensions: true,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  target: ts.ScriptTarget.ES2023,
  types: [],
};

/**
 * The parsed files of the repository and of the language, for all programs: they are compiled with one set of options.
 */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Everything that asks a store for something. */
const sources = ['domain', 'explain', 'events', 'backoffice'].map((name) => `packages/${name}/src`);

/** Compiles the use cases, with additional planted files. */
const domainWith = (planted: Readonly<Record<string, string>>): ts.Program => {
  const plants = new Map(Object.entries(planted).map(([path, text]) => [join(root, path), text]));
  const host = ts.createCompilerHost(options, true);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => plants.has(path) || fileExists(path);
  host.readFile = (path) => plants.get(path) ?? readFile(path);
  const parse = (path: string, version: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined => {
    const text = host.readFile(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, version, true);
  };
  host.getSourceFile = (path, version) => {
    if (plants.has(path)) return parse(path, version);
    if (!parsed.has(path)) parsed.set(path, parse(path, version));
    return parsed.get(path);
  };
  const own = filesBelow(...sources).filter((path) => path.endsWith('.ts'));
  return ts.createProgram([...own.map((path) => join(root, path)), ...plants.keys()], options, host);
};

/** Answers the property that an identifier or a string literal refers to: by dot, by index, or by destructuring. */
const propertyAt = (checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined => {
  if (ts.isBindingElement(node.parent) && (node.parent.propertyName ?? node.parent.name) === node) {
    return checker.getTypeAtLocation(node.parent.parent).getProperty(node.getText());
  }
  return checker.getSymbolAtLocation(node);
};

/** Answers a name such as `ProfileStore.getAny` when a symbol is a property of one of the stores. */
const storeMember = (symbol: ts.Symbol | undefined): string | null => {
  const declared = symbol?.declarations?.[0];
  const alias = declared?.parent?.parent;
  const isOfStore =
    alias !== undefined && ts.isTypeAliasDeclaration(alias) && Object.hasOwn(allowedUses, alias.name.text);
  return isOfStore && symbol ? `${alias.name.text}.${symbol.name}` : null;
};

const pathOf = (file: ts.SourceFile): string => file.fileName.slice(root.length).replace(/^\//, '');

/** The use cases of a program: those of the repository, or the planted ones. */
type UseCases = { readonly checker: ts.TypeChecker; readonly files: readonly ts.SourceFile[] };

const isPlanted = (path: string): boolean => /\/planted[^/]*\.ts$/.test(path);

const useCasesIn = (program: ts.Program, planted: boolean): UseCases => ({
  checker: program.getTypeChecker(),
  files: program
    .getSourceFiles()
    .filter((file) => /^packages\/((domain|explain)\/src\/use-cases|(events|backoffice)\/src)\//.test(pathOf(file)))
    .filter((file) => isPlanted(pathOf(file)) === planted),
});

/** To look for the names first spares the compiler the types of everything else. */
const memberNames = new Set(Object.values(allowedUses).flatMap((members) => Object.keys(members)));

/** Answers every use of a store's member, with its file. */
const usesIn = ({ checker, files }: UseCases): readonly { readonly path: string; readonly member: string }[] =>
  files.flatMap((file) =>
    nodesOf(file)
      .filter((node) => ts.isIdentifier(node) || ts.isStringLiteral(node))
      .filter(({ text }) => memberNames.has(text))
      .map((node) => storeMember(propertyAt(checker, node)))
      .flatMap((member) => (member === null ? [] : [{ path: pathOf(file), member }])),
  );

const isAllowed = ({ path, member }: { readonly path: string; readonly member: string }): boolean => {
  const [store = '', name = ''] = member.split('.');
  return allowedUses[store]?.[name]?.includes(path) ?? false;
};

const unscopedUses = (useCases: UseCases): readonly string[] =>
  usesIn(useCases)
    .filter((use) => !isAllowed(use))
    .map(({ path, member }) => `${path}: ${member}`);

/**
 * Answers where a use case that serves requests acts as the service itself on anything but a profile that it has
 * already.
 */
const usesWithoutProfile = ({ files }: UseCases): readonly string[] =>
  files
    .filter((file) =>
      /\/use-cases\/(profiles|documents|liveness|history|tokens)\/|\/explain\/src\/use-cases\//.test(file.fileName),
    )
    .flatMap((file) =>
      nodesOf(file)
        .filter(ts.isObjectLiteralExpression)
        .filter(({ properties }) => properties.some((one) => /^caller: null$/.test(one.getText())))
        .filter(({ properties }) => !properties.some((one) => /^id: (\w+\.)?profile\.id$/.test(one.getText())))
        .map((node) => `${pathOf(file)}: ${node.getText().replaceAll(/\s+/g, ' ')}`),
    );

/** Answers where a snapshot is made, by one of the functions for that or as a literal. */
const snapshotsMadeIn = ({ files }: UseCases): readonly string[] =>
  files.flatMap((file) => {
    const path = pathOf(file);
    const nodes = nodesOf(file);
    const called = nodes
      .filter(ts.isIdentifier)
      .flatMap(({ text }) => (Object.hasOwn(snapshotMakers, text) ? [text] : []))
      .filter((name) => !snapshotMakers[name]?.includes(path));
    const literals = nodes
      .filter(ts.isObjectLiteralExpression)
      .filter(({ properties }) => properties.some(({ name }) => name?.getText() === 'stored'))
      .filter(({ properties }) => properties.some(({ name }) => name?.getText() === 'caller'));
    return [...called, ...(path === changes ? [] : literals.map(() => 'a literal'))].map((made) => `${path}: ${made}`);
  });

const head = `import type { ProfileStore } from '../../ports/stores/profile-store.ts';
import type { LedgerReader } from '../../ports/stores/ledger-reader.ts';
import type { FileStore } from '../../ports/stores/file-store.ts';
type Deps = { readonly profiles: ProfileStore; readonly ledgerReader: LedgerReader; readonly files: FileStore };
`;

const plantedBreaks: Readonly<Record<string, string>> = {
  'ProfileStore.getAny': 'export const a = (deps: Deps) => deps.profiles.getAny("x");',
  'ProfileStore.get': 'export const a = ({ profiles }: Deps) => profiles.get({ partnerId: "x", teamId: null }, "x");',
  'ProfileStore.scan': 'export const a = ({ profiles: { scan } }: Deps) => scan(null, 100);',
  'ProfileStore.list': 'export const a = ({ profiles }: Deps) => { const { list: all } = profiles; return all; };',
  'ProfileStore.due':
    'export const a = ({ profiles }: { profiles: Pick<ProfileStore, "due"> }) => profiles.due("", 1);',
  'LedgerReader.entries':
    'export const a = ({ ledgerReader }: Deps) => ledgerReader["entries"]("x", { afterSeq: 0, limit: 1 });',
  'FileStore.get': 'export const a = ({ files: store }: Deps) => store.get("x", "y");',
};

const plantedSnapshots = `import { asService } from '../access/change-profile.ts';
  const a = { caller: input.caller, stored: found, profile: found, policy }; const b = asService(a);`;
const plantedNobody = 'const a = { caller: null, id: input.id };';

const snapshotsPath = `${useCases}/profiles/planted-snapshots.ts`;
const nobodyPath = `${useCases}/documents/planted-nobody.ts`;
const breakPath = (index: number): string => `${useCases}/profiles/planted-${index}.ts`;

describe('the access of the code to tenants’ records', function () {
  this.timeout(120_000);

  // The planted files are compiled with the others, because to compile takes two seconds, and nothing imports them.
  let own: UseCases;
  let planted: UseCases;
  before(() => {
    const breaks = Object.values(plantedBreaks).map((line, index) => [breakPath(index), `${head}${line}`]);
    const plants = { [snapshotsPath]: plantedSnapshots, [nobodyPath]: plantedNobody, ...Object.fromEntries(breaks) };
    const program = domainWith(plants);
    own = useCasesIn(program, false);
    planted = useCasesIn(program, true);
  });

  it('goes through the one layer that requires a principal', () => {
    expect(unscopedUses(own)).to.deep.equal([]);
  });

  it('happens only where a listed use allows it, and every listed use is there', () => {
    const uses = usesIn(own).map(({ path, member }) => `${path}: ${member}`);
    const listed = Object.entries(allowedUses).flatMap(([store, members]) =>
      Object.entries(members).flatMap(([name, paths]) => paths.map((path) => `${path}: ${store}.${name}`)),
    );
    expect(listed.filter((line) => !uses.includes(line))).to.deep.equal([]);
  });

  it('names no caller only where a request has loaded the profile before', () => {
    expect(usesWithoutProfile(own)).to.deep.equal([]);
  });

  it('continues from a snapshot that was loaded for the same caller', () => {
    expect(snapshotsMadeIn(own)).to.deep.equal([]);
    const found = new Set(snapshotsMadeIn(planted));
    expect([...found]).to.have.members([`${snapshotsPath}: asService`, `${snapshotsPath}: a literal`]);
  });

  it('is reported when it bypasses the layer', () => {
    const broken = Object.keys(plantedBreaks).map((member, index) => `${breakPath(index)}: ${member}`);
    expect(unscopedUses(planted)).to.have.members(broken);
  });

  it('is reported when a request reads a profile for no caller', () => {
    expect(usesWithoutProfile(planted)).to.deep.equal([`${nobodyPath}: { caller: null, id: input.id }`]);
  });
});
