import { isSampled } from '../../decide.ts';
import type { Edit, EditsOf, Scene } from '../edit.ts';

/** How many ids are tried until one is not drawn. */
const tries = 8;

/** The same case under another id; what was made for the profile is made for that one. */
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

/** A profile that is not drawn for a person to look at. */
export const sampleMends: EditsOf = (scene) => {
  if (!isSampled(scene.policy, scene.file.profileId)) return [];
  const ids = Array.from({ length: tries }, (_, n) => `${scene.file.profileId.slice(0, 13)}${n + 10}`);
  const free = ids.find((id) => !isSampled(scene.policy, id));
  const edit = { what: 'sample', noun: 'The draw of the policy', from: 'drawn', to: 'not drawn', size: 1 };
  return free === undefined ? [] : [{ ...edit, next: under(scene, free) }];
};
