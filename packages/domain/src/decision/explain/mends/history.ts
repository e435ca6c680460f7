import { type SightingKind, type SightingsEvidence, sightingKinds } from '../../../evidence/evidence.ts';
import type { Policy } from '../../policy.ts';
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

/** Changes the number of other references under which one kind was seen. */
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

/** Changes the number of attempts in the window. */
export const attemptsEdit = (scene: Scene, kind: Window, to: number): readonly Edit[] =>
  looked(scene, (item) => ({ ...item, attempts: { ...item.attempts, [kind]: to } }), {
    what: `sightings.attempts.${kind}`,
    noun: `The number of attempts with this ${kind} in the window`,
    from: scene.inForce.sightings?.item.attempts[kind] ?? null,
    to,
    size: 1,
  });

/** Lowers every count that is above its limit to the limit. */
const within =
  ({ duplicates, velocity }: Policy): Look =>
  ({ others, attempts, ...item }) => {
    const least = (seen: number | null, most: number | null) =>
      seen !== null && most !== null ? Math.min(seen, most) : seen;
    return {
      ...item,
      others: {
        document: least(others.document, duplicates.document),
        person: least(others.person, duplicates.person),
        image: least(others.image, duplicates.image),
        device: least(others.device, duplicates.device),
      },
      attempts: {
        ...attempts,
        document: least(attempts.document, velocity.document),
        device: least(attempts.device, velocity.device),
        reference: Math.min(attempts.reference, velocity.reference ?? attempts.reference),
      },
    };
  };

const countMends: EditsOf = (scene) => {
  const each = eachCount(scene);
  if (each.length < 2) return each;
  // Several counts are often above their limits together: those of a document, its holder and its picture.
  const edit = { what: 'sightings', noun: 'What was seen too often', size: each.length };
  const from = each.map(({ what }) => what.replace('sightings.', '')).join(', ');
  return [...each, ...looked(scene, within(scene.policy), { ...edit, from, to: 'within its limits' })];
};

const eachCount: EditsOf = (scene) => {
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

/** Removes every entry on the list of those to decline, because one entry is enough for that reason. */
const listMends: EditsOf = (scene) => {
  const blocked = scene.inForce.sightings?.item.blocked ?? [];
  return blocked.length === 0
    ? []
    : looked(scene, (item) => ({ ...item, blocked: [] }), {
        what: 'sightings.blocked',
        noun: "What stands on the tenant's list of those to decline",
        from: blocked.map((kind) => things[kind]).join(', '),
        to: null,
        size: 1,
      });
};

/** Adds a lookup in the duplicate index that found nothing, if there was no lookup. */
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

/** Finds the perturbations that bring the duplicate and velocity counts within their limits. */
export const historyMends: EditsOf = (scene) => [countMends, listMends, lookMends].flatMap((edits) => edits(scene));
