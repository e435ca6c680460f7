import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import { theme } from '#console/theme';
import { filesBelow, root, textOf } from '../../support/repository/files.ts';

type Variables = { readonly [name: string]: string };
type Kinds = { readonly variables: Variables; readonly light: Variables; readonly dark: Variables };
type Mantine = {
  readonly DEFAULT_THEME: { readonly colors: object };
  readonly mergeMantineTheme: (base: object, changes: object) => object;
  readonly defaultCssVariablesResolver: (theme: object) => Kinds;
};
const mantine: Mantine = createRequire(join(root, 'packages/console/package.json'))('@mantine/core');

/** The variables that the theme has otherwise than the files of the library. */
const ofTheme = (kind: keyof Kinds): readonly string[] => {
  const variablesOf = (changes: object) =>
    mantine.defaultCssVariablesResolver(mantine.mergeMantineTheme(mantine.DEFAULT_THEME, changes))[kind];
  const unchanged = variablesOf({});
  return Object.entries(variablesOf(theme))
    .filter(([name, value]) => unchanged[name] !== value)
    .map(([name, value]) => `${name}: ${value};`);
};

const colours = ['blue', 'orange', 'red'];
const isUsed = (line: string): boolean =>
  !/^--mantine-color-\w+-(filled|outline)/.test(line) || colours.some((one) => line.includes(`-${one}-`));

describe('the styles of the console', () => {
  it('have what its library would write into the page, for the colours that it uses', () => {
    const styles = textOf('packages/console/src/console.css');
    const lines = [...ofTheme('variables'), ...ofTheme('light')].filter(isUsed);
    expect(lines).to.have.length.above(12);
    expect(lines.filter((line) => !styles.includes(line))).to.deep.equal([]);
    expect(ofTheme('dark')).to.deep.equal([]);
  });

  // The word `dark` is a scheme here.
  it('name no further colour of the library without its shade', () => {
    const known = [...colours, 'dark'];
    const others = Object.keys(mantine.DEFAULT_THEME.colors).filter((name) => !known.includes(name));
    const written = new RegExp(`["'](${others.join('|')})["']`);
    const sources = filesBelow('packages/console/src').filter((path) => path.endsWith('.tsx'));
    expect(sources.filter((path) => written.test(textOf(path)))).to.deep.equal([]);
  });
});
