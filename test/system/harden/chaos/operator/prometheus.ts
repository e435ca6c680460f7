import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../../../support/repository/files.ts';
import { freePort } from '../../../../support/servers/free-port.ts';
import { startProgram } from '../../../../support/servers/program.ts';
import { listAt, textAt } from '../load/json.ts';

/** A real Prometheus with the rules of the repository. */
export type Prometheus = {
  /** Answers the alerts that fire now. */
  readonly firing: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

/** A fault of the harness lasts seconds: alerts wait for a thirtieth of the time that they wait in production. */
const shortening = 30;

const secondsOf: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3600 };

const shortened = (rules: string): string =>
  rules.replace(/^( +for: )(\d+)([smh])$/gm, (_, key: string, count: string, unit: string) => {
    const seconds = Number(count) * (secondsOf[unit] ?? 1);
    return `${key}${Math.round((1000 * seconds) / shortening)}ms`;
  });

const deployed = (name: string): string => readFileSync(join(root, 'deploy/observability', name), 'utf8');

/** The configuration of the repository, with other targets, and a scrape each second instead of every 15. */
const configurationFor = (targets: readonly string[]): string =>
  deployed('prometheus.yml')
    .replaceAll('interval: 15s', 'interval: 1s')
    .replace('["backend-api:9000"]', JSON.stringify(targets));

const ask = async (url: string): Promise<unknown> => {
  const answer = await fetch(url).catch(() => null);
  if (answer === null || !answer.ok) return null;
  return answer.json();
};

const startLimitMs = 30_000;

/** Starts the command `prometheus`, or the one that `PROMETHEUS_BIN` names, and waits until it has scraped all. */
export const startPrometheus = async (managementUrls: readonly string[]): Promise<Prometheus> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-prometheus-'));
  writeFileSync(join(folder, 'prometheus.yml'), configurationFor(managementUrls.map((url) => new URL(url).host)));
  writeFileSync(join(folder, 'alerts.yml'), shortened(deployed('alerts.yml')));
  const port = await freePort();
  const program = startProgram(process.env['PROMETHEUS_BIN'] ?? 'prometheus', [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
  ]);
  const close = async (): Promise<void> => {
    await program.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  const api = `http://127.0.0.1:${port}/api/v1`;
  for (const began = performance.now(); ; await sleep(200)) {
    const scraped = listAt(await ask(`${api}/query?query=portcullis_ready`), 'data', 'result');
    if (scraped.length === managementUrls.length) break;
    if (performance.now() - began < startLimitMs) continue;
    await close();
    throw new Error(`Prometheus has not scraped the service:\n${program.printed()}`);
  }
  return {
    firing: async () =>
      listAt(await ask(`${api}/alerts`), 'data', 'alerts').flatMap((alert) =>
        textAt(alert, 'state') === 'firing' ? [textAt(alert, 'labels', 'alertname') ?? ''] : [],
      ),
    close,
  };
};
