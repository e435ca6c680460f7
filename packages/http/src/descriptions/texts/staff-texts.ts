import type { FieldTexts } from './common.ts';
import { profileTexts } from './profile-texts.ts';

const page = {
  looked: 'How many were looked at for this page.',
  damaged: 'How many were left out because they cannot be read, where there are any.',
};

/** The texts of the fields that staff alone get and whose names do not say it, by the name of the schema. */
export const staffTexts: { readonly [schema: string]: FieldTexts } = {
  StaffMember: { search_by: 'The terms by which the member may search profiles.' },
  ReviewClaim: { until: 'When the claim lapses.' },
  Review: {
    hold: 'The legal hold on it; absent for those who may not see whether there is one.',
    erasure_announced_at: 'Since when its policy has announced to erase it; absent for the same.',
  },
  ReviewList: page,
  FoundReviews: page,
  ListPage: { damaged: page.damaged },
  SignedInMembers: { damaged: page.damaged },
  StaffProfile: {
    ...profileTexts['Profile'],
    redacted: 'What is personal is left out, because the member may not read of persons.',
    compared_faces: 'For those alone who see pictures and what is personal.',
  },
  StaffExplanation: { redacted: 'What is personal is left out, because the member may not read of persons.' },
  ListEntry: {
    added_by: 'Null for what others have put there.',
    is_own: 'Whether the member may take it off.',
  },
  Client: {
    awaits_second_person: 'Whether it has a secret that admits only once another person has enabled the client.',
    old_secret_ends_at: 'Until when the secret before admits as well.',
  },
  PolicySummary: { is_damaged: 'Its row was changed in the database: what is said of it is not certain.' },
};
