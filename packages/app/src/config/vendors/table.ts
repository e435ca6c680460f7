import { anthropic } from './anthropic.ts';
import { aws } from './aws.ts';
import { fingerprint } from './fingerprint.ts';
import type { VendorParts } from './vendor.ts';

/** Every vendor, by the name of its account in the configuration. Beside this folder the composition names them. */
export const vendors = { cloud: aws, ai: anthropic, fingerprint } as const;

/** The vendors of liveness sessions, by the values of `LIVENESS_PROVIDER`. */
export const livenessVendors = { aws: 'cloud' } as const;
type LivenessChoice = keyof typeof livenessVendors;
export const livenessChoices: readonly LivenessChoice[] = ['aws'];
export const defaultLiveness: LivenessChoice = 'aws';

/** The variables of all vendors. */
export const vendorVariables = {
  required: { ...aws.variables.required, ...anthropic.variables.required, ...fingerprint.variables.required },
  optional: { ...aws.variables.optional, ...anthropic.variables.optional, ...fingerprint.variables.optional },
  testOnly: { ...aws.variables.testOnly, ...anthropic.variables.testOnly, ...fingerprint.variables.testOnly },
} as const;

type Vendors = typeof vendors;
type VendorKey = keyof Vendors;
type Values = Parameters<Vendors['cloud']['accountOf']>[0] &
  Parameters<Vendors['ai']['accountOf']>[0] &
  Parameters<Vendors['fingerprint']['accountOf']>[0];

export type VendorAccounts = { readonly [Key in VendorKey]: ReturnType<Vendors[Key]['accountOf']> };
export type OpenVendors = { readonly [Key in VendorKey]: ReturnType<Awaited<ReturnType<Vendors[Key]['load']>>> };

export const vendorAccounts = (values: Values): VendorAccounts => ({
  cloud: aws.accountOf(values),
  ai: anthropic.accountOf(values),
  fingerprint: fingerprint.accountOf(values),
});

/** The faults of variables of vendors that are valid by themselves. */
export const vendorFaults = (values: Values) =>
  Object.values(vendors).flatMap((vendor) => vendor.faultsOf?.(values) ?? []);

type Provider = { readonly [Key in VendorKey]: keyof Vendors[Key]['limits'] }[VendorKey];
export type OpenAll = (accounts: VendorAccounts, parts: VendorParts<Provider>) => OpenVendors;

/** Loads the adapters of all vendors. */
export const loadVendors = async (): Promise<OpenAll> => {
  const [cloud, ai, device] = await Promise.all([aws.load(), anthropic.load(), fingerprint.load()]);
  return (accounts, parts) => ({
    cloud: cloud(accounts.cloud, parts),
    ai: ai(accounts.ai, parts),
    fingerprint: device(accounts.fingerprint, parts),
  });
};
