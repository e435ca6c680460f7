/** The texts of a schema's fields, by their path: a dot leads into an object, and a list has the path of its items. */
export type FieldTexts = { readonly [path: string]: string };

/** Fields that mean the same wherever they occur, by their last name. A schema may say more of one in its own texts. */
export const commonTexts: FieldTexts = {
  profile_id: 'The id of the profile.',
  profile_status: 'The status that the profile has after this.',
  partner_id: 'The partner to whom it belongs.',
  team_id: 'The team of the partner to which it belongs; null without teams.',
  created_at: 'When it was made.',
  server_time:
    'The time of the server when it answered. Compare `expires_at` with this one and not with the clock of the device.',
  session_id: 'The id of the liveness session.',
  region: 'The region of the provider, in its own notation.',
  challenge: 'What the person does in front of the camera.',
  reasons: 'The reasons, the gravest first; empty where there is none.',
  next_cursor: 'Hand it back as `cursor` for the next page; null on the last one.',
  client_id: 'The id of the client, where it is not named by HTTP Basic or by an assertion.',
  client_secret: 'The secret of the client. Send it here or by HTTP Basic, not both.',
  client_assertion: 'A JWT that the client signed with its own key (RFC 7523 section 2.2), of at most 8192 characters.',
  client_assertion_type: 'Always `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`, beside `client_assertion`.',
};
