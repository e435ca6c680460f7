import { oneOf, t } from '../kernel/codec.ts';

/** The limits of a policy that decide from which number on a signal is adverse. */
type DeviceLimits = { readonly minConfidence: number; readonly maxLinkedIds: number };

/** One signal of a device event, and everything that the domain knows about it. */
type DeviceSignal = {
  /** The codec of the stored fact. A signal that the provider does not give is stored as `null`. */
  readonly codec: t.Mixed;
  /** The value of a device without risk. */
  readonly clean: boolean | number | string;
  /** The value that speaks against the device, or the limit of the policy beyond which a number does. */
  readonly adverse: { readonly is: boolean | string } | AdverseNumber;
  /** The reason that an adverse value gives. Its action and its message stand in the rows of reasons. */
  readonly reason: string;
  /** The signal indicates fraud, and not a temporary state or a network. A newer event does not take it back. */
  readonly isFraud?: true;
  /** The name in the details of the check and in counterfactuals. */
  readonly detail: string;
  /** The words for the signal in the sentence of a counterfactual. */
  readonly label: string;
  /** The position of the signal among counterfactuals of one size: the order is a part of what is answered. */
  readonly rank: number;
};

type AdverseNumber = { readonly below: 'minConfidence' } | { readonly above: 'maxLinkedIds' };

const flag = { codec: t.boolean, clean: false, adverse: { is: true } } as const;

/** Every signal of a device event, in the order in which they are judged. All that concerns signals is made from it. */
const deviceSignals = {
  bot: {
    codec: oneOf(['bad', 'good', 'not_detected']),
    clean: 'not_detected',
    adverse: { is: 'bad' },
    reason: 'device_bot',
    isFraud: true,
    detail: 'bot',
    label: 'The program that drove the browser',
    rank: 1,
  },
  tampered: {
    ...flag,
    reason: 'device_tampered',
    isFraud: true,
    detail: 'tampered',
    label: 'The sign that the browser was tampered with',
    rank: 2,
  },
  emulated: {
    ...flag,
    reason: 'device_emulated',
    isFraud: true,
    detail: 'emulated',
    label: 'The sign of an emulator or a virtual machine',
    rank: 3,
  },
  replayed: {
    ...flag,
    reason: 'device_event_replayed',
    isFraud: true,
    detail: 'replayed',
    label: 'The sign that the device event was replayed',
    rank: 4,
  },
  confidence: {
    codec: t.number,
    clean: 1,
    adverse: { below: 'minConfidence' },
    reason: 'device_tampered',
    isFraud: true,
    detail: 'confidence',
    label: 'The confidence in the identification of the device',
    rank: 11,
  },
  /** With how many different linked ids the device was seen in the last 24 hours, this one included. */
  linkedIds24h: {
    codec: t.number,
    clean: 1,
    adverse: { above: 'maxLinkedIds' },
    reason: 'device_shared',
    detail: 'linked_ids_24h',
    label: 'The number of people seen with the device within a day',
    rank: 12,
  },
  tor: { ...flag, reason: 'network_tor', detail: 'tor', label: 'The sign of Tor', rank: 9 },
  ipBlocklisted: {
    ...flag,
    reason: 'network_ip_blocklisted',
    detail: 'ip_blocklisted',
    label: 'The sign that the address is on a list',
    rank: 10,
  },
  rooted: { ...flag, reason: 'device_rooted', detail: 'rooted', label: 'The sign of a rooted device', rank: 5 },
  incognito: {
    ...flag,
    reason: 'device_incognito',
    detail: 'incognito',
    label: 'The sign of a private window',
    rank: 6,
  },
  vpn: { ...flag, reason: 'network_vpn', detail: 'vpn', label: 'The sign of a VPN', rank: 7 },
  proxy: { ...flag, reason: 'network_proxy', detail: 'proxy', label: 'The sign of a proxy', rank: 8 },
} as const satisfies { readonly [name: string]: DeviceSignal };

type Table = typeof deviceSignals;

export type DeviceSignalName = keyof Table;

type FactOf<Name extends DeviceSignalName> = t.TypeOf<Table[Name]['codec']> | null;

/** The signals of one event. An absent signal is `null`, which is not the same as a signal that is false. */
export type DeviceSignals = { readonly [Name in DeviceSignalName]: FactOf<Name> };

/** A row of the table with its name. */
export type DeviceSignalRow = DeviceSignal & {
  readonly name: DeviceSignalName;
  readonly reason: Table[DeviceSignalName]['reason'];
};

const isSignalName = (name: string): name is DeviceSignalName => Object.hasOwn(deviceSignals, name);

const signalNames: readonly DeviceSignalName[] = Object.keys(deviceSignals).filter(isSignalName);

/** The rows of the table, in the order in which they are judged. */
export const deviceSignalRows: readonly DeviceSignalRow[] = signalNames.map((name) => ({
  name,
  ...deviceSignals[name],
}));

/** The limit of the policy for a signal; `undefined` if the signal is not judged by a limit. */
export const signalLimit = ({ adverse }: DeviceSignalRow, limits: DeviceLimits): number | undefined => {
  if ('below' in adverse) return limits[adverse.below];
  return 'above' in adverse ? limits[adverse.above] : undefined;
};

/** Whether the value of a signal speaks against the device. An absent signal does not. */
export const isAdverseSignal = (row: DeviceSignalRow, signals: DeviceSignals, limits: DeviceLimits): boolean => {
  const value = signals[row.name] ?? null;
  const limit = signalLimit(row, limits);
  if (limit === undefined) return 'is' in row.adverse && value === row.adverse.is;
  if (typeof value !== 'number') return false;
  return 'below' in row.adverse ? value < limit : value > limit;
};

type SignalValue = boolean | number | string | null;

const isSignals = (values: { readonly [name: string]: SignalValue }): values is Required<DeviceSignals> =>
  deviceSignalRows.every(({ name, codec }) => values[name] === null || codec.is(values[name]));

const withEverySignal = (factOf: (row: DeviceSignalRow) => SignalValue): Required<DeviceSignals> => {
  const values = Object.fromEntries(deviceSignalRows.map((row) => [row.name, factOf(row)]));
  if (!isSignals(values)) throw new TypeError('a clean value of a device signal does not fit its codec');
  return values;
};

/** The signals of a device without risk. */
export const cleanDeviceSignals: Required<DeviceSignals> = withEverySignal(({ clean }) => clean);

/** The signals of an event when the provider gives none. */
export const absentDeviceSignals: Required<DeviceSignals> = withEverySignal(() => null);
