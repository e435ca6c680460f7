import { lackingMethods } from '@portcullis/domain/use-cases';
import type { LivenessComponent } from '@portcullis/http';
import type { Container } from 'inversify';
import { vendorOfChoice } from '../config/vendors/table.ts';
import type { VendorPorts } from '../config/vendors/vendor.ts';
import { instrumented } from '../telemetry/instrumented.ts';
import { Tokens } from './tokens.ts';
import { vendorPorts } from './vendor-ports.ts';

/** Sessions of one's own, and what the page of the person needs for them: neither is of use without the other. */
type OwnLiveness = Pick<VendorPorts, 'liveness'> & { readonly component: Omit<LivenessComponent, 'provider'> };
type NoLiveness = { readonly [Name in keyof OwnLiveness]?: never };

/** Adapters that take the place of those that the configuration names. Their owner closes them. */
export type OwnAdapters = Omit<Partial<VendorPorts>, 'liveness'> &
  (OwnLiveness | NoLiveness) & {
    /** The name in `GET /`, in the log and in the metrics, such as `acme`; for `liveness` in the script's name, too. */
    readonly provider: string;
  };

/**
 * The fault of adapters that lack a method, or that the page of the person would fail at. It refuses other names
 * (`liveness/added.ts`).
 */
const faultOf = ({ component, provider, ...own }: OwnAdapters): string | null => {
  const { liveness } = own;
  const lacking = lackingMethods(own);
  if (lacking.length > 0) return `${lacking.join(', ')} must be given`;
  if (!/^[a-z0-9-]{1,32}$/.test(provider))
    return `the provider ${provider} must be 1 to 32 characters of a-z, 0-9 and -`;
  if ((liveness === undefined) !== (component === undefined)) return 'liveness and component must be given together';
  const isBuiltIn = Object.hasOwn(vendorOfChoice, provider) || provider === 'simulated';
  return liveness && isBuiltIn ? `the page has a component of its own for ${provider}: choose another name` : null;
};

/** Binds adapters of one's own, which are measured like others. What they replace is not probed or reported. */
export const bindOwnAdapters = (container: Container, adapters: OwnAdapters): void => {
  const fault = faultOf(adapters);
  if (fault !== null) throw new Error(`Adapters of your own: ${fault}.`);
  const { component, provider, ...own } = adapters;
  const metrics = container.get(Tokens.metrics);
  const report = container.get(Tokens.vendorReport);
  const names = { ...container.get(Tokens.components) };
  const providerNames = { ...container.get(Tokens.providerNames) };
  const replaced: string[] = [];
  for (const [name, { chosen, component: named, service, token }] of Object.entries(vendorPorts)) {
    const adapter: object | undefined = Reflect.get(own, name);
    if (adapter === undefined) continue;
    container.rebind<object>(token).toConstantValue(instrumented<object>(adapter, { service, provider }, metrics));
    if (chosen !== null) providerNames[chosen] = provider;
    if (named === null) continue;
    names[named] = provider;
    replaced.push(named);
  }
  container.rebind(Tokens.components).toConstantValue(names);
  container.rebind(Tokens.providerNames).toConstantValue(providerNames);
  container.rebind(Tokens.vendorReport).toConstantValue(() => report(replaced));
  if (component) container.rebind(Tokens.livenessComponent).toConstantValue({ ...component, provider });
};
