import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import * as ts from 'typescript';
import { newerGlobals, newerMethodNames, newerStaticNames } from '../../support/browser/newer-functions.ts';
import { root, textOf } from '../../support/repository/files.ts';

const folder = join(root, 'packages/verify/dist/page');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const fileName = /[\w.-]+-[\w-]{8}\.(?:js|css)/g;

/** Every script and style that the page can load: files of the build before lie there too. */
const loadedFiles = (): readonly string[] => {
  const found = new Set<string>();
  const follow = (text: string): void => {
    for (const [name] of text.matchAll(fileName)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(read(`assets/${name}`));
    }
  };
  follow(read('index.html'));
  return [...found];
};

/** What is used only where it was looked for first, and in which file. */
const lookedFor = (text: string, name: string): boolean =>
  text.includes(`typeof ${name}`) || new RegExp(String.raw`["'\`]${name}["'\`] ?in `).test(text);

const isNewRegExp = (literal: string): boolean => /\(\?<[=!]/.test(literal) || /\/[a-z]*v[a-z]*$/.test(literal);

/** What of a node the lowest browsers do not have; `null` for nothing. */
const newerIn = (node: ts.Node, text: string): string | null => {
  if (ts.isClassStaticBlockDeclaration(node)) return 'static {}';
  if (ts.isRegularExpressionLiteral(node) && isNewRegExp(node.text)) return node.text;
  if (ts.isStringLiteralLike(node) && /\(\?<[=!]/.test(node.text)) return node.text;
  if (ts.isPropertyAccessExpression(node)) {
    const { expression, name } = node;
    const whole = `${ts.isIdentifier(expression) ? expression.text : ''}.${name.text}`;
    if (newerStaticNames.has(whole)) return whole;
    const isCalled = ts.isCallExpression(node.parent) && node.parent.expression === node;
    return isCalled && newerMethodNames.has(name.text) && !lookedFor(text, name.text) ? `.${name.text}()` : null;
  }
  const isGlobal = ts.isNewExpression(node) || ts.isCallExpression(node);
  const name = isGlobal && ts.isIdentifier(node.expression) ? node.expression.text : '';
  return newerGlobals.includes(name) && !lookedFor(text, name) ? name : null;
};

const newerInScript = (text: string): readonly string[] => {
  const source = ts.createSourceFile('page.js', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const newer = newerIn(node, text);
    if (newer !== null) found.add(newer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
};

const supported = /@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g;
/** Selectors and values that make a browser drop what stands around them. */
const newerStyles = /:has\(|@container|color-mix\(|light-dark\(|oklch\(|\(width ?[<>]|--[\w-]+: ?[\d.]+[dsl]v[a-z]+/g;

describe('the built page in the lowest browsers', () => {
  it('uses nothing that they do not have, in its own code and in that of libraries', () => {
    const scripts = loadedFiles().filter((name) => name.endsWith('.js'));
    expect(scripts.some((name) => name.startsWith('detector-'))).to.equal(true);
    const newer = scripts.flatMap((name) => newerInScript(read(`assets/${name}`)).map((one) => `${name}: ${one}`));
    expect(newer).to.deep.equal([]);
  });

  it('is not styled by what they do not have, but beside @supports', () => {
    const styles = loadedFiles().filter((name) => /^index-.*\.css$/.test(name));
    expect(styles).to.have.lengthOf(1);
    for (const name of styles)
      expect(read(`assets/${name}`).replace(supported, '').match(newerStyles), name).to.equal(null);
  });

  it('are those that the documentation names', () => {
    const built = "const lowestBrowsers = ['safari15.4', 'chrome100', 'firefox100', 'edge100'];";
    expect(textOf('tools/build/page-files.mjs')).to.include(built);
    expect(textOf('docs/pages.md')).to.include('Safari 15.4, Chrome and Edge 100, Firefox 100');
  });

  for (const [what, script] of Object.entries({
    'a static function': 'URL.canParse(a)',
    'a method': 'list.toSorted()',
    'a method behind a chain': 'a?.b.findLast((one) => one)',
    'a global': 'new OffscreenCanvas(1, 1)',
    'a look behind': 'a.replace(/(?<=b)c/g, "")',
    'a look behind in a text': 'new RegExp("(?<!b)c")',
    'sets in a pattern': '/[a--b]/v.test(a)',
    'a static block': 'class A { static { a(); } }',
  }))
    it(`would be found with ${what}`, () => {
      expect(newerInScript(script)).to.have.lengthOf(1);
    });
});
