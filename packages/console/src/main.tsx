import '@mantine/core/styles.css';
import './console.css';
import { createTheme, MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { createConsoleClient } from './service/index.ts';
import { theme } from './theme.ts';
import { App } from './views/index.ts';

const client = createConsoleClient(
  (url, init) => fetch(url, init),
  () => crypto.randomUUID(),
);
const clock = (): number => Date.now();

const root = document.querySelector('#console');
if (root !== null)
  createRoot(root).render(
    // What it would write into the page as a style is in console.css: the policy of the page has no place for it.
    <MantineProvider
      theme={createTheme(theme)}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <App client={client} clock={clock} />
    </MantineProvider>,
  );
