import type { Components } from '@portcullis/backoffice';
import type {
  Clock,
  CredentialsIssuer,
  DeviceInspector,
  Diagnosis,
  DocumentReader,
  FaceComparer,
  ImageFitter,
  LivenessProvider,
} from '@portcullis/domain';
import type { t } from '@portcullis/domain/kernel';
import type { LivenessComponent } from '@portcullis/http';
import type { OwnedVendorClient, VendorClient, VendorLimits } from '@portcullis/vendor-client';

/** The variables of a vendor. Those of `testOnly` redirect its calls, and are forbidden in production. */
export type VendorVariables = {
  readonly required: t.Props;
  readonly optional: t.Props;
  readonly testOnly: t.Props;
};

/** What the variables of a vendor say. */
export type ValuesOf<V extends VendorVariables> = t.TypeOf<t.TypeC<V['required']>> &
  t.TypeOf<t.PartialC<V['optional']>> &
  t.TypeOf<t.PartialC<V['testOnly']>>;

/** The ports that a vendor may implement. */
export type VendorPorts = {
  readonly liveness: LivenessProvider;
  readonly credentials: CredentialsIssuer;
  readonly faces: FaceComparer;
  readonly reader: DocumentReader;
  readonly devices: DeviceInspector;
};

export type ProviderState = 'ok' | 'failing' | 'unknown';

/** A cheap call that runs in the background, to find out whether a provider answers as it should. */
export type Probe = { readonly provider: string; readonly diagnosis: Diagnosis };

/** A vendor with its account: its ports, and what an operator can know about it. */
export type OpenVendor<Port extends keyof VendorPorts> = {
  readonly ports: Pick<VendorPorts, Port>;
  readonly clients: readonly OwnedVendorClient[];
  /** For `doctor`. */
  readonly diagnosis: Diagnosis;
  readonly probes: readonly Probe[];
  /** The states of the components that it provides, given those of its providers. */
  readonly report: (stateOf: (provider: string) => ProviderState) => { readonly [component: string]: ProviderState };
  /** What the page of the person needs for its liveness sessions. */
  readonly component?: LivenessComponent;
  /** An address whose responses have a `Date`, and the client to call it with. */
  readonly time?: { readonly vendorClient: VendorClient; readonly address: string };
};

export type VendorParts<Provider extends string> = {
  readonly clock: Clock;
  readonly fitter: ImageFitter;
  /** The one client for a provider, which calls these origins alone. */
  readonly clientFor: (provider: Provider, origins: readonly string[]) => OwnedVendorClient;
  /** The origins of pages that belong to the service. */
  readonly pageOrigins: readonly string[];
};

/** A variable's name and the rule that it breaks. */
type Fault = { readonly name: string; readonly rule: string };

/** Everything that the service has to know about a vendor. `Provider` are its names in the log and the metrics. */
export type Vendor<
  V extends VendorVariables,
  Account,
  Port extends keyof VendorPorts,
  Opened,
  Provider extends string,
> = {
  readonly variables: V;
  readonly accountOf: (values: ValuesOf<V>) => Account;
  /** The faults of variables that are valid by themselves. */
  readonly faultsOf?: (values: ValuesOf<V>) => readonly Fault[];
  /** The provider that the calls of a port are measured under. */
  readonly providers: { readonly [Name in Port]: Provider };
  /** The limits of the calls to each provider; `docs/vendor-calls.md` has the table and the reasons. */
  readonly limits: { readonly [Name in Provider]: VendorLimits };
  /** Loads the adapter, whose SDK a sandbox and most commands never need. */
  readonly load: () => Promise<(account: Account, parts: VendorParts<Provider>) => Opened & OpenVendor<Port>>;
};

/** A row of the table of vendors. */
export const defineVendor = <
  const V extends VendorVariables,
  Account,
  Port extends keyof VendorPorts,
  Opened extends OpenVendor<Port>,
  Provider extends string,
  const N extends Partial<Components>,
>(
  vendor: Vendor<V, Account, Port, Opened, Provider> & {
    /** The names in `GET /`. */
    readonly names: N;
  },
) => vendor;

export const kibibytes = 1024;
export const mebibytes = 1024 * kibibytes;
export const breaker = { failures: 5, openMs: 10_000 } as const;
