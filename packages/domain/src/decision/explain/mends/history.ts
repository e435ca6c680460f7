import { type SightingKind, type SightingsEvidence, sightingKinds } from '../../../evidence/evidence.ts';
import { adding, type Edit, type EditsOf, editing, markOf, type Scene } from '../edit.ts';

type Look = (item: SightingsEvidence) => SightingsEvidence;

const looked = (scene: Scene, look: Look, edit: Omit<Edit, 'next'>): readonly Edit[] => {
  const { sightings } = scene.inForce;
  return sightings ? [editing(scene, [sightings], look, edit)] : [];
};

const things: Readonly<Record<SightingKind, string>> = {
  document: 'document',
  person: 'person',
  image: 'picture',
  device: 'device',
};

/** How many other references may be seen with one thing. */
export const othersEdit = (scene: Scene, kind: SightingKind, to: number): readonly Edit[] =>
  looked(scene, (item) => ({ ...item, others: { ...item.others, [kind]: to } }), {
    what: `sightings.others.${kind}`,
    noun: `The number of other references with this ${things[kind]}`,
    from: scene.inForce.sightings?.item.others[kind] ?? null,
    to,
    size: 1,
  });

export const windows = ['document', 'device', 'reference'] as const;
type Window = (typeof windows)[number];

/** How many attempts a window may have. */
export const attemptsEdit = (scene: Scene, kind: Window, to: number): readonly Edit[] =>
  looked(scene, (item) => ({ ...item, attempts: { ...item.attempts, [kind]: to } }), {
    what: `sightings.attempts.${kind}`,
    noun: `The number of attempts with this ${kind} in the window`,
    from: scene.inForce.sightings?.item.attempts[kind] ?? null,
    to,
    size: 1,
  });

const countMends: EditsOf = (scene) => {
  const { policy } = scene;
  const item = scene.inForce.sightings?.item;
  if (!item) return [];
  return [
    ...sightingKinds.flatMap((kind) => {
      const most = policy.duplicates[kind];
      return most !== null && (item.others[kind] ?? 0) > most ? othersEdit(scene, kind, most) : [];
    }),
    ...windows.flatMap((kind) => {
      const most = policy.velocity[kind];
      return most !== null && (item.attempts[kind] ?? 0) > most ? attemptsEdit(scene, kind, most) : [];
    }),
  ];
};

const listMends: EditsOf = (scene) =>
  (scene.inForce.sightings?.item.blocked ?? []).flatMap((kind) =>
    looked(scene, (item) => ({ ...item, blocked: item.blocked.filter((other) => other !== kind) }), {
      what: `sightings.blocked.${kind}`,
      noun: `The entry of this ${things[kind]} on the list of those to decline`,
      from: true,
      to: false,
      size: 1,
    }),
  );

/** A look into the register that found nobody, where there was none. */
const lookMends: EditsOf = (scene) => {
  const { checks, velocity } = scene.policy;
  const isWanted = checks.duplicates !== undefined || checks.velocity !== undefined;
  if (scene.inForce.sightings || !isWanted) return [];
  const found: SightingsEvidence = {
    kind: 'sightings',
    readingId: scene.inForce.reading?.item.id ?? null,
    others: { document: 0, person: 0, image: 0, device: 0 },
    attempts: { windowSeconds: velocity.windowSeconds, document: 1, device: 1, reference: 1 },
    blocked: [],
    allowed: [],
    ...markOf(scene),
  };
  return [
    adding(scene, [found], {
      what: 'sightings',
      noun: 'The look into the register',
      from: null,
      to: 'nobody',
      size: 1,
    }),
  ];
};

/** A person, document and device that the tenant has not seen too often. */
export const historyMends: EditsOf = (scene) => [countMends, listMends, lookMends].flatMap((edits) => edits(scene));
