import { english } from '#verify/texts/english';
import type { PageEnvironment } from './environment.ts';

/** A slow mobile line, and a processor four times as slow. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** What the page may take, in bytes and milliseconds. */
const allowed = { bytes: 45 * 1024, lcpMs: 1200, readyMs: 1500 };

const largestPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;

type Figures = { readonly bytes: number; readonly lcpMs: number; readonly readyMs: number };

const measureOnce = async (environment: PageEnvironment): Promise<Figures> => {
  const link = await environment.createLink('approve', 'en');
  const context = await environment.browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', line);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.url().includes('/verify/')) sizes.push(request.sizes().then(({ responseBodySize: size }) => size));
    });
    await page.goto(link.url);
    await page.getByRole('button', { name: english.welcome_start }).waitFor();
    const readyMs = await page.evaluate<number>('performance.now()');
    const lcpMs = await page.evaluate<number>(largestPaint);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    return { bytes, lcpMs, readyMs };
  } finally {
    await context.close();
  }
};

/** Other programs on the machine only make it slower. */
const times = 3;

/** The bytes of the page, and when its first screen stood and could be used, over a slow line: the best of three. */
export const measureFirstScreen = async (
  environment: PageEnvironment,
  say: (text: string) => void,
): Promise<readonly string[]> => {
  const all: Figures[] = [];
  for (let i = 0; i < times; i += 1) all.push(await measureOnce(environment));
  const bytes = Math.max(...all.map((one) => one.bytes));
  const lcpMs = Math.min(...all.map((one) => one.lcpMs));
  const readyMs = Math.min(...all.map((one) => one.readyMs));
  say(
    `First screen over 1.6 Mbit/s and 150 ms, with a quarter of the processor: ${(bytes / 1024).toFixed(1)} KiB, ` +
      `LCP ${Math.round(lcpMs)} ms, ready ${Math.round(readyMs)} ms ` +
      `(allowed: 45 KiB, ${allowed.lcpMs} and ${allowed.readyMs} ms).`,
  );
  return [
    ...(bytes > allowed.bytes ? ['the first screen is too large'] : []),
    ...(lcpMs > allowed.lcpMs ? ['the first screen is painted too late'] : []),
    ...(readyMs > allowed.readyMs ? ['the first screen is ready too late'] : []),
  ];
};
