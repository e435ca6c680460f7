import ts from 'typescript';
import { filesBelow, textOf } from './files.ts';

/** One of our own files. Its tree is parsed for the first rule that looks at it. */
export type Source = { readonly path: string; readonly text: string; readonly tree: ts.SourceFile };

/** Comments are looked for in the text. */
const withoutComments: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

/** Makes a source of a text as if it were one of our files, to plant what a rule must catch. */
export const sourceFrom = (text: string, path = 'planted.ts'): Source => {
  let tree: ts.SourceFile | undefined;
  return {
    path,
    text,
    get tree() {
      tree ??= ts.createSourceFile(path, text, withoutComments, true);
      return tree;
    },
  };
};

const known = new Map<string, Source>();

/** Reads a file by its path from the root, once for all tests. */
const sourceOf = (path: string): Source => {
  const source = known.get(path) ?? sourceFrom(textOf(path), path);
  known.set(path, source);
  return source;
};

/** Made by a program from what is judged elsewhere. */
const isGenerated = (path: string): boolean =>
  /^packages\/(client\/src\/api|console\/src\/model)\/openapi\.ts$/.test(path);

const isCode = (path: string): boolean => /\.(tsx?|mjs|cjs)$/.test(path) && !isGenerated(path);

/** Answers the shipped source of every package, without what a program has made. */
export const shippedSources = (): readonly Source[] =>
  filesBelow('packages')
    .filter((path) => isCode(path) && path.includes('/src/'))
    .map(sourceOf);

/** Answers everything that we write in TypeScript or JavaScript, tests and tools included. */
export const allSources = (): readonly Source[] =>
  filesBelow('packages', 'test', 'tools', 'bench')
    .filter((path) => isCode(path) && !path.includes('/migrations/') && !path.includes('/fixtures/'))
    .map(sourceOf);

const walked = new WeakMap<ts.Node, readonly ts.Node[]>();

/** Answers every node below a node, itself included, in the order of the text. A file is walked once for all rules. */
export const nodesOf = (node: ts.Node): readonly ts.Node[] => {
  const before = walked.get(node);
  if (before !== undefined) return before;
  const found: ts.Node[] = [];
  const visit = (one: ts.Node): void => {
    found.push(one);
    ts.forEachChild(one, visit);
  };
  visit(node);
  if (ts.isSourceFile(node)) walked.set(node, found);
  return found;
};

/** Answers the `path:line` of a node. */
export const locationOf = ({ path, tree }: Source, node: ts.Node): string =>
  `${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;
