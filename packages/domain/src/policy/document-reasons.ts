import type { SignalCode } from '@portcullis/documents';
import { forPerson, forStaff, type ReasonRow } from './reason-row.ts';

/** The reasons about the photo of a document, its machine-readable zone, its barcode and its reading. */
export const documentReasons = {
  document_missing: forPerson('retry', 'No image of the document was supplied.'),
  document_back_missing: forPerson('retry', 'The back of the document was asked for and not supplied.'),
  document_unreadable: forPerson('retry', 'Nothing on the document could be read.'),
  document_blurry: forPerson('retry', 'The image is out of focus.'),
  document_glare: forPerson('retry', 'Reflections cover a part of the document.'),
  document_too_dark: forPerson('retry', 'The image is darker than the policy allows.'),
  document_too_small: forPerson('retry', 'The image has fewer pixels than the policy allows.'),
  document_cut_off: forPerson('retry', 'The document is cropped.'),
  document_obscured: forPerson('retry', 'A part of the document is covered.'),
  document_damaged: forPerson('retry', 'The document is damaged.'),
  document_black_and_white: forPerson('retry', 'The image has no colour.'),
  document_portrait_missing: forPerson('retry', 'No face was found on the document.'),
  document_type_not_allowed: forPerson('retry', 'The policy does not accept this type of document.'),
  document_expired: forPerson('retry', 'The document is past its date of expiry and the policy grace.'),
  document_screen_capture: forPerson('retry', 'The image shows a screen.'),
  document_printed_copy: forPerson('retry', 'The image shows a paper copy.'),
  mrz_missing: forPerson('retry', 'No machine-readable zone was found.'),
  mrz_unreadable: forPerson('retry', 'A machine-readable zone was seen and could not be read.'),
  barcode_unreadable: forPerson('retry', 'The barcode does not parse.'),
  duplicate_file: forPerson('retry', 'The same image was supplied for both sides or again after a rejection.'),
  document_sides_together: forPerson(
    'retry',
    'The picture of the front shows what is on the back of such a document: both sides are in one picture, or were taken for each other.',
  ),
  document_not_accepted: forPerson(
    'retry',
    'The policy refuses documents on which nothing can be verified by machine: the State puts neither a machine-readable zone with check digits nor a barcode that is read on this one.',
  ),
  document_not_verifiable: forPerson(
    'review',
    'Nothing on this document can be verified by machine: the State puts neither a machine-readable zone with check digits nor a barcode that is read on it.',
  ),
  document_part_absent: forPerson(
    'review',
    'A sharp photo lacks what another one lacked, or the last attempt ended for want of it: the document itself may not have it.',
  ),
  document_names_unread: forPerson(
    'review',
    'The names were not read with certainty, on a document of which everything with a check digit was read right.',
  ),
  document_without_number: forPerson(
    'review',
    'The machine-readable part has no document number, and everything on it was read right.',
  ),
  document_date_not_in_calendar: forStaff(
    'review',
    'The machine-readable part has a date that the calendar does not have, as month 13 or 30 February.',
  ),
  birth_date_incomplete: forPerson('review', 'The document does not state the day of birth, or not all of it.'),
  birth_century_open: forPerson(
    'review',
    'The machine-readable zone has two digits of the year of birth: the person may be a hundred years older than they say.',
  ),
  age_depends_on_place: forPerson(
    'review',
    'It is the birthday of the required age in a part of the issuing State alone.',
  ),
  document_never_expires: forPerson('review', 'The document states that it never expires.'),
  document_without_expiry: forPerson(
    'review',
    'The machine-readable part has no date of expiry, and everything on it was read right.',
  ),
  expiry_century_open: forPerson(
    'review',
    'The machine-readable zone has two digits of the year of expiry: the State issues such a document for so long that it may be valid for a century more.',
  ),
  expiry_depends_on_place: forPerson(
    'review',
    'The document has expired in a part of the issuing State alone, where it is the next day already.',
  ),
  document_unverified_other: forPerson(
    'review',
    'The document could not be verified for a reason that has no code of its own.',
  ),
  document_changed: forStaff(
    'review',
    'Another photo in this profile has the same document number and says something else of the holder or the expiry.',
  ),
  document_sides_mismatch: forStaff('review', 'Front and back belong to different documents.'),
  document_sides_unknown: forStaff('review', 'The reader did not say on which side of the document it read what.'),
  identity_not_on_portrait_side: forStaff(
    'review',
    'The identity was not read on the side of the document whose portrait is compared with the selfie.',
  ),
  document_template_mismatch: forStaff('review', 'The layout is not the one of this document type.'),
  document_tampered: forStaff('review', 'Signs that the document was altered.'),
  document_portrait_replaced: forStaff('review', 'Signs that the portrait was replaced.'),
  document_several_faces: forStaff(
    'review',
    'Faces on the photo of the document do not look like one person; none of them was compared.',
  ),
  document_instruction_text: forStaff('review', 'Text on the document that is addressed to a machine.'),
  mrz_check_digit_failed: forPerson(
    'review',
    'A check digit of the machine-readable zone is wrong (ICAO 9303-3, 4.9).',
  ),
  mrz_print_mismatch: forStaff('review', 'The printed zone disagrees with the machine-readable zone.'),
  barcode_mismatch: forStaff(
    'review',
    'The barcode disagrees with what is printed, or with the machine-readable zone.',
  ),
  document_number_doubtful: forStaff(
    'review',
    'The document number may be another one: other characters fit its check digits too, or it was repaired and print does not confirm it, or its State writes no such numbers.',
  ),
  personal_number_doubtful: forStaff(
    'review',
    "The holder's own number may be another one: other characters fit its check digits too, it has letters where its State writes digits, or its check digit is wrong.",
  ),
  document_specimen: forStaff(
    'review',
    'The document is a published specimen: its number, its holder or its State is that of a sample.',
  ),
  ai_low_confidence: forStaff('review', 'The reader of the printed fields was not sure of what the checks need.'),
  document_country_not_allowed: forPerson('decline', 'The policy does not accept documents of this country.'),
  mrz_repaired: forStaff(
    'info',
    'A reading slip in the machine-readable zone was repaired; before and after are in the evidence.',
  ),
} as const satisfies Record<string, ReasonRow> & Record<SignalCode, ReasonRow>;
