import { anthropic } from './anthropic.ts';
import { aws } from './aws.ts';
import { fingerprint } from './fingerprint.ts';
import type { ValuesOf, VendorParts, VendorVariables } from './vendor.ts';

/** Every vendor, by the name of its account in the configuration. Beside this folder the composition names them. */
export const vendors = { cloud: aws, ai: anthropic, fingerprint } as const;

/** The variables that choose a provider, and their values, the default first. */
export const providerChoices = {
  LIVENESS_PROVIDER: ['aws', 'none'],
  FACE_PROVIDER: ['aws', 'none'],
  AI_PROVIDER: ['anthropic', 'none'],
  DEVICE_PROVIDER: ['fingerprint', 'none'],
} as const;

/** The vendor that each of these values names; `none` names nobody. */
export const vendorOfChoice = { aws: 'cloud', anthropic: 'ai', fingerprint: 'fingerprint', none: null } as const;

/** The variables of all vendors. */
export const vendorVariables = {
  required: { ...aws.variables.required, ...anthropic.variables.required, ...fingerprint.variables.required },
  optional: { ...aws.variables.optional, ...anthropic.variables.optional, ...fingerprint.variables.optional },
  testOnly: { ...aws.variables.testOnly, ...anthropic.variables.testOnly, ...fingerprint.variables.testOnly },
} as const;

type Vendors = typeof vendors;
type VendorKey = keyof Vendors;
type Values = { readonly [Name in keyof typeof providerChoices | 'DOCUMENT_READER']?: string | undefined };

/** Whether what is chosen uses a vendor. Faces are compared with the picture of a liveness session alone. */
const isUsed: { readonly [Key in VendorKey]: (values: Values) => boolean } = {
  cloud: ({ LIVENESS_PROVIDER: choice }) => choice !== 'none',
  ai: ({ AI_PROVIDER: choice, DOCUMENT_READER: reader }) => choice !== 'none' && reader !== 'local',
  fingerprint: ({ DEVICE_PROVIDER: choice }) => choice !== 'none',
};

/** The variables that the chosen providers cannot do without. */
export const requiredByChoice = (values: Values): VendorVariables['required'] => ({
  ...(isUsed.cloud(values) && aws.variables.required),
  ...(isUsed.ai(values) && anthropic.variables.required),
  ...(isUsed.fingerprint(values) && fingerprint.variables.required),
});

/** The faults of choices that do not go together. */
export const choiceFaults = (values: Values) => [
  ...(values.LIVENESS_PROVIDER === 'none' && values.FACE_PROVIDER !== 'none'
    ? [
        {
          name: 'FACE_PROVIDER',
          rule: 'must be none where LIVENESS_PROVIDER is: faces are compared with the picture of a liveness session',
        },
      ]
    : []),
  ...(values.AI_PROVIDER === 'none' && values.DOCUMENT_READER !== 'local'
    ? [{ name: 'DOCUMENT_READER', rule: 'must be local where AI_PROVIDER is none: nobody else would read' }]
    : []),
];

const isComplete = <V extends VendorVariables>({ required }: V, values: object): values is ValuesOf<V> =>
  Object.keys(required).every((name) => Reflect.get(values, name) !== undefined);

type WithAccount<V extends VendorVariables, Account> = {
  readonly variables: V;
  readonly accountOf: (values: ValuesOf<V>) => Account;
};

const accountIn = <V extends VendorVariables, Account>(
  { accountOf, variables }: WithAccount<V, Account>,
  isWanted: boolean,
  values: object,
): Account | null => (isWanted && isComplete(variables, values) ? accountOf(values) : null);

/** The account at each vendor; `null` where nothing that is chosen uses it. */
export type VendorAccounts = { readonly [Key in VendorKey]: ReturnType<Vendors[Key]['accountOf']> | null };
type OpenVendorOf<Key extends VendorKey> = ReturnType<Awaited<ReturnType<Vendors[Key]['load']>>>;
export type OpenVendors = { readonly [Key in VendorKey]: OpenVendorOf<Key> | null };

export const vendorAccounts = (values: Values): VendorAccounts => ({
  cloud: accountIn(aws, isUsed.cloud(values), values),
  ai: accountIn(anthropic, isUsed.ai(values), values),
  fingerprint: accountIn(fingerprint, isUsed.fingerprint(values), values),
});

/** The faults of variables of vendors that are valid by themselves. */
export const vendorFaults = (values: Values) =>
  isUsed.fingerprint(values) && isComplete(fingerprint.variables, values) ? (fingerprint.faultsOf?.(values) ?? []) : [];

type Provider = { readonly [Key in VendorKey]: keyof Vendors[Key]['limits'] }[VendorKey];
export type OpenAll = (parts: VendorParts<Provider>) => OpenVendors;

/** Loads the adapters of the vendors that are used. */
export const loadVendors = async (accounts: VendorAccounts): Promise<OpenAll> => {
  const [cloud, ai, device] = await Promise.all([
    accounts.cloud && aws.load(),
    accounts.ai && anthropic.load(),
    accounts.fingerprint && fingerprint.load(),
  ]);
  return (parts) => ({
    cloud: cloud && accounts.cloud && cloud(accounts.cloud, parts),
    ai: ai && accounts.ai && ai(accounts.ai, parts),
    fingerprint: device && accounts.fingerprint && device(accounts.fingerprint, parts),
  });
};
