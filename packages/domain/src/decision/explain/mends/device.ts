import type { DeviceEvidence, DeviceFacts } from '../../../evidence/evidence.ts';
import type { Placed } from '../../../evidence/in-force.ts';
import { adding, type Edit, type EditsOf, type EditValue, editing, markOf, type Scene } from '../edit.ts';

type Known = Placed<DeviceEvidence & { readonly facts: DeviceFacts }>;

/** The facts of all device events of this attempt, because a sign of fraud in an earlier event counts as well. */
const knownIn = ({ inForce: { device, devices } }: Scene): readonly Known[] =>
  [...new Map([...devices, ...(device ? [device] : [])].map((placed) => [placed.at, placed])).values()].flatMap(
    ({ at, item }) => (item.facts ? [{ at, item: { ...item, facts: item.facts } }] : []),
  );

const signs = [
  'tampered',
  'emulated',
  'replayed',
  'rooted',
  'incognito',
  'vpn',
  'proxy',
  'tor',
  'ipBlocklisted',
] as const;

const nouns: Readonly<Record<(typeof signs)[number], string>> = {
  tampered: 'The sign that the browser was tampered with',
  emulated: 'The sign of an emulator or a virtual machine',
  replayed: 'The sign that the device event was replayed',
  rooted: 'The sign of a rooted device',
  incognito: 'The sign of a private window',
  vpn: 'The sign of a VPN',
  proxy: 'The sign of a proxy',
  tor: 'The sign of Tor',
  ipBlocklisted: 'The sign that the address is on a list',
};

type Fact = keyof DeviceFacts;

const snake = (name: string): string => name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);

type FactEdit = {
  readonly name: Fact;
  readonly noun: string;
  readonly isBad: (facts: DeviceFacts) => boolean;
  readonly good: DeviceFacts[Fact];
  readonly size?: number;
};

const factMend = (
  scene: Scene,
  known: readonly Known[],
  { name, noun, isBad, good, size = 1 }: FactEdit,
): readonly Edit[] => {
  const bad = known.filter(({ item }) => isBad(item.facts));
  const last = bad.at(-1);
  if (!last) return [];
  const edit = { what: `device.${snake(name)}`, noun, from: plain(last.item.facts[name]), to: plain(good), size };
  return [editing(scene, bad, (item) => ({ ...item, facts: { ...item.facts, [name]: good } }), edit)];
};

const plain = (value: DeviceFacts[Fact]): EditValue => value ?? null;

const riskMends: EditsOf = (scene) => {
  const known = knownIn(scene);
  const { maxLinkedIds, minConfidence } = scene.policy.device;
  const edits: readonly FactEdit[] = [
    {
      name: 'bot',
      noun: 'The program that drove the browser',
      isBad: ({ bot }) => bot === 'bad',
      good: 'not_detected',
    },
    ...signs.map((name) => ({
      name,
      noun: nouns[name],
      isBad: (facts: DeviceFacts) => facts[name] === true,
      good: false,
    })),
    {
      name: 'confidence',
      noun: 'The confidence in the identification of the device',
      isBad: ({ confidence }) => confidence !== null && confidence < minConfidence,
      good: minConfidence,
      size: 0.5,
    },
    {
      name: 'linkedIds24h',
      noun: 'The number of people seen with the device within a day',
      isBad: ({ linkedIds24h }) => linkedIds24h !== null && linkedIds24h > maxLinkedIds,
      good: maxLinkedIds,
      size: 0.5,
    },
    {
      name: 'linkedId',
      noun: 'The profile for which the device event was made',
      isBad: ({ linkedId }) => linkedId !== scene.file.profileId,
      good: scene.file.profileId,
    },
    {
      name: 'originAllowed',
      noun: 'The page on which the device event was made being ours',
      isBad: ({ originAllowed }) => originAllowed === false,
      good: true,
    },
  ];
  return edits.flatMap((edit) => factMend(scene, known, edit));
};

/** Gives earlier attempts the same device as this one. */
const earlierMends: EditsOf = (scene) => {
  const { device, earlierDevices } = scene.inForce;
  const to = device?.item.facts?.visitorId ?? null;
  const others = earlierDevices.filter(({ item }) => item.facts && item.facts.visitorId !== to);
  const last = others.at(-1);
  if (to === null || !last) return [];
  const same = (item: DeviceEvidence): DeviceEvidence => ({
    ...item,
    facts: item.facts && { ...item.facts, visitorId: to },
  });
  const from = last.item.facts?.visitorId ?? null;
  return [
    editing(scene, others, same, { what: 'device.earlier', noun: 'The device of earlier attempts', from, to, size: 1 }),
  ];
};

/** Makes the event as old as its submission, and removes an earlier use. */
const eventMends: EditsOf = (scene) => {
  const { device, deviceEvent, devices } = scene.inForce;
  const edits: Edit[] = [];
  const facts = device?.item.facts;
  if (device && deviceEvent && facts && facts.occurredAt !== deviceEvent.item.at) {
    edits.push(
      editing(scene, [device], (item) => ({ ...item, facts: { ...facts, occurredAt: deviceEvent.item.at } }), {
        what: 'device.occurred_at',
        noun: 'The time at which the device event was made',
        from: facts.occurredAt,
        to: deviceEvent.item.at,
        size: 0.5,
      }),
    );
  }
  const used = devices.filter(({ item }) => item.usedBefore);
  if (used.length > 0) {
    edits.push(
      editing(scene, used, ({ usedBefore: _, ...item }) => item, {
        what: 'device.used_before',
        noun: 'An earlier use of the device event',
        from: true,
        to: false,
        size: 1,
      }),
    );
  }
  return edits;
};

/** The facts of a device without risks, whose event was made for this profile at this time. */
const clean = ({ file, now }: Scene): DeviceFacts => ({
  visitorId: null,
  occurredAt: now,
  linkedId: file.profileId,
  confidence: 1,
  replayed: false,
  bot: 'not_detected',
  tampered: false,
  emulated: false,
  rooted: false,
  incognito: false,
  vpn: false,
  proxy: false,
  tor: false,
  ipBlocklisted: false,
  linkedIds24h: 1,
  originAllowed: true,
});

/** Adds an answer of the provider if there is none, for the submitted event or for a hypothetical one. */
const answerMends: EditsOf = (scene) => {
  const { device, deviceEvent } = scene.inForce;
  if (scene.policy.checks.device === undefined || device?.item.facts) return [];
  const mark = markOf(scene);
  const named = deviceEvent?.item ?? { kind: 'device_event' as const, eventId: 'wouldbe', ...mark };
  const facts = { ...clean(scene), occurredAt: named.at };
  const answer = { kind: 'device' as const, eventId: named.eventId, facts, ...mark };
  return [
    adding(scene, deviceEvent ? [answer] : [named, answer], {
      what: deviceEvent ? 'device.answer' : 'device.event',
      noun: deviceEvent ? "The provider's answer about the device event" : 'A device event',
      from: null,
      to: deviceEvent ? 'clean' : 'supplied',
      size: deviceEvent ? 1 : 2,
    }),
  ];
};

/** Finds the perturbations that remove what the device check found. */
export const deviceMends: EditsOf = (scene) =>
  [riskMends, earlierMends, eventMends, answerMends].flatMap((edits) => edits(scene));
