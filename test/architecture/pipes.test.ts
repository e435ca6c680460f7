import { expect } from 'chai';
import ts from 'typescript';
import { locationOf, nodesOf, type Source, shippedSources, sourceFrom } from '../support/repository/source.ts';

const maxSteps = 8;

const isPipe = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'pipe';

/** A file without the word is not parsed. */
const pipesOf = (source: Source): readonly ts.CallExpression[] =>
  /\bpipe\b/.test(source.text) ? nodesOf(source.tree).filter(isPipe) : [];

/** Answers pipes with more steps than can be read at a glance; the initial value is not a step. */
const longPipes = (source: Source): readonly string[] =>
  pipesOf(source)
    .filter(({ arguments: given }) => given.length - 1 > maxSteps)
    .map((pipe) => `${locationOf(source, pipe)}: ${pipe.arguments.length - 1} steps`);

/** Answers pipes that are nested in another one. */
const nestedPipes = (source: Source): readonly string[] =>
  pipesOf(source)
    .flatMap((outer) => nodesOf(outer).filter((node) => isPipe(node) && node !== outer))
    .map((inner) => locationOf(source, inner));

const planted = (steps: number): Source =>
  sourceFrom(`const a = pipe(${['task', ...Array(steps).fill('f')].join(', ')});`);

describe('pipes', () => {
  it('have at most 8 steps', () => {
    expect(shippedSources().flatMap(longPipes)).to.deep.equal([]);
  });

  it('contain no other pipe', () => {
    expect(shippedSources().flatMap(nestedPipes)).to.deep.equal([]);
  });

  it('are found by these rules, whether they violate them or not', () => {
    expect(shippedSources().flatMap(pipesOf).length).to.be.at.least(30);
    expect(longPipes(planted(maxSteps))).to.deep.equal([]);
    expect(longPipes(planted(maxSteps + 1))).to.deep.equal(['planted.ts:1: 9 steps']);
    const inside = sourceFrom('const a = pipe(\n  task,\n  f((x) => pipe(x, g)),\n);');
    expect(nestedPipes(inside)).to.deep.equal(['planted.ts:3']);
  });
});
