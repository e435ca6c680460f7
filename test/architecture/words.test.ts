import { basename } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import {
  allSources,
  locationOf,
  nodesOf,
  type Source,
  shippedSources,
  sourceFrom,
} from '../support/repository/source.ts';

/** A rule answers its violations in one file, each with its place and text. */
type Rule = (source: Source) => readonly string[];

const matches = (source: Source, pattern: RegExp): readonly string[] =>
  source.text.split('\n').flatMap((line, i) => (pattern.test(line) ? [`${source.path}:${i + 1}: ${line.trim()}`] : []));

const nodes = (source: Source, breaks: (node: ts.Node) => boolean): readonly string[] =>
  nodesOf(source.tree)
    .filter(breaks)
    .map((node) => `${locationOf(source, node)}: ${node.getText(source.tree).split('\n')[0]}`);

const isMember = (node: ts.Node, { tree }: Source, owner: string, name: string): boolean =>
  ts.isPropertyAccessExpression(node) && node.name.text === name && node.expression.getText(tree) === owner;

/** A rule about what needs such words. A file without them is not parsed, which takes most of the time. */
const inFilesWith =
  (words: RegExp, rule: Rule): Rule =>
  (source) =>
    words.test(source.text) ? rule(source) : [];

/** A suppression comment needs at least three words of explanation. */
const silentSuppression: Rule = (source) =>
  matches(source, /^\s*(\/\/|\/\*)\s*(biome-ignore|@ts-|eslint-|c8 )(?!.*: (\S+ ){2,}\S+)/);

/** This file contains the words itself. */
const unfinished: Rule = (source) =>
  source.path.endsWith('/words.test.ts') ? [] : matches(source, /(\/\/|\*).*\b(TODO|FIXME|HACK|XXX)\b/);

const declaredNames = (tree: ts.SourceFile): readonly ts.Identifier[] =>
  nodesOf(tree).flatMap((node) =>
    (ts.isVariableDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node)) &&
    node.name !== undefined &&
    ts.isIdentifier(node.name)
      ? [node.name]
      : [],
  );

/** Names that do not say what a thing is, and names with an `I` prefix that repeats what the compiler knows. */
const emptyName: Rule = inFilesWith(/(Manager|Helpers?|Utils?|Impl|Dto)\b|\bI[A-Z][a-z]/, (source) =>
  declaredNames(source.tree)
    .filter(({ text }) => /(Manager|Helpers?|Utils?|Impl|Dto)$/.test(text) || /^I[A-Z][a-z]/.test(text))
    .map((name) => `${locationOf(source, name)}: ${name.text}`),
);

const fileName: Rule = ({ path }) =>
  /^[a-z0-9]+(-[a-z0-9]+)*(\.contract|\.test|\.d)?\.(tsx?|mjs|cjs)$/.test(basename(path)) ? [] : [path];

/** The files where `as` follows a decoder, and the one file where a library leaves no alternative. */
const castingPlaces = [
  /^packages\/domain\/src\/serialization\//,
  /^packages\/http\/src\/request\//,
  // The enum of tesseract.js exists in its types alone until the engine is loaded, and the engine is loaded as late as
  // possible.
  /^packages\/adapters\/local-reader\/src\/ocr-engine\.ts$/,
  // An answer of the service has the type of the description, from which the types are made; a client decodes nothing.
  /^packages\/client\/src\/calls\/answer\.ts$/,
];

/** The word in a line that is not all of a comment, where almost all of them are. */
const casts: Rule = inFilesWith(/^(?!\s*(\/\/|\*\s|\/\*\*.*\*\/$)).*\bas\b(?!\s+const\b)/m, (source) =>
  nodes(source, (node) => ts.isAsExpression(node) && node.type.getText(source.tree) !== 'const'),
);

const cast: Rule = (source) => (castingPlaces.some((place) => place.test(source.path)) ? [] : casts(source));

const environmentPlaces =
  /^packages\/(app\/src\/main\.ts$|cli\/src\/[a-z]+\.ts$|simulator\/src\/(main|simulator)\.ts$)/;

const environment: Rule = inFilesWith(/\benv\b/, (source) =>
  environmentPlaces.test(source.path) ? [] : nodes(source, (node) => isMember(node, source, 'process', 'env')),
);

/**
 * The ports for time and randomness are implemented in these files, and a partner's program compares the time of a
 * webhook with its own. The console shows what is left of a term and of a claim.
 */
const clockPlaces =
  /^packages\/(app\/src\/|cli\/src\/|adapters\/memory\/src\/clock\.ts$|client\/src\/webhooks\.ts$|console\/src\/main\.tsx$)/;

const wallClock: Rule = inFilesWith(/\bDate\b/, (source) =>
  clockPlaces.test(source.path)
    ? []
    : nodes(
        source,
        (node) =>
          (ts.isNewExpression(node) && node.expression.getText(source.tree) === 'Date' && !node.arguments?.length) ||
          isMember(node, source, 'Date', 'now'),
      ),
);

const isCallOf = (node: ts.Node, what: readonly string[]): node is ts.CallExpression =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && what.includes(node.expression.text);

/**
 * Who may open a connection: the vendor client, the database, the servers and their commands, the client of partners,
 * and the page where it begins. Everything else uses a port, or the vendor client.
 */
const networkPlaces =
  /^packages\/((vendor-client|app|cli|http|simulator|client|adapters\/pocketbase)\/|(verify|console)\/src\/main\.tsx$)/;

/** Says whether a file receives its own `fetch` from a caller: then it does not call the global one. */
const hasOwnFetch = ({ tree }: Source): boolean =>
  nodesOf(tree).some(
    (node) =>
      (ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node)) &&
      ts.isIdentifier(node.name) &&
      node.name.text === 'fetch',
  );

const ownConnection: Rule = inFilesWith(/\b(fetch|WebSocket|EventSource|XMLHttpRequest)\b/, (source) =>
  networkPlaces.test(source.path)
    ? []
    : nodes(
        source,
        (node) =>
          (isCallOf(node, ['fetch']) && !hasOwnFetch(source)) ||
          isMember(node, source, 'globalThis', 'fetch') ||
          (ts.isNewExpression(node) &&
            ['WebSocket', 'EventSource', 'XMLHttpRequest'].includes(node.expression.getText(source.tree))),
      ),
);

const weakChance: Rule = inFilesWith(/\brandom\b/, (source) =>
  nodes(source, (node) => isMember(node, source, 'Math', 'random')),
);

/** Node 20 and 22 answer wrongly about letters of Latin-1, once V8 has optimized the caller. */
const brokenUrlCheck: Rule = inFilesWith(/\bcanParse\b/, (source) =>
  nodes(source, (node) => isMember(node, source, 'URL', 'canParse')),
);

/** Whether a name is no sentence, or one that cannot be false. Each interpolation counts as two words. */
const isEmptySentence = (named: string): boolean => {
  const name = named.replace(/\$\{[^}]*\}/g, 'a b');
  return (
    name.trim().split(/\s+/).length < 3 ||
    /^(should|works?|tests?|checks?|handles?)\b/i.test(name) ||
    /\b(correctly|properly|as expected)$/i.test(name)
  );
};

/** Answers the names of tests. */
const testNames = ({ tree }: Source): readonly { readonly name: string; readonly node: ts.Node }[] =>
  nodesOf(tree)
    .filter((node) => isCallOf(node, ['it']))
    .flatMap((node) => {
      const first = ts.isCallExpression(node) ? node.arguments[0] : undefined;
      return first === undefined ? [] : [{ node, name: first.getText(tree).slice(1, -1) }];
    });

/** A test whose name is one literal on one line, as almost all are. */
const namedTest = /\bit\(\s*(['"`])((?:(?!\1)[^\\\n])*)\1\s*[,)]/g;

/** Whether any test is not named by such a literal, or by one that is an empty sentence: the tree tells which. */
const mayHaveEmptySentence = (text: string): boolean =>
  /\bit\(/.test(text.replaceAll(namedTest, (test, _, name) => (isEmptySentence(name) ? test : '')));

/** A test name must be a sentence, and it must be possible for it to be false. */
const emptySentence: Rule = (source) =>
  mayHaveEmptySentence(source.text)
    ? testNames(source)
        .filter(({ name }) => isEmptySentence(name))
        .map(({ node, name }) => `${locationOf(source, node)}: ${name}`)
    : [];

/** A test must not be skipped, and must not exclude others. */
const leftOut: Rule = inFilesWith(/\b(xit|xdescribe|xcontext)\b|\.\s*(only|skip)\b/, (source) =>
  nodes(
    source,
    (node) =>
      isCallOf(node, ['xit', 'xdescribe', 'xcontext']) ||
      (ts.isPropertyAccessExpression(node) &&
        /^(only|skip)$/.test(node.name.text) &&
        /^(it|describe|context|this)$/.test(node.expression.getText(source.tree))),
  ),
);

const tests = (): readonly Source[] => allSources().filter(({ path }) => path.startsWith('test/'));

const rules: readonly {
  readonly says: string;
  readonly rule: Rule;
  readonly over: () => readonly Source[];
  readonly planted: readonly string[];
}[] = [
  {
    says: 'gives the reason for every silenced line',
    rule: silentSuppression,
    over: allSources,
    planted: ['// biome-ignore lint/a/b: x', '// biome-ignore lint/a/b', '// @ts-expect-error', '/* eslint-disable */'],
  },
  {
    says: 'leaves no note of unfinished work',
    rule: unfinished,
    over: allSources,
    planted: ['// TODO later', '/** FIXME */'],
  },
  {
    says: 'names things by what they are',
    rule: emptyName,
    over: allSources,
    planted: ['class TokenManager {}', 'const stringUtils = 1;', 'interface IStore {}', 'type ProfileDto = 1;'],
  },
  {
    says: 'casts only where something was decoded',
    rule: cast,
    over: shippedSources,
    planted: [
      'const a = b as string;',
      '/* said */ const a = b as string;',
      'const a = {\n*b() { yield c as string; } };',
    ],
  },
  {
    says: 'reads the environment only where the process begins',
    rule: environment,
    over: shippedSources,
    planted: ["const a = process.env['A'];"],
  },
  {
    says: 'takes the time from the clock port',
    rule: wallClock,
    over: shippedSources,
    planted: ['const a = new Date();', 'const a = new Date;', 'const a = Date.now();'],
  },
  {
    says: 'opens no connection except through the vendor client',
    rule: ownConnection,
    over: shippedSources,
    planted: ["fetch('x')", "globalThis.fetch('x')", "const a = new WebSocket('x')"],
  },
  {
    says: 'asks URL.canParse only in a browser, or once',
    rule: brokenUrlCheck,
    over: () => shippedSources().filter(({ path }) => !/^packages\/(verify\/|simulator\/src\/main\.ts$)/.test(path)),
    planted: ["URL.canParse('https://example.com')"],
  },
  {
    says: 'takes no chance from Math.random',
    rule: weakChance,
    over: allSources,
    planted: ['const a = Math.random();'],
  },
  {
    says: 'calls its tests by sentences that can be false',
    rule: emptySentence,
    over: tests,
    planted: [
      "it('works', f)",
      "it('should answer 200 quickly', f)",
      "it('reads rows properly', f)",
      "it('reads it', f)",
    ],
  },
  {
    says: 'leaves no test out',
    rule: leftOut,
    over: tests,
    planted: ["it.only('a', f)", "describe.skip('a', f)", "xit('a', f)", 'this.skip()'],
  },
];

describe('the vocabulary of the code', () => {
  it('uses kebab-case for file names', () => {
    expect(allSources().flatMap(fileName)).to.deep.equal([]);
    expect(fileName(sourceFrom('', 'test/unit/profileStore.test.ts'))).to.have.length(1);
  });

  for (const { says, rule, over, planted } of rules) {
    it(`is verified by the rule that it ${says}`, () => {
      expect(over().flatMap(rule)).to.deep.equal([]);
    });

    it(`is violated by the planted lines for the rule that it ${says}`, () => {
      expect(planted.filter((text) => rule(sourceFrom(text)).length === 0)).to.deep.equal([]);
    });
  }
});
