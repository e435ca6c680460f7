// The processes under measurement, each in one of its own: nothing of them runs where the load is made.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { clientUrl } from './environment.mjs';

const app = dirname(fileURLToPath(import.meta.resolve('@portcullis/app')));
/** What `npm start` runs. */
const bundle = join(app, '../bundle/main.js');
/** The same, each file by itself, as a profile needs it to name its lines. */
export const modules = join(app, 'main.js');
const vendors = join(dirname(fileURLToPath(import.meta.resolve('@portcullis/vendor-simulator'))), 'main.js');
const bareKoa = fileURLToPath(new URL('./bare-koa.mjs', import.meta.url));
const stopMs = 12_000;
/** `USER_HZ`: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** The processes that run. They are ended with this process. */
const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

const startProcess = (script, env, { nodeOptions = [], options = [] } = {}) => {
  const child = spawn(process.execPath, [...nodeOptions, script, ...options], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errorText = '';
  child.stderr.on('data', (chunk) => {
    errorText = `${errorText}${chunk}`.slice(-4000);
  });
  running.add(child);
  const ended = new Promise((resolve) => {
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  const stop = async () => {
    const late = setTimeout(() => child.kill('SIGKILL'), stopMs);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(late);
  };
  return { child, ended, stop, complaint: () => errorText };
};

const statusOf = (url) =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    }).once('error', () => resolve(0));
  });

/** Polls until the status is 200, and returns the milliseconds since `began`. */
const waitUntilReady = async (url, began, { child, complaint }) => {
  while (performance.now() - began < 30_000) {
    if (child.exitCode !== null) throw new Error(`a process under measurement ended at its start:\n${complaint()}`);
    if ((await statusOf(url)) === 200) return performance.now() - began;
    await sleep(5);
  }
  throw new Error(`${url} did not become ready within 30 s\n${complaint()}`);
};

/** The backend as in production, from `spawn` to the first 200 of its `/readyz`. Its log lines go to the null device. */
export const startBackend = async (environment, nodeOptions = [], script = bundle) => {
  const [port, managementPort] = [await freePort(), await freePort()];
  const env = {
    PATH: process.env['PATH'],
    ...environment,
    PORT: String(port),
    MANAGEMENT_PORT: String(managementPort),
  };
  const began = performance.now();
  const started = startProcess(script, env, { nodeOptions });
  const readyMs = await waitUntilReady(`http://127.0.0.1:${managementPort}/readyz`, began, started);
  return { url: `http://127.0.0.1:${port}`, pid: started.child.pid, stop: started.stop, readyMs };
};

/** Koa and its router with nothing else: what any service on them is measured against. */
export const startBareKoa = async () => {
  const port = await freePort();
  const started = startProcess(bareKoa, { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${url}/`, performance.now(), started);
  return { url, pid: started.child.pid, stop: started.stop };
};

/** All vendors, simulated, with the scenario in which everybody is approved. */
export const startVendors = async () => {
  const port = await freePort();
  const options = ['--port', String(port), '--page', `${clientUrl}/verify`];
  const started = startProcess(vendors, { PATH: process.env['PATH'], NODE_ENV: 'test' }, { options });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${url}/_simulator/script`, performance.now(), started);
  const script = JSON.stringify({ scenario: 'approve' });
  const set = await fetch(`${url}/_simulator/script`, { method: 'PUT', body: script });
  if (!set.ok) throw new Error(`the simulator answered ${set.status}: ${await set.text()}`);
  return { url, pid: started.child.pid, stop: started.stop };
};

/** Resident memory of a process in MiB (`VmRSS` of proc(5)); `null` where the system does not tell. */
export const residentMiB = (pid) => {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? null : Number(kib) / 1024;
  } catch {
    return null;
  }
};

/** Processor seconds that a process has used so far, its kernel time included (proc(5)); `null` where the system does not tell. */
export const processorSeconds = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [user, kernel] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(kernel)) / ticksPerSecond;
  } catch {
    return null;
  }
};
