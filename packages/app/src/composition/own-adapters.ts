import type { LivenessComponent } from '@portcullis/http';
import type { Container } from 'inversify';
import type { VendorPorts } from '../config/vendors/vendor.ts';
import { instrumented } from '../telemetry/instrumented.ts';
import { Tokens } from './tokens.ts';

/** Adapters that take the place of those that the configuration names. Their owner closes them. */
export type OwnAdapters = Partial<VendorPorts> & {
  /** The name in `GET /`, in the log and in the metrics, such as `acme`. */
  readonly provider: string;
  /** What the page of the person needs for the sessions of `liveness`. */
  readonly component?: Omit<LivenessComponent, 'provider'>;
};

/** The tokens of the ports, what their calls are measured as, and their names in `GET /`. */
const ports = {
  liveness: { token: Tokens.liveness, service: 'liveness', component: 'liveness' },
  credentials: { token: Tokens.credentials, service: 'browser_credentials', component: 'cloud_credentials' },
  faces: { token: Tokens.faces, service: 'faces', component: null },
  reader: { token: Tokens.documentReader, service: 'document_reader', component: 'document_ai' },
  devices: { token: Tokens.devices, service: 'device', component: 'fingerprint' },
} as const;
const portNames = ['liveness', 'credentials', 'faces', 'reader', 'devices'] as const;

/** Binds adapters of one's own, which are measured like others. */
export const bindOwnAdapters = (container: Container, { component, provider, ...own }: OwnAdapters): void => {
  const metrics = container.get(Tokens.metrics);
  const names = { ...container.get(Tokens.components) };
  for (const name of portNames) {
    const adapter = own[name];
    if (adapter === undefined) continue;
    const { component: named, service, token } = ports[name];
    container.rebind<object>(token).toConstantValue(instrumented<object>(adapter, { service, provider }, metrics));
    if (named !== null) names[named] = provider;
  }
  container.rebind(Tokens.components).toConstantValue(names);
  if (component) container.rebind(Tokens.livenessComponent).toConstantValue({ ...component, provider });
};
