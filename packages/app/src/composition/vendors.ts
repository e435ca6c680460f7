import { type Clock, type Diagnosis, E, type ImageFitter } from '@portcullis/domain';
import { monotonicNow } from '@portcullis/domain/ports';
import type { LivenessComponent } from '@portcullis/http';
import type { CallRecord, VendorClient } from '@portcullis/vendor-client';
import { absentProviders } from '../adapters/absent-providers.ts';
import type { Config } from '../config/config.ts';
import type { OpenAll } from '../config/vendors/table.ts';
import type { Probe, VendorPorts } from '../config/vendors/vendor.ts';
import type { VendorReport } from '../telemetry/readiness.ts';
import { createProviderHealth, type ProviderHealth } from './provider-health.ts';
import { type VendorClientDeps, vendorClients } from './vendor-clients.ts';

/** The ports that vendors implement, and what an operator can know about the vendors. */
export type Vendors = VendorPorts & {
  /** What the page of the person needs for liveness sessions. */
  readonly component: LivenessComponent;
  /**
   * Returns the known states of all components but those that are replaced, without waiting. In the background it
   * probes the vendors of these components.
   */
  readonly report: (replaced?: readonly string[]) => VendorReport;
  readonly diagnoses: readonly Diagnosis[];
  /** An address whose responses have a `Date`, and the client to call it with; `null` where no vendor has one. */
  readonly time: { readonly vendorClient: VendorClient; readonly address: string } | null;
  /** Aborts all calls that are still in flight. */
  readonly close: () => Promise<void>;
};

type VendorDeps = VendorClientDeps & { readonly clock: Clock; readonly fitter: ImageFitter };

const probeIntervalMs = 300_000;

/** Where nobody runs liveness sessions, the page loads nothing for them. */
const noComponent: LivenessComponent = { provider: 'none', origins: [], usesWasm: false };

/** Runs the cheapest probes in the background, at most every five minutes. */
const backgroundProbes = ({ markFailing }: ProviderHealth, clock: Clock): ((probes: readonly Probe[]) => void) => {
  let lastProbeAt = Number.NEGATIVE_INFINITY;
  const runProbe = async ({ provider, diagnosis }: Probe): Promise<void> => {
    const findings = await diagnosis()();
    if (E.isRight(findings) && findings.right.some(({ verdict }) => verdict === 'wrong')) markFailing(provider);
  };
  return (probes) => {
    const now = monotonicNow(clock);
    if (now - lastProbeAt < probeIntervalMs) return;
    lastProbeAt = now;
    for (const probe of probes) void runProbe(probe);
  };
};

/** The vendors of production, each behind its one client. This makes no call yet. */
export const createVendors =
  (openAll: OpenAll) =>
  (config: Config, { clock, fitter, observe, ...deps }: VendorDeps): Vendors => {
    const health = createProviderHealth();
    const record = (call: CallRecord): void => {
      health.record(call);
      observe(call);
    };
    const { ai, cloud, fingerprint } = openAll({
      clock,
      fitter,
      clientFor: vendorClients(config, { ...deps, observe: record }),
      pageOrigins: [config.web.clientUrl, ...config.web.allowedOrigins],
    });
    const used = [cloud, ai, fingerprint].filter((vendor) => vendor !== null);
    const probeInBackground = backgroundProbes(health, clock);
    return {
      ...absentProviders,
      ...fingerprint?.ports,
      ...ai?.ports,
      ...cloud?.ports,
      ...(config.providers.faces === 'none' && { faces: absentProviders.faces }),
      component: cloud?.component ?? noComponent,
      time: cloud?.time ?? null,
      report: (replaced = []) => {
        const reports = used.map(({ probes, report }) => ({
          probes,
          states: Object.entries(report(health.stateOf)).filter(([component]) => !replaced.includes(component)),
        }));
        probeInBackground(reports.flatMap(({ probes, states }) => (states.length > 0 ? probes : [])));
        return Object.fromEntries(reports.flatMap(({ states }) => states));
      },
      diagnoses: used.map(({ diagnosis }) => diagnosis),
      close: async () => {
        const clients = used.flatMap((vendor) => vendor.clients);
        await Promise.all(clients.map((client) => client.close()));
      },
    };
  };
