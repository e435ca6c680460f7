import type { ReasonRow } from './reason-row.ts';

/** The reasons about the device and its network. */
export const deviceReasons = {
  device_shared: { action: 'review', visibility: 'staff', staffMessage: 'The device was seen with other people.' },
  device_changed: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'Another device than in an earlier attempt of this profile.',
  },
  device_tampered: { action: 'review', visibility: 'staff', staffMessage: 'The browser was tampered with.' },
  device_emulated: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'The device is an emulator or a virtual machine.',
  },
  device_bot: { action: 'review', visibility: 'staff', staffMessage: 'The browser is driven by a program.' },
  device_event_replayed: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'The device event was used before or belongs to another profile.',
  },
  device_event_missing: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'The policy requires a device event and there is none.',
  },
  device_origin_mismatch: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'The device event was made on a page that is not ours.',
  },
  device_event_stale: { action: 'review', visibility: 'staff', staffMessage: 'The device event is too old.' },
  network_tor: { action: 'review', visibility: 'staff', staffMessage: 'The request came through Tor.' },
  network_ip_blocklisted: {
    action: 'decline',
    visibility: 'staff',
    staffMessage: 'The address is listed as an attack source.',
  },
  device_incognito: { action: 'info', visibility: 'staff', staffMessage: 'The browser is in private mode.' },
  device_rooted: { action: 'info', visibility: 'staff', staffMessage: 'The device is rooted or jailbroken.' },
  network_vpn: { action: 'info', visibility: 'staff', staffMessage: 'The request came through a VPN.' },
  network_proxy: { action: 'info', visibility: 'staff', staffMessage: 'The request came through a proxy.' },
} as const satisfies Record<string, ReasonRow>;
