import { isSampled } from '../../decide.ts';
import type { Edit, EditsOf, Scene } from '../edit.ts';

/** The number of ids that are tried until one is not sampled. */
const tries = 8;

/** The same input under another profile id. Device events that were made for the profile are linked to the new id. */
const under = ({ file, now }: Scene, profileId: string): Edit['next'] => ({
  now,
  file: {
    ...file,
    profileId,
    evidence: file.evidence.map((item) =>
      item.kind === 'device' && item.facts?.linkedId === file.profileId
        ? { ...item, facts: { ...item.facts, linkedId: profileId } }
        : item,
    ),
  },
});

/** Gives the profile an id that is not sampled for review. */
export const sampleMends: EditsOf = (scene) => {
  if (!isSampled(scene.policy, scene.file.profileId)) return [];
  const ids = Array.from({ length: tries }, (_, n) => `${scene.file.profileId.slice(0, 13)}${n + 10}`);
  const free = ids.find((id) => !isSampled(scene.policy, id));
  const edit = { what: 'sample', noun: 'The draw of the policy', from: 'drawn', to: 'not drawn', size: 1 };
  return free === undefined ? [] : [{ ...edit, next: under(scene, free) }];
};
