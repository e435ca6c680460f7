import { forStaff, type ReasonRow } from './reason-row.ts';

/** The reasons about what the tenant has seen before, and about the tenant's own lists. */
export const historyReasons = {
  duplicate_of_declined: forStaff(
    'review',
    'Another profile of the tenant that showed the document is declined, or a profile of another reference that showed the same person or picture.',
  ),
  duplicate_document: forStaff(
    'review',
    'The document, or a picture of it, was seen under another reference of the tenant.',
  ),
  duplicate_person: forStaff(
    'review',
    'The person, by name and date of birth, was seen under another reference of the tenant.',
  ),
  velocity_device: forStaff('review', 'More attempts from this device in the window than the policy allows.'),
  velocity_document: forStaff('review', 'More attempts with this document in the window than the policy allows.'),
  velocity_reference: forStaff('review', 'More attempts for this reference in the window than the policy allows.'),
  list_blocked: forStaff(
    'decline',
    "The document, person or device stands on the tenant's own list of those to decline.",
  ),
  list_allowed: forStaff('info', "The document, person or device stands on the tenant's own list of those to allow."),
} as const satisfies Record<string, ReasonRow>;
