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

const steps = ['map', 'mapLeft', 'flatMap', 'tap', 'orElse', 'bindW', 'apSW'];

const isStep = ({ expression: called }: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(called) &&
  ts.isIdentifier(called.expression) &&
  ['E', 'TE'].includes(called.expression.text) &&
  steps.includes(called.name.text);

/** `TE.map(f)(x)`: what is done is written before what it is done with, and needs a type for it. */
const callsOfCalls = (source: Source): readonly string[] =>
  nodesOf(source.tree)
    .filter((node) => ts.isCallExpression(node) && ts.isCallExpression(node.expression) && isStep(node.expression))
    .map((node) => locationOf(source, node));

const isEarlyReturn = (node: ts.Statement, result: string): boolean =>
  ts.isIfStatement(node) && node.getText().replace(/\s/g, '') === `if(E.isLeft(${result}))return${result};`;

const isAnswer = (node: ts.Expression): boolean =>
  ts.isConditionalExpression(node)
    ? isAnswer(node.whenTrue) && isAnswer(node.whenFalse)
    : ts.isIdentifier(node) || /^E\.(right|left)\(/.test(node.getText());

/** The name of what a statement declares, if it is one constant. */
const declared = (node: ts.Statement | undefined): string | null => {
  const list = node && ts.isVariableStatement(node) ? node.declarationList : undefined;
  const [one, other] = list && (list.flags & ts.NodeFlags.Const) !== 0 ? list.declarations : [];
  return one && other === undefined && ts.isIdentifier(one.name) ? one.name.text : null;
};

const isMadeOf = (node: ts.Statement, names: readonly (string | null)[]): boolean =>
  nodesOf(node).some((one) => ts.isIdentifier(one) && names.includes(one.text));

/**
 * A function that takes one result, returns it where it failed, and answers something that is made of its value alone:
 * that is a pipe. What takes a second result, loops or does something else is written as it is.
 */
const isStraight = (node: ts.Node): boolean => {
  const body = ts.isArrowFunction(node) && ts.isBlock(node.body) ? node.body.statements : [];
  const [first, second, ...rest] = body;
  const last = rest.pop();
  const result = declared(first);
  return (
    result !== null &&
    second !== undefined &&
    isEarlyReturn(second, result) &&
    rest.every((one, at) => {
      const before = [result, ...rest.slice(0, at).map(declared)];
      return declared(one) !== null && isMadeOf(one, before) && !nodesOf(one).some(ts.isAwaitExpression);
    }) &&
    last !== undefined &&
    ts.isReturnStatement(last) &&
    last.expression !== undefined &&
    isAnswer(last.expression) &&
    !nodesOf(last).some(ts.isAwaitExpression)
  );
};

const straightFunctions = (source: Source): readonly string[] =>
  source.text.includes('E.isLeft')
    ? nodesOf(source.tree)
        .filter(isStraight)
        .map((node) => locationOf(source, node))
    : [];

const planted = (steps: number): Source =>
  sourceFrom(`const a = pipe(${['task', ...Array(steps).fill('f')].join(', ')});`);

describe('pipes', () => {
  it('have at most 8 steps', () => {
    expect(shippedSources().flatMap(longPipes)).to.deep.equal([]);
  });

  it('contain no other pipe', () => {
    expect(shippedSources().flatMap(nestedPipes)).to.deep.equal([]);
  });

  it('are written where a step would be called upon its value', () => {
    expect(shippedSources().flatMap(callsOfCalls)).to.deep.equal([]);
    const calls = ['TE.map((n: number) => n)(task)', 'E.mapLeft(f)(pipe(a, g))', 'TE.flatMap<A, B>(f)(\n  task,\n)'];
    const others = ['pipe(task, TE.map((n) => n))', 'TE.right(a)()', 'const step = TE.map(f)', 'f(a)(b)'];
    expect(calls.flatMap((text) => callsOfCalls(sourceFrom(text)))).to.have.lengthOf(3);
    expect(others.flatMap((text) => callsOfCalls(sourceFrom(text)))).to.deep.equal([]);
  });

  it('are written where one result is taken and nothing branches', () => {
    expect(shippedSources().flatMap(straightFunctions)).to.deep.equal([]);
    const found = (...lines: readonly string[]) =>
      straightFunctions(sourceFrom(`const f = async () => {\n${lines.join('\n')}\n};`)).length;
    const one = ['const a = await task();', 'if (E.isLeft(a)) return a;'];
    expect(found(...one, 'return E.right(a.right + 1);')).to.equal(1);
    expect(found(...one, 'const b = a.right;', 'return b === 0 ? E.left(none) : E.right(b);')).to.equal(1);
    expect(found(...one, 'const b = await other(a.right)();', 'return E.right(b);')).to.equal(0);
    expect(found(...one, 'for (const b of a.right) call(b);', 'return E.right(a);')).to.equal(0);
    expect(found(...one, 'return other(a.right)();')).to.equal(0);
    expect(found(...one, 'const b = other();', 'return E.right(b);')).to.equal(0);
  });

  it('are found by these rules, whether they violate them or not', () => {
    expect(shippedSources().flatMap(pipesOf).length).to.be.at.least(30);
    expect(longPipes(planted(maxSteps))).to.deep.equal([]);
    expect(longPipes(planted(maxSteps + 1))).to.deep.equal(['planted.ts:1: 9 steps']);
    const inside = sourceFrom('const a = pipe(\n  task,\n  f((x) => pipe(x, g)),\n);');
    expect(nestedPipes(inside)).to.deep.equal(['planted.ts:3']);
  });
});
