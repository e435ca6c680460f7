import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, startPocketbase } from '@portcullis/adapter-pocketbase';
import { t } from '@portcullis/domain/kernel';
import type { Script } from '@portcullis/vendor-simulator';
import { readReply, sendRequest } from '../../support/clients/api-client.ts';
import { adminAccount, fillDataFolder } from '../../support/servers/pocketbase.ts';
import { vendorsAt } from '../../support/servers/production.ts';
import { type Program, startProgram } from '../../support/servers/program.ts';
import { environmentOf, listenerUrl, machineToken, startService } from '../../support/servers/service-program.ts';

/** The service as in production, its database and its vendors: each in its own process, none of them in this one. */
export type FaultEnvironment = {
  readonly baseUrl: string;
  /** A token of the only partner. */
  readonly token: string;
  /** The deadline of every vendor call, instead of the one in production. */
  readonly deadlineMs: number;
  /** The time after the deadline within which a response may come. */
  readonly graceMs: number;
  /** Merges a partial script into the vendors' script. */
  readonly script: (script: Partial<Script>) => Promise<void>;
  /** Resets the vendors, so that their requests are counted from now on. */
  readonly resetVendors: () => Promise<void>;
  readonly requests: () => Promise<readonly { readonly vendor: string; readonly operation: string }[]>;
  /** The resident memory of the service in MiB. */
  readonly residentMiB: () => Promise<number>;
  /**
   * How far the resident memory of the service is above the most that was measured before, in MiB. A heap that takes
   * again what it gave back has not grown; a leak takes more with each repetition.
   */
  readonly grownMiB: () => Promise<number>;
  readonly close: () => Promise<void>;
};

const page = 'https://verify.example.com/verify';

const startVendors = async (): Promise<{ readonly program: Program; readonly url: string }> => {
  const args = ['packages/simulator/dist/main.js', '--port', '0', '--page', page];
  const program = startProgram(process.execPath, args, { env: { NODE_ENV: 'test' } });
  await program.prints('Ctrl-C ends it.');
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(program.printed())?.[0];
  if (url === undefined) throw new Error('the simulator has said no address');
  return { program, url };
};

const ended = async (program: Program): Promise<void> => {
  program.child.kill('SIGTERM');
  await program.ended;
  await program.remove();
};

const Requests = t.type({ requests: t.array(t.type({ vendor: t.string, operation: t.string })) });

const vendorControl = (url: string): Pick<FaultEnvironment, 'script' | 'resetVendors' | 'requests'> => {
  const control = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${url}/_simulator/${path}`, { method, ...sent });
    if (!answer.ok) throw new Error(`the simulator answered ${answer.status} to ${method} ${path}`);
    return answer;
  };
  return {
    script: async (script) => {
      await (await control('PUT', 'script', script)).arrayBuffer();
    },
    resetVendors: async () => {
      await control('DELETE', 'script');
    },
    requests: async () => readReply(Requests, await sendRequest(url, { path: '/_simulator/requests' })).requests,
  };
};

const growthOf = (residentMiB: () => Promise<number>): FaultEnvironment['grownMiB'] => {
  let mostMiB = 0;
  return async () => {
    const nowMiB = await residentMiB();
    const grownMiB = nowMiB - mostMiB;
    mostMiB = Math.max(mostMiB, nowMiB);
    return grownMiB;
  };
};

const residentMiB = (managementUrl: string) => async (): Promise<number> => {
  const text = await (await fetch(`${managementUrl}/metrics`)).text();
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1];
  if (bytes === undefined) throw new Error('the metrics do not say how much memory is resident');
  return Number(bytes) / 2 ** 20;
};

type Cleanup = () => Promise<unknown>;

const open = async (endings: Cleanup[], deadlineMs: number, graceMs: number): Promise<FaultEnvironment> => {
  const close = async (): Promise<void> => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  const dataDir = mkdtempSync(join(tmpdir(), 'portcullis-faults-'));
  endings.push(async () => rmSync(dataDir, { recursive: true, force: true }));
  const vendors = await startVendors();
  endings.push(() => ended(vendors.program));
  const binary = process.env['POCKETBASE_BIN'];
  await fillDataFolder(dataDir);
  const database = await startPocketbase({ ...adminAccount, dataDir, migrationsDir, binary });
  endings.push(database.stop);
  const shortened = { ...vendorsAt(vendors.url), VENDOR_DEADLINE_MS: String(deadlineMs) };
  const service = startService(environmentOf(database.url, shortened));
  endings.push(() => ended(service));
  const baseUrl = await listenerUrl(service, 'ready');
  const managementUrl = await listenerUrl(service, 'management_listening');
  const token = await machineToken(baseUrl);
  const control = vendorControl(vendors.url);
  const resident = residentMiB(managementUrl);
  return {
    baseUrl,
    token,
    deadlineMs,
    graceMs,
    ...control,
    residentMiB: resident,
    grownMiB: growthOf(resident),
    close,
  };
};

/** Starts everything in about three seconds; when a part fails, those that have started are stopped. */
export const openFaultEnvironment = async (deadlineMs: number, graceMs: number): Promise<FaultEnvironment> => {
  const endings: Cleanup[] = [];
  try {
    return await open(endings, deadlineMs, graceMs);
  } catch (failure) {
    for (const end of endings.reverse()) await end();
    throw failure;
  }
};
