import '@mantine/core/styles.css';
import './console.css';
import { createTheme, MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { createConsoleClient } from './service/index.ts';
import { App } from './views/index.ts';

/** Colours that reach 4.5:1 on their background in both schemes (WCAG 1.4.3). */
const theme = createTheme({
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  fontFamily: 'system-ui, sans-serif',
});

/** The one style that is allowed to be in the page has this number, which the service makes for each answer. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="portcullis-style-nonce"]')?.content ?? '';

const client = createConsoleClient(
  (url, init) => fetch(url, init),
  () => crypto.randomUUID(),
);
const clock = (): number => Date.now();

const root = document.querySelector('#console');
if (root !== null)
  createRoot(root).render(
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <App client={client} clock={clock} />
    </MantineProvider>,
  );
