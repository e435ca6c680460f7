// The processes under measurement, each in one of its own: nothing of them runs where the load is made.
import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { clientUrl } from './environment.mjs';
import { probes, startProbe } from './probe/ask.mjs';

const app = dirname(fileURLToPath(import.meta.resolve('@portcullis/app')));
/** What `npm start` runs. */
const bundle = join(app, '../bundle/main.js');
const vendors = join(dirname(fileURLToPath(import.meta.resolve('@portcullis/vendor-simulator'))), 'main.js');
const bareKoa = fileURLToPath(new URL('./bare-koa.mjs', import.meta.url));
const stopMs = 12_000;

/** The processes that run. They are ended with this process. */
const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Below the ports that a system gives to whoever asks for any, so that nobody is given one before it is used. */
let nextPort = 10_000 + (process.pid % 40) * 40;

const freePort = async () => {
  for (;;) {
    const port = nextPort;
    nextPort += 1;
    if (await isFree(port)) return port;
  }
};

/** Ends the bench at once: a measurement whose process has died is none. What still runs is ended with this process. */
const abort = (reason) => {
  console.error(`\n${reason}`);
  process.exit(1);
};

/** Ends the bench if a process ends before it is told to. `watch.release()` is called before it is told to. */
export const watchProcess = (name, ended, complaint = () => '') => {
  let isWatched = true;
  ended.then((how) => {
    if (isWatched) abort(`${name} ended while it was needed (${JSON.stringify(how)})\n${complaint()}`);
  });
  return {
    release: () => {
      isWatched = false;
    },
  };
};

/**
 * Starts a script in a process of its own. Until it is stopped it must not end. With `ipc` it has a channel for
 * messages.
 */
export const startProcess = (name, script, env, { nodeOptions = [], options = [], ipc = false } = {}) => {
  const child = spawn(process.execPath, [...nodeOptions, script, ...options], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', ...(ipc ? ['ipc'] : [])],
    serialization: 'advanced',
  });
  let errorText = '';
  child.stderr.on('data', (chunk) => {
    errorText = `${errorText}${chunk}`.slice(-4000);
  });
  running.add(child);
  const ended = new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });
  const complaint = () => errorText;
  const watch = watchProcess(name, ended, complaint);
  const stop = async () => {
    watch.release();
    const late = setTimeout(() => child.kill('SIGKILL'), stopMs);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(late);
  };
  return { child, stop, complaint };
};

const statusOf = (url) =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    }).once('error', () => resolve(0));
  });

/** Polls until the status is 200, and returns the milliseconds since `began`. */
const waitUntilReady = async (url, began, { complaint }) => {
  while (performance.now() - began < 30_000) {
    if ((await statusOf(url)) === 200) return performance.now() - began;
    await sleep(5);
  }
  throw new Error(`${url} did not become ready within 30 s\n${complaint()}`);
};

/**
 * The backend as in production, from `spawn` to the first 200 of its `/readyz`. Its log lines go to the null device.
 * `probe` is the name of what it is measured with from the inside, from `startProbe` on.
 */
export const startBackend = async (environment, { script = bundle, probe } = {}) => {
  const port = await freePort();
  const managementPort = await freePort();
  const env = {
    PATH: process.env['PATH'],
    ...environment,
    PORT: String(port),
    MANAGEMENT_PORT: String(managementPort),
  };
  const withProbe = probe === undefined ? {} : { nodeOptions: ['--import', probes[probe]], ipc: true };
  const began = performance.now();
  const started = startProcess('the service', script, env, withProbe);
  const readyMs = await waitUntilReady(`http://127.0.0.1:${managementPort}/readyz`, began, started);
  const { child, stop } = started;
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop, readyMs, startProbe: () => startProbe(child) };
};

/** Koa and its router with nothing else: what any service on them is measured against. */
export const startBareKoa = async () => {
  const port = await freePort();
  const started = startProcess('the bare Koa', bareKoa, {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    PORT: String(port),
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${url}/`, performance.now(), started);
  return { url, pid: started.child.pid, stop: started.stop };
};

/** All vendors, simulated, with the scenario in which everybody is approved. */
export const startVendors = async () => {
  const port = await freePort();
  const options = ['--port', String(port), '--page', `${clientUrl}/verify`];
  const env = { PATH: process.env['PATH'], NODE_ENV: 'test' };
  const started = startProcess('the simulator of the vendors', vendors, env, { options });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${url}/_simulator/script`, performance.now(), started);
  const script = JSON.stringify({ scenario: 'approve' });
  const set = await fetch(`${url}/_simulator/script`, { method: 'PUT', body: script });
  if (!set.ok) throw new Error(`the simulator answered ${set.status}: ${await set.text()}`);
  return { url, pid: started.child.pid, stop: started.stop };
};
