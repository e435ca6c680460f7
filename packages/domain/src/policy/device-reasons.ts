import { forStaff, type ReasonRow } from './reason-row.ts';

/** The reasons about the device and its network. */
export const deviceReasons = {
  device_shared: forStaff('review', 'The device was seen with other people.'),
  device_changed: forStaff('review', 'Another device than in an earlier attempt of this profile.'),
  device_tampered: forStaff('review', 'The browser was tampered with.'),
  device_emulated: forStaff('review', 'The device is an emulator or a virtual machine.'),
  device_bot: forStaff('review', 'The browser is driven by a program.'),
  device_event_replayed: forStaff('review', 'The device event was used before or belongs to another profile.'),
  device_event_missing: forStaff('review', 'The policy requires a device event and there is none.'),
  device_origin_mismatch: forStaff('review', 'The device event was made on a page that is not ours.'),
  device_event_stale: forStaff('review', 'The device event is too old.'),
  network_tor: forStaff('review', 'The request came through Tor.'),
  network_ip_blocklisted: forStaff('decline', 'The address is listed as an attack source.'),
  device_incognito: forStaff('info', 'The browser is in private mode.'),
  device_rooted: forStaff('info', 'The device is rooted or jailbroken.'),
  network_vpn: forStaff('info', 'The request came through a VPN.'),
  network_proxy: forStaff('info', 'The request came through a proxy.'),
} as const satisfies Record<string, ReasonRow>;
