import ts from 'typescript';
import { filesBelow, textOf } from './files.ts';

/** One of our own files, parsed. */
export type Source = { readonly path: string; readonly text: string; readonly tree: ts.SourceFile };

const parsed = new Map<string, Source>();

/** Parses a file by its path from the root, once for all tests. */
const sourceOf = (path: string): Source => {
  const before = parsed.get(path);
  if (before !== undefined) return before;
  const text = textOf(path);
  const source = { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
  parsed.set(path, source);
  return source;
};

/** Parses a text as if it were one of our files, to plant what a rule must catch. */
export const sourceFrom = (text: string, path = 'planted.ts'): Source => ({
  path,
  text,
  tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
});

const isCode = (path: string): boolean => /\.(ts|mjs|cjs)$/.test(path);

/** Answers the shipped source of every package. */
export const shippedSources = (): readonly Source[] =>
  filesBelow('packages')
    .filter((path) => isCode(path) && path.includes('/src/'))
    .map(sourceOf);

/** Answers everything that we write in TypeScript or JavaScript, tests and tools included. */
export const allSources = (): readonly Source[] =>
  filesBelow('packages', 'test', 'tools', 'bench')
    .filter((path) => isCode(path) && !path.includes('/migrations/') && !path.includes('/fixtures/'))
    .map(sourceOf);

/** Answers every node below a node, itself included, in the order of the text. */
export const nodesOf = (node: ts.Node): readonly ts.Node[] => {
  const found: ts.Node[] = [];
  const visit = (one: ts.Node): void => {
    found.push(one);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return found;
};

/** Answers the `path:line` of a node. */
export const locationOf = ({ path, tree }: Source, node: ts.Node): string =>
  `${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;
