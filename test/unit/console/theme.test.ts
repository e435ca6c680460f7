import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { filesBelow, root, textOf } from '../../support/repository/files.ts';

type Variables = { readonly [name: string]: string };
type Kinds = { readonly variables: Variables; readonly light: Variables; readonly dark: Variables };
type Mantine = {
  readonly DEFAULT_THEME: { readonly colors: object };
  readonly mergeMantineTheme: (base: object, changes: object) => object;
  readonly defaultCssVariablesResolver: (theme: object) => Kinds;
};
const mantine: Mantine = createRequire(join(root, 'packages/console/package.json'))('@mantine/core');

/** The theme of the console, without the types of React, which know nothing of a browser. */
const readTheme = async (): Promise<object> => {
  const module: { readonly theme: object } = await import(
    pathToFileURL(join(root, 'packages/console/dist/theme.js')).href
  );
  return module.theme;
};

/** The variables that a theme has otherwise than the files of the library. */
const ofTheme = (theme: object, kind: keyof Kinds): readonly string[] => {
  const [changed, unchanged] = [theme, {}].map(
    (changes) => mantine.defaultCssVariablesResolver(mantine.mergeMantineTheme(mantine.DEFAULT_THEME, changes))[kind],
  );
  return Object.entries(changed ?? {})
    .filter(([name, value]) => unchanged?.[name] !== value)
    .map(([name, value]) => `${name}: ${value};`);
};

const colours = ['blue', 'orange', 'red'];
const isUsed = (line: string): boolean =>
  !/^--mantine-color-\w+-(filled|outline)/.test(line) || colours.some((one) => line.includes(`-${one}-`));

describe('the styles of the console', () => {
  it('have what its library would write into the page, for the colours that it uses', async () => {
    const theme = await readTheme();
    const styles = textOf('packages/console/src/console.css');
    const lines = [...ofTheme(theme, 'variables'), ...ofTheme(theme, 'light')].filter(isUsed);
    expect(lines).to.have.length.above(12);
    expect(lines.filter((line) => !styles.includes(line))).to.deep.equal([]);
    expect(ofTheme(theme, 'dark')).to.deep.equal([]);
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
