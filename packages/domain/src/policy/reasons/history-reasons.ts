import type { ReasonRow } from './reason-row.ts';

/** The reasons about what the tenant has seen before, and about the tenant's own lists. */
export const historyReasons = {
  duplicate_of_declined: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'The document was shown in another profile of the tenant that is declined now.',
  },
  duplicate_document: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'The document, or a picture of it, was seen under another reference of the tenant.',
  },
  duplicate_person: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'The person, by name and date of birth, was seen under another reference of the tenant.',
  },
  velocity_device: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'More attempts from this device in the window than the policy allows.',
  },
  velocity_document: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'More attempts with this document in the window than the policy allows.',
  },
  velocity_reference: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'More attempts for this reference in the window than the policy allows.',
  },
  list_blocked: {
    action: 'decline',
    visibility: 'staff',
    staffMessage: "The document, person or device stands on the tenant's own list of those to decline.",
  },
  list_allowed: {
    action: 'info',
    visibility: 'staff',
    staffMessage: "The document, person or device stands on the tenant's own list of those to allow.",
  },
} as const satisfies Record<string, ReasonRow>;
