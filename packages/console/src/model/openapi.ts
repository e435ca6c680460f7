// Made by `npm run generate:client` from what describes the API, or its part for staff. Do not edit it.
// The description: 58cb55bf87a18b05bc8ae9f41f8463ee7d79e6a4056a1fe3b883c199a3b61242
// The lines below: d1d3def2bd6afe667fc44cd09f55d9c9ca3630868b3ae35fc0721c71d1303926

export interface components {
    schemas: {
        /** @description `created`: the person has not begun. `in_progress`: something was supplied, and something is missing. `processing`: everything was supplied and is being checked. `requires_input`: the person is asked for something again. `in_review`: a reviewer decides. `approved`, `declined`: decided. `lapsed`: the approval has ended by time. `expired`: the person did not finish in time. `canceled`: ended by the partner or by a newer profile. */
        readonly Status: "created" | "in_progress" | "processing" | "requires_input" | "in_review" | "approved" | "declined" | "lapsed" | "expired" | "canceled";
        /** @description Why a check, a decision or a status is what it is. */
        readonly Reason: "document_missing" | "document_back_missing" | "document_unreadable" | "document_blurry" | "document_glare" | "document_too_dark" | "document_too_small" | "document_cut_off" | "document_obscured" | "document_damaged" | "document_black_and_white" | "document_portrait_missing" | "document_type_not_allowed" | "document_expired" | "document_screen_capture" | "document_printed_copy" | "mrz_missing" | "mrz_unreadable" | "barcode_unreadable" | "duplicate_file" | "document_sides_together" | "document_not_accepted" | "document_not_verifiable" | "document_part_absent" | "document_names_unread" | "document_without_number" | "document_date_not_in_calendar" | "birth_date_incomplete" | "birth_century_open" | "age_depends_on_place" | "document_never_expires" | "document_without_expiry" | "expiry_century_open" | "expiry_depends_on_place" | "document_unverified_other" | "document_changed" | "document_sides_mismatch" | "document_sides_unknown" | "identity_not_on_portrait_side" | "document_template_mismatch" | "document_tampered" | "document_portrait_replaced" | "document_several_faces" | "document_instruction_text" | "mrz_check_digit_failed" | "mrz_print_mismatch" | "barcode_mismatch" | "document_number_doubtful" | "personal_number_doubtful" | "document_specimen" | "ai_low_confidence" | "document_country_not_allowed" | "mrz_repaired" | "data_field_missing" | "data_name_mismatch" | "data_name_variant" | "data_name_unconfirmed" | "data_birth_date_mismatch" | "data_number_mismatch" | "data_dates_impossible" | "data_inconsistent" | "data_country_mismatch" | "age_below_minimum" | "selfie_no_face" | "selfie_multiple_faces" | "selfie_low_quality" | "liveness_low_score" | "liveness_session_failed" | "consent_missing" | "liveness_session_expired" | "liveness_no_reference_image" | "consent_declined" | "liveness_session_unread" | "liveness_gentle_challenge" | "liveness_challenge_mismatch" | "liveness_picture_repeated" | "face_match_borderline" | "face_mismatch" | "liveness_attack" | "device_shared" | "device_changed" | "device_tampered" | "device_emulated" | "device_bot" | "device_event_replayed" | "device_event_missing" | "device_origin_mismatch" | "device_event_stale" | "network_tor" | "network_ip_blocklisted" | "device_incognito" | "device_rooted" | "network_vpn" | "network_proxy" | "duplicate_of_declined" | "duplicate_document" | "duplicate_person" | "velocity_device" | "velocity_document" | "velocity_reference" | "list_blocked" | "list_allowed" | "provider_unavailable" | "provider_timeout" | "provider_quota_exceeded" | "provider_budget_exhausted" | "provider_not_configured" | "provider_response_invalid" | "ai_refused" | "ai_output_truncated" | "ai_output_invalid" | "policy_sampled" | "checks_incomplete" | "path_contradicted" | "path_person_mismatch" | "path_not_chosen" | "path_incomplete" | "policy_attempts_exhausted" | "flow_expired_unopened" | "flow_expired_abandoned" | "flow_canceled_by_user" | "flow_canceled_by_client" | "review_pending" | "input_needed" | "policy_changed" | "lapse_document_expired" | "lapse_validity_ended" | "review_approved_override" | "review_declined" | "review_input_requested" | "review_reopened";
        /** @description The kind of a problem. Each has a page at `/problems/<code>`. */
        readonly ProblemCode: "invalid_request" | "invalid_json" | "unauthenticated" | "invalid_token" | "token_expired" | "invalid_credentials" | "insufficient_scope" | "insufficient_permission" | "cross_site_request" | "not_found" | "method_not_allowed" | "invalid_transition" | "version_conflict" | "idempotency_in_progress" | "review_claimed" | "claim_limit_reached" | "claim_required" | "draft_closed" | "second_person_required" | "policy_exists" | "draft_limit_reached" | "legal_hold" | "ledger_unsound" | "consent_required" | "biometrics_not_passed" | "capture_not_supported" | "capture_submitted" | "endpoint_limit_reached" | "change_limit_reached" | "flow_ended" | "events_gone" | "precondition_failed" | "payload_too_large" | "profile_storage_full" | "tenant_storage_full" | "unsupported_media_type" | "validation_failed" | "idempotency_mismatch" | "rate_limited" | "image_budget_exceeded" | "provider_budget_exhausted" | "internal_error" | "record_damaged" | "not_implemented" | "provider_rejected" | "provider_unavailable" | "database_unavailable" | "clock_skew" | "not_configured" | "service_stopping" | "deadline_exceeded" | "http_version_not_supported";
        /** @description Something that the person supplies. */
        readonly Step: "consent" | "document_front" | "document_back" | "liveness" | "device";
        /** @description The type of a document. */
        readonly DocumentType: "passport" | "id_card" | "residence_permit" | "driving_licence" | "visa" | "other";
        /** @description The name of a check. */
        readonly CheckName: "document_quality" | "document_type" | "document_mrz" | "document_barcode" | "document_consistency" | "document_expiry" | "document_age" | "document_authenticity" | "claimed_data" | "liveness" | "face_match" | "device" | "duplicates" | "velocity";
        /** @description What a decision leads to: an approval, another try of the person, a review, or a decline. */
        readonly Outcome: "approve" | "retry" | "review" | "decline";
        /** @description What happened, to a profile or an endpoint. More types may come: leave out those that you do not know. */
        readonly EventType: "profile.created" | "profile.consent_given" | "profile.submitted" | "profile.requires_input" | "profile.in_review" | "profile.approved" | "profile.declined" | "profile.lapsed" | "profile.expired" | "profile.canceled" | "profile.erased" | "endpoint.disabled";
        readonly Metadata: {
            readonly [key: string]: string;
        };
        readonly StaffProfileList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            readonly data: readonly components["schemas"]["StaffProfile"][];
            /** @description Hand it back as `cursor` for the next page; null on the last one. */
            readonly next_cursor: string | null;
            readonly damaged?: number;
        };
        /** @description Why a request was refused (RFC 9457). */
        readonly Problem: {
            /** @description The page of this kind of problem, relative to the address of the service. Write programs against `code`. */
            readonly type: string;
            /** @description The kind of problem in a sentence; always the same for one `code`. */
            readonly title: string;
            /** @description The status of the answer. */
            readonly status: number;
            /** @description The kind of problem, for programs. */
            readonly code: components["schemas"]["ProblemCode"];
            /** @description The `Request-Id` of the answer, by which the operator finds the request. */
            readonly request_id: string;
            /** @description Whether the same request may succeed when it is sent again; `Retry-After` says when. */
            readonly retryable: boolean;
            /** @description What happened here, in a sentence for developers. */
            readonly detail?: string;
            /** @description What is wrong with the request, at most 20 faults. */
            readonly errors?: readonly {
                /** @description A JSON pointer (RFC 6901) into the body, or the name of a parameter or header. */
                readonly pointer: string;
                /** @description What was expected there. The received value is never repeated. */
                readonly message: string;
            }[];
            /** @description The status events that this caller may post in the status that the profile has. */
            readonly allowed?: readonly string[];
            /** @description What has to be supplied first. */
            readonly missing?: readonly string[];
            /** @description The first cursor that the feed of events still has: hand it to `GET /api/events` as `after`. */
            readonly first_cursor?: string;
        };
        readonly StaffProfile: {
            /** @description The id of the profile. */
            readonly id: string;
            /**
             * @description Always `profile`.
             * @constant
             */
            readonly object: "profile";
            /**
             * @description Always `partner`: the view of a machine token.
             * @constant
             */
            readonly view: "partner";
            /** @description The partner's own name for the person, as it was given at create. */
            readonly reference: string;
            /** @description The partner to whom it belongs. */
            readonly partner_id: string;
            /** @description The team of the partner to which it belongs; null without teams. */
            readonly team_id: string | null;
            /** @description Where the verification stands. */
            readonly status: components["schemas"]["Status"];
            /** @description Why it has this status, the gravest reason first; empty where there is no reason. */
            readonly status_reasons: readonly components["schemas"]["Reason"][];
            /** @description The policy under which it is judged, fixed at create. */
            readonly policy: {
                /** @description The id of the policy. */
                readonly id: string;
                /** @description Its version. */
                readonly version: string;
            };
            /** @description The attempt that is under way or was the last. */
            readonly attempt: {
                /** @description Its number, from 1. */
                readonly number: number;
                /** @description How many attempts the policy allows. */
                readonly max: number;
            };
            /** @description The steps that the policy, or a reviewer, asks for, in the order in which they are supplied. */
            readonly requirements: readonly {
                /** @description What is to be supplied. */
                readonly step: components["schemas"]["Step"];
                /** @description `missing`: not supplied yet. `present`: supplied and not judged yet. `accepted`: supplied and good. `rejected`: to be supplied again. */
                readonly state: "missing" | "present" | "accepted" | "rejected";
                /** @description Why it was rejected; empty in every other state. */
                readonly reasons: readonly components["schemas"]["Reason"][];
            }[];
            /** @description What the partner says about the person. It is compared with the evidence and never believed without. */
            readonly claimed: components["schemas"]["Claimed"];
            /** @description What was read from the document of the current attempt; null before that. */
            readonly document: components["schemas"]["Document"] | null;
            /** @description The results of the checks, in a fixed order; empty before the first decision. */
            readonly checks: readonly components["schemas"]["Check"][];
            /** @description The newest decision; null before the first. */
            readonly decision: components["schemas"]["Decision"] | null;
            /** @description What was really proven, by what, for risk rules of another system. */
            readonly assurance: components["schemas"]["Assurance"];
            /** @description The newest consent or refusal of the person; null before the first. */
            readonly consent: components["schemas"]["Consent"] | null;
            /** @description The stored images, also those of earlier attempts. */
            readonly files: readonly components["schemas"]["StaffFile"][];
            /** @description The language of the person's messages, a BCP 47 tag. */
            readonly language: string;
            /** @description The partner's own pairs: at most 20, keys of 1 to 40 characters, values of at most 500. */
            readonly metadata: {
                readonly [key: string]: string;
            };
            /** @description Where your page sends the person afterwards. The service itself redirects nobody. Null without one. */
            readonly redirect_url: string | null;
            /** @description The profile of the same reference that this one has replaced; null for the first. */
            readonly previous_profile_id: string | null;
            /** @description The erasure of the profile; null while nobody has erased it. */
            readonly redaction: components["schemas"]["Redaction"] | null;
            /** @description Goes up by one with each entry of its ledger. It is also in `ETag`. */
            readonly version: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            readonly updated_at: string;
            /**
             * Format: date-time
             * @description When the profile expires if it is still open then.
             */
            readonly expires_at: string;
            /**
             * Format: date-time
             * @description When the newest decision was made; null before the first.
             */
            readonly decided_at: string | null;
            /**
             * Format: date-time
             * @description When the approval lapses; null while it is not approved.
             */
            readonly lapses_at: string | null;
            /**
             * Format: date-time
             * @description When retention erases it, unless somebody takes that back; null for never.
             */
            readonly erases_at: string | null;
            /**
             * @description What is personal is left out, because the member may not read of persons.
             * @constant
             */
            readonly redacted?: true;
            /** @description For those alone who see pictures and what is personal. */
            readonly compared_faces?: readonly components["schemas"]["ComparedFaces"][];
        };
        /** @description What stays visible of an erased profile. */
        readonly ErasedProfile: {
            /** @description The id of the profile. */
            readonly id: string;
            /**
             * @description Always `profile`.
             * @constant
             */
            readonly object: "profile";
            /** @description Where the verification stands. */
            readonly status: components["schemas"]["Status"];
            /** @description Why it has this status, the gravest reason first; empty where there is no reason. */
            readonly status_reasons: readonly components["schemas"]["Reason"][];
            /** @description The erasure of the profile; null while nobody has erased it. */
            readonly redaction: {
                /**
                 * Format: date-time
                 * @description When the erasure was requested. From then on nothing personal is answered.
                 */
                readonly requested_at: string;
                /** @description Who did it. */
                readonly by: {
                    /** @description The kind of actor: the service itself, a server of the partner, the person, a reviewer or the operator. */
                    readonly type: "system" | "machine" | "flow" | "reviewer" | "operator";
                    /** @description The id of the client, the person's token, the reviewer or the operator; `portcullis` for the service. */
                    readonly id: string;
                };
                /** @description `requested` by the partner, or `retention` by the policy. */
                readonly reason: "requested" | "retention";
            } | null;
        };
        /** @description When a profile is erased after an erasure was taken back. */
        readonly RetainedProfile: {
            /** @description The id of the profile. */
            readonly id: string;
            /**
             * @description Always `profile`.
             * @constant
             */
            readonly object: "profile";
            /** @description Where the verification stands. */
            readonly status: components["schemas"]["Status"];
            /**
             * Format: date-time
             * @description When the profile is erased now; null for never.
             */
            readonly erases_at: string | null;
        };
        readonly StaffExplanation: {
            /**
             * @description Always `decision`.
             * @constant
             */
            readonly object: "decision";
            /** @description The id of the profile. */
            readonly profile_id: string;
            readonly seq: number;
            /** Format: date-time */
            readonly at: string;
            readonly outcome: components["schemas"]["Outcome"];
            readonly status: components["schemas"]["Status"];
            readonly decided_by: {
                /** @enum {string} */
                readonly type: "system" | "reviewer";
                readonly id: string;
            };
            readonly review: {
                readonly reason: string;
                readonly note: string | null;
            } | null;
            readonly policy: {
                readonly id: string;
                readonly version: string;
                readonly digest: string;
            };
            readonly engine: number;
            readonly attempt: number;
            readonly evidence_digest: string;
            readonly evidence_count: number;
            readonly reproduced: boolean;
            readonly not_reproduced: ("policy_changed" | "evidence_changed" | "engine" | "differs") | null;
            readonly outcome_of_checks: components["schemas"]["Outcome"] | null;
            readonly path: string;
            readonly passed_over: readonly {
                readonly path: string;
                /** @description The reasons, the gravest first; empty where there is none. */
                readonly reasons: readonly {
                    readonly code: components["schemas"]["Reason"];
                    readonly staff: string;
                }[];
            }[];
            /** @description The reasons, the gravest first; empty where there is none. */
            readonly reasons: readonly {
                readonly code: components["schemas"]["Reason"];
                readonly person: string | null;
                readonly staff: string;
                readonly follows_from: components["schemas"]["Reason"] | null;
            }[];
            readonly told: readonly components["schemas"]["ApplicantReason"][];
            readonly contributions: readonly components["schemas"]["Contribution"][] | null;
            readonly checks: readonly components["schemas"]["ExplainedCheck"][];
            readonly nearest_change: components["schemas"]["NearestChange"] | null;
            /**
             * @description What is personal is left out, because the member may not read of persons.
             * @constant
             */
            readonly redacted?: true;
        };
        /** @description A page of entries. */
        readonly LedgerEntryList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The entries of this page, in order. */
            readonly data: readonly components["schemas"]["LedgerEntry"][];
            /** @description Hand it back as `after_seq` for the next page; null on the last one. */
            readonly next_after_seq: number | null;
            /** @description How many entries were changed in the database and are left out; absent without any. */
            readonly damaged?: number;
            /** @description The `seq` of each of them. Members of staff are told. */
            readonly damaged_seqs?: readonly number[];
        };
        /** @description The endpoint to be created. */
        readonly CreateWebhookEndpoint: {
            /**
             * Format: uri
             * @description Where events are sent: an https URL without credentials, whose host is reachable from the internet.
             */
            readonly url: string;
            /** @description The types of events that are sent; all of them without it. */
            readonly types?: readonly components["schemas"]["EventType"][] | null;
            /** @description A note of your own, of at most 100 characters. Text: not only blanks, without control, direction and tag characters. */
            readonly description?: string | null;
        };
        /** @description A new endpoint, with its secret and the first ping. */
        readonly CreatedWebhookEndpoint: {
            /** @description The endpoint. */
            readonly endpoint: components["schemas"]["WebhookEndpoint"];
            /** @description The new secret, which signs every event. It is told here and never again. */
            readonly secret: string;
            /** @description What became of the first ping. */
            readonly ping: components["schemas"]["WebhookPing"];
        };
        /** @description Your endpoints. */
        readonly WebhookEndpointList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description Your endpoints, oldest first. There are at most 20 of a partner, so that there is one page. */
            readonly data: readonly components["schemas"]["WebhookEndpoint"][];
            /** @description Always null. */
            readonly next_cursor: string | null;
            /** @description How many endpoints were left out because their rows do not open: they were changed in the database. Absent as a rule. */
            readonly damaged?: number;
        };
        /** @description An address of yours to which events are sent. */
        readonly WebhookEndpoint: {
            /** @description The id of the endpoint. */
            readonly id: string;
            /**
             * @description Always `webhook_endpoint`.
             * @constant
             */
            readonly object: "webhook_endpoint";
            /** @description Where events are sent: an https URL without credentials, whose host is reachable from the internet. */
            readonly url: string;
            /** @description A note of your own, of at most 100 characters; null without one. */
            readonly description: string | null;
            /** @description The types of events that are sent; null for all of them. */
            readonly types: readonly components["schemas"]["EventType"][] | null;
            /** @description `unverified`: no ping was answered yet, and nothing but pings is sent. `enabled`: events are sent. `disabled`: nothing is sent, and what happens meanwhile waits. */
            readonly status: "unverified" | "enabled" | "disabled";
            /** @description Why it is disabled; null while it is not. `requested`: by you. `gone`: it has answered 410. `failing`: nothing was received for five days. */
            readonly disabled_reason: ("requested" | "gone" | "failing") | null;
            /**
             * Format: date-time
             * @description When a ping to this URL was answered first; null while none was.
             */
            readonly verified_at: string | null;
            /**
             * Format: date-time
             * @description Until when the secret before the present one signs as well; null without one.
             */
            readonly old_secret_ends_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            readonly updated_at: string;
        };
        /** @description What is changed; a field that is not given stays as it is. */
        readonly UpdateWebhookEndpoint: {
            /**
             * Format: uri
             * @description Where events are sent: an https URL without credentials, whose host is reachable from the internet.
             */
            readonly url?: string;
            /** @description The types of events that are sent; null for all of them. */
            readonly types?: readonly components["schemas"]["EventType"][] | null;
            /** @description A note of your own, of at most 100 characters; null without one. Text: not only blanks, without control, direction and tag characters. */
            readonly description?: string | null;
            /** @description `disabled` stops it, `enabled` lets it go on where it was. */
            readonly status?: "enabled" | "disabled";
        };
        /** @description That an endpoint is gone. */
        readonly DeletedWebhookEndpoint: {
            /** @description The id that it had. */
            readonly id: string;
            /**
             * @description Always `webhook_endpoint`.
             * @constant
             */
            readonly object: "webhook_endpoint";
            /**
             * @description Always true.
             * @constant
             */
            readonly deleted: true;
        };
        /** @description An empty object. */
        readonly EmptyBody: Record<string, never>;
        /** @description An endpoint, and what became of a ping. */
        readonly PingedWebhookEndpoint: {
            /** @description The endpoint after the ping. */
            readonly endpoint: components["schemas"]["WebhookEndpoint"];
            /** @description What became of the ping. */
            readonly ping: components["schemas"]["WebhookPing"];
        };
        /** @description An endpoint with its new secret. */
        readonly RotatedWebhookSecret: {
            /** @description The endpoint. */
            readonly endpoint: components["schemas"]["WebhookEndpoint"];
            /** @description The new secret, which signs every event. It is told here and never again. */
            readonly secret: string;
        };
        /** @description What is sent once more: one of `event`, `after` and `dead_letters`. */
        readonly WebhookReplayRequest: {
            /** @description One event, by its id. */
            readonly event?: string;
            /** @description A cursor of the feed of events: everything behind it is sent once more. */
            readonly after?: string;
            /** @description The cursor up to which, beside `after`; without it up to the end of the feed. */
            readonly until?: string;
            /**
             * @description True: everything that was given up is tried again, at most a thousand events by one request.
             * @constant
             */
            readonly dead_letters?: true;
        };
        /** @description What will be sent once more. */
        readonly WebhookReplay: {
            /**
             * @description Always `webhook_replay`.
             * @constant
             */
            readonly object: "webhook_replay";
            /** @description How many events that are at most. Those that the endpoint does not ask for are left out. */
            readonly events: number;
        };
        /** @description A page of the log of tries. */
        readonly WebhookTryList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The tries of this page, newest first. */
            readonly data: readonly components["schemas"]["WebhookTry"][];
            /** @description Hand it back as `cursor` for the next page; null on the last one. */
            readonly next_cursor: string | null;
            /** @description How many writes of this page, of up to 40 tries each, were changed in the database and are left out. Absent as a rule. */
            readonly damaged?: number;
        };
        /** @description A page of what was given up. */
        readonly WebhookDeadLetterList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description What was given up, in the order of the feed. */
            readonly data: readonly components["schemas"]["WebhookDeadLetter"][];
            /** @description Hand it back as `cursor` for the next page; null on the last one. */
            readonly next_cursor: string | null;
        };
        /** @description A page of lines of the access log. */
        readonly AccessLineList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The lines of this page, in the order in which they were written. */
            readonly data: readonly components["schemas"]["AccessLine"][];
            /** @description Hand it back as `after` for the next page; null on the last one. */
            readonly next_after: string | null;
            /** @description How many batches of lines were changed in the database and cannot be shown; 0 as a rule. */
            readonly damaged: number;
        };
        /** @description What a partner needs to know before it starts. */
        readonly Settings: {
            /**
             * @description Always `settings`.
             * @constant
             */
            readonly object: "settings";
            /** @description The steps of the policy. */
            readonly steps: {
                /** @description What must be supplied. */
                readonly required: readonly components["schemas"]["Step"][];
                /** @description What may be supplied. */
                readonly optional: readonly components["schemas"]["Step"][];
            };
            /** @description The documents that the policy accepts. */
            readonly documents: {
                /** @description The accepted types. */
                readonly types: readonly components["schemas"]["DocumentType"][];
                /** @description The accepted issuers (ICAO 9303-3, three letters); null for all. */
                readonly allowed_countries: readonly string[] | null;
                /** @description The issuers that are not accepted (ICAO 9303-3, three letters). */
                readonly denied_countries: readonly string[];
                /** @description For how many days an expired document is accepted. */
                readonly expiry_grace_days: number;
                /** @description The shorter side that a photo of a document must have, in pixels; null for any. */
                readonly min_photo_side: number | null;
            };
            /** @description The age that a person must have, in years. */
            readonly minimum_age: number;
            /** @description Whether people are asked for their face; `false` also where no provider of liveness is configured. */
            readonly face_check: boolean;
            /** @description The limits of uploads. */
            readonly uploads: {
                /** @description The limits of an image. */
                readonly image: {
                    /** @description The accepted media types. The bytes decide, not the header. */
                    readonly content_types: readonly string[];
                    /** @description The largest size of one file, in bytes. */
                    readonly max_bytes: number;
                    /** @description The most pixels of one image. */
                    readonly max_pixels?: number;
                };
                /** @description The largest size of a request with files, in bytes. */
                readonly max_request_bytes: number;
                /** @description How many pictures of one side make a reading better. Absent from services before this field. */
                readonly frames?: {
                    /** @description The pictures of one side that the reader makes use of: 1, or 3 where two frames may come with a picture. */
                    readonly per_side: number;
                    /** @description The largest size of all frames of a request together, in bytes. */
                    readonly max_bytes: number;
                };
            };
            /** @description The texts to which people consent. */
            readonly consent: {
                /** @description Their versions, the newest last. */
                readonly text_versions: readonly string[];
                /** @description The newest text in the language that was asked for, or the closest one; null without a text. */
                readonly current: {
                    /** @description Its version: send it back in `consent`. */
                    readonly text_version: string;
                    /** @description Its language, a BCP 47 tag: send it back as `locale`. */
                    readonly language: string;
                    /** @description The text itself. */
                    readonly text: string;
                } | null;
            };
            /** @description The languages in which the person gets messages, BCP 47 tags. */
            readonly languages: readonly string[];
            /** @description The device check. */
            readonly fingerprint: {
                /** @description The region of the provider that the agent in the browser talks to. */
                readonly region: string;
                /** @description What a page loads the provider's agent with; null where none is configured. */
                readonly agent: {
                    /** @description The address from which it is loaded, and to which it talks. */
                    readonly endpoint: string;
                    /** @description The public key of the account. */
                    readonly public_key: string;
                } | null;
            };
            /** @description The limits of the policy. */
            readonly limits: {
                /** @description How many attempts a person has. */
                readonly max_attempts: number;
                /** @description How often browser credentials are issued in one attempt. */
                readonly max_credentials_per_attempt: number;
                /** @description How long an open profile lives, in seconds. */
                readonly expires_after_seconds: number;
                /** @description How long an approval is valid, in days. */
                readonly approval_days: number;
            };
            /** @description What can be simulated; null outside of the sandbox. */
            readonly sandbox: {
                /** @description The scenarios that a create can choose. */
                readonly scenarios: readonly {
                    /** @description The name that `sandbox.scenario` takes. */
                    readonly name: string;
                    /** @description What happens in it. */
                    readonly description: string;
                    /** @description The sample document that goes with it. */
                    readonly document: string;
                }[];
            } | null;
            /** @description Values that the operator has put into the settings for your application. Their form is the operator's. */
            readonly app: {
                readonly [key: string]: unknown;
            };
            /**
             * @description Always `partner`: the view of a machine token.
             * @constant
             */
            readonly view: "partner";
            /** @description The policy that a create without `policy` gets. */
            readonly policy: {
                /** @description The id of the policy. */
                readonly id: string;
                /** @description Its version. */
                readonly version: string;
            };
            /** @description The providers that the operator has chosen, by name; `none` is one that is not there. Null where it is not said. */
            readonly providers: {
                /** @description Runs the liveness sessions. */
                readonly liveness: string;
                /** @description Compares the face with the document. */
                readonly faces: string;
                /** @description Reads documents. */
                readonly document_reader: string;
                /** @description Inspects devices. */
                readonly devices: string;
            } | null;
            /** @description The liveness check. */
            readonly liveness: {
                /** @description The region of the provider. */
                readonly region: string;
                /** @description The challenges that can be asked for. */
                readonly challenges: readonly ("movement_and_light" | "movement")[];
                /** @description The bands of the confidence, the best first. */
                readonly bands: readonly {
                    /** @description The name of the band. */
                    readonly name: string;
                    /** @description The confidence from which it begins, 0 to 100. */
                    readonly at_least: number;
                }[];
            };
            /** @description The comparison of faces. */
            readonly face_match: {
                /** @description The bands of the similarity, the best first. */
                readonly bands: readonly {
                    /** @description The name of the band. */
                    readonly name: string;
                    /** @description The similarity from which it begins, 0 to 100. */
                    readonly at_least: number;
                }[];
            };
        };
        readonly SignInMethods: {
            /**
             * @description Always `staff_sign_in`.
             * @constant
             */
            readonly object: "staff_sign_in";
            readonly methods: readonly ("password" | "openid")[];
        };
        readonly StaffSignInRequest: {
            readonly username: string;
            readonly password: string;
            readonly code?: string;
            readonly recovery_code?: string;
        };
        readonly StaffMember: {
            /**
             * @description Always `staff_member`.
             * @constant
             */
            readonly object: "staff_member";
            readonly id: string;
            readonly name: string;
            readonly roles: readonly ("reviewer" | "senior" | "auditor" | "admin")[];
            readonly permissions: readonly ("reviews:read" | "reviews:claim" | "reviews:decide" | "reviews:override" | "persons:read" | "pictures:read" | "evidence:export" | "profiles:erase" | "lists:manage" | "policies:read" | "policies:write" | "webhooks:manage" | "clients:manage" | "sessions:manage" | "audit:read" | "operations:read")[];
            /** @description The partner to whom it belongs. */
            readonly partner_id: string;
            /** @description The team of the partner to which it belongs; null without teams. */
            readonly team_id: string | null;
            /** @description The terms by which the member may search profiles. */
            readonly search_by: readonly ("reference" | "profile_id" | "document_number" | "name")[];
            readonly session: {
                /** Format: date-time */
                readonly expires_at: string;
                /** Format: date-time */
                readonly idle_expires_at: string;
            };
        };
        readonly SignedInMembers: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            readonly data: readonly components["schemas"]["SignedInMember"][];
            /** @description How many were left out because they cannot be read, where there are any. */
            readonly damaged?: number;
        };
        readonly EndedSessions: {
            /**
             * @description Always `ended_sessions`.
             * @constant
             */
            readonly object: "ended_sessions";
            readonly id: string;
            readonly ended: number;
        };
        readonly ReviewList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            readonly data: readonly components["schemas"]["Review"][];
            /** @description Hand it back as `cursor` for the next page; null on the last one. */
            readonly next_cursor: string | null;
            /** @description How many were left out because they cannot be read, where there are any. */
            readonly damaged?: number;
            /** @description How many were looked at for this page. */
            readonly looked: number;
        };
        readonly ReviewSummary: {
            /**
             * @description Always `review_summary`.
             * @constant
             */
            readonly object: "review_summary";
            readonly waiting: components["schemas"]["ReviewCount"];
            readonly claimed: components["schemas"]["ReviewCount"];
            readonly mine: components["schemas"]["ReviewCount"];
            readonly overdue: components["schemas"]["ReviewCount"];
            /** Format: date-time */
            readonly oldest_waiting_since: string | null;
        };
        readonly Review: {
            /**
             * @description Always `review`.
             * @constant
             */
            readonly object: "review";
            /** @description The id of the profile. */
            readonly profile_id: string;
            readonly reference: string;
            readonly status: components["schemas"]["Status"];
            readonly is_waiting: boolean;
            readonly status_reasons: readonly components["schemas"]["Reason"][];
            readonly policy: {
                readonly id: string;
                readonly version: string;
            };
            readonly attempt: {
                readonly number: number;
                readonly max: number;
            };
            /** Format: date-time */
            readonly waiting_since: string | null;
            /** Format: date-time */
            readonly due_at: string | null;
            readonly is_overdue: boolean;
            readonly claim: components["schemas"]["ReviewClaim"] | null;
            readonly approvals: {
                readonly needed: number;
                readonly given: number;
            };
            readonly version: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
            /** @description The legal hold on it; absent for those who may not see whether there is one. */
            readonly hold?: components["schemas"]["LegalHold"] | null;
            /**
             * Format: date-time
             * @description Since when its policy has announced to erase it; absent for the same.
             */
            readonly erasure_announced_at?: string | null;
        };
        readonly NextReview: {
            /**
             * @description Always `next_review`.
             * @constant
             */
            readonly object: "next_review";
            readonly review: components["schemas"]["Review"] | null;
        };
        readonly Claim: {
            readonly take_over?: boolean;
        };
        readonly ReviewDecision: {
            /** @enum {string} */
            readonly outcome: "approve" | "decline" | "request_input" | "reopen";
            readonly expected_version: number;
            readonly reason?: components["schemas"]["Reason"] | string;
            /** @description Text: not only blanks, without control, direction and tag characters. */
            readonly note?: string;
            readonly steps?: readonly components["schemas"]["Step"][];
        };
        readonly DecidedReview: {
            /**
             * @description Always `review_decision`.
             * @constant
             */
            readonly object: "review_decision";
            readonly entry: components["schemas"]["LedgerEntry"];
            /** @description The status that the profile has after this. */
            readonly profile_status: components["schemas"]["Status"];
            readonly review: components["schemas"]["Review"];
        };
        readonly Hold: {
            /** @description Text: not only blanks, without control, direction and tag characters. */
            readonly note: string;
        };
        readonly ReleaseHold: {
            /** @description Text: not only blanks, without control, direction and tag characters. */
            readonly note?: string;
        };
        readonly StaffSearch: {
            /** @description Text: not only blanks, without control, direction and tag characters. */
            readonly reference?: string;
            /** @description The id of the profile. */
            readonly profile_id?: string;
            /** @description Text: not only blanks, without control, direction and tag characters. */
            readonly document_number?: string;
            /** @description Text: not only blanks, without control, direction and tag characters. */
            readonly name?: string;
            readonly cursor?: string;
        };
        readonly FoundReviews: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            readonly data: readonly components["schemas"]["Review"][];
            /** @description Hand it back as `cursor` for the next page; null on the last one. */
            readonly next_cursor?: string | null;
            /** @description How many were looked at for this page. */
            readonly looked?: number;
            /** @description How many were left out because they cannot be read, where there are any. */
            readonly damaged?: number;
        };
        readonly Duplicates: {
            /**
             * @description Always `duplicates`.
             * @constant
             */
            readonly object: "duplicates";
            readonly lists: readonly {
                /** @enum {string} */
                readonly kind: "document" | "person" | "image" | "device";
                /** @enum {string} */
                readonly list: "blocked" | "allowed";
            }[];
            readonly data: readonly {
                readonly kinds: readonly ("document" | "person" | "image" | "device")[];
                readonly review: components["schemas"]["Review"];
            }[];
        };
        readonly ClientList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            readonly data: readonly components["schemas"]["Client"][];
            /** @description Hand it back as `cursor` for the next page; null on the last one. */
            readonly next_cursor: string | null;
        };
        readonly CreateClient: {
            /** @description Text: not only blanks, without control, direction and tag characters. */
            readonly name: string;
            readonly scopes: readonly ("health:read" | "profiles:read" | "profiles:write" | "status-history:write" | "reviews:write" | "verification-history:write" | "profiles:erase" | "access-log:read" | "events:read" | "webhooks:manage")[];
            /** @description The team of the partner to which it belongs; null without teams. Text: not only blanks, without control, direction and tag characters. */
            readonly team_id?: string | null;
        };
        readonly ClientSecret: {
            readonly client: components["schemas"]["Client"];
            /** @description The secret of the client. Send it here or by HTTP Basic, not both. */
            readonly client_secret: string | null;
        };
        readonly RotateClientSecret: {
            readonly overlap_seconds?: number;
        };
        readonly Client: {
            readonly id: string;
            /**
             * @description Always `client`.
             * @constant
             */
            readonly object: "client";
            readonly name: string | null;
            /** @description The team of the partner to which it belongs; null without teams. */
            readonly team_id: string | null;
            readonly scopes: readonly ("health:read" | "profiles:read" | "profiles:write" | "status-history:write" | "reviews:write" | "verification-history:write" | "profiles:erase" | "ledger:read" | "access-log:read" | "events:read" | "webhooks:manage")[];
            /** @enum {string} */
            readonly status: "enabled" | "disabled" | "damaged";
            /** @enum {string} */
            readonly managed_by: "console" | "configuration";
            /** @description Whether it has a secret that admits only once another person has enabled the client. */
            readonly awaits_second_person: boolean;
            /**
             * Format: date-time
             * @description Until when the secret before admits as well.
             */
            readonly old_secret_ends_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly created_at: string | null;
            /** Format: date-time */
            readonly updated_at: string | null;
        };
        readonly ListPage: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            readonly data: readonly components["schemas"]["ListEntry"][];
            /** @description Hand it back as `cursor` for the next page; null on the last one. */
            readonly next_cursor: string | null;
            /** @description How many were left out because they cannot be read, where there are any. */
            readonly damaged?: number;
        };
        readonly AddToList: {
            /** @enum {string} */
            readonly list: "blocked" | "allowed";
            /** @enum {string} */
            readonly kind: "document" | "person" | "image" | "device";
            /** @description Text: not only blanks, without control, direction and tag characters. */
            readonly note: string;
            /** @description The id of the profile. */
            readonly profile_id?: string;
            /** @description Text: not only blanks, without control, direction and tag characters. */
            readonly document_number?: string;
            /** @description Text: not only blanks, without control, direction and tag characters. */
            readonly issuing_country?: string;
        };
        readonly RemovedListEntry: {
            readonly id: string;
            /**
             * @description Always `list_entry`.
             * @constant
             */
            readonly object: "list_entry";
            /**
             * @description Always `true`.
             * @constant
             */
            readonly deleted: true;
        };
        readonly PolicyList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            readonly data: readonly components["schemas"]["PolicySummary"][];
            /** @description Hand it back as `cursor` for the next page; null on the last one. */
            readonly next_cursor: string | null;
        };
        readonly Policy: {
            /**
             * @description Always `policy`.
             * @constant
             */
            readonly object: "policy";
            readonly id: string;
            readonly version: string;
            readonly digest: string;
            readonly is_own: boolean;
            readonly policy: {
                readonly [key: string]: unknown;
            };
            /**
             * @description Always `true`.
             * @constant
             */
            readonly is_damaged?: true;
        };
        readonly PolicyDraftList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            readonly data: readonly components["schemas"]["ListedDraft"][];
            /** @description Hand it back as `cursor` for the next page; null on the last one. */
            readonly next_cursor: string | null;
        };
        readonly PolicyDraft: {
            readonly id: string;
            /**
             * @description Always `policy_draft`.
             * @constant
             */
            readonly object: "policy_draft";
            /** @enum {string} */
            readonly status: "draft" | "published" | "discarded";
            readonly revision: number;
            readonly policy_id: string;
            readonly policy_version: string;
            readonly digest: string;
            readonly note: string | null;
            readonly author: components["schemas"]["DraftPerson"];
            readonly writers: readonly components["schemas"]["DraftPerson"][];
            readonly approved_by: components["schemas"]["DraftPerson"] | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
            readonly findings: readonly components["schemas"]["PolicyFinding"][];
            readonly is_publishable: boolean;
            readonly policy: {
                readonly [key: string]: unknown;
            };
        };
        readonly CreatePolicyDraft: {
            readonly policy: unknown;
            /** @description Text: not only blanks, without control, direction and tag characters. */
            readonly note?: string;
        };
        readonly ReplacePolicyDraft: {
            readonly policy: unknown;
            readonly expected_revision: number;
            /** @description Text: not only blanks, without control, direction and tag characters. */
            readonly note?: string;
        };
        readonly ClosedDraft: components["schemas"]["PolicyDraft"] | components["schemas"]["DamagedDraft"];
        readonly PublishPolicyDraft: {
            readonly expected_revision: number;
            readonly digest: string;
        };
        readonly BackTest: {
            /**
             * @description Always `back_test`.
             * @constant
             */
            readonly object: "back_test";
            /** @enum {string} */
            readonly status: "running" | "done" | "interrupted";
            readonly revision: number;
            readonly digest: string;
            readonly judged: number;
            readonly unjudged: number;
            /** Format: date-time */
            readonly started_at: string;
            /** Format: date-time */
            readonly finished_at: string | null;
            readonly matrix: readonly {
                readonly from: components["schemas"]["Outcome"];
                readonly to: components["schemas"]["Outcome"];
                readonly count: number;
            }[];
            readonly newly: readonly {
                readonly reason: components["schemas"]["Reason"];
                readonly comes: number;
                readonly goes: number;
            }[];
            readonly examples: readonly {
                readonly from: components["schemas"]["Outcome"];
                readonly to: components["schemas"]["Outcome"];
                readonly profile_ids: readonly string[];
            }[];
            readonly damaged?: number;
        };
        readonly Operations: {
            /**
             * @description Always `operations`.
             * @constant
             */
            readonly object: "operations";
            /** Format: date-time */
            readonly at: string;
            readonly readiness: components["schemas"]["Health"] | null;
            readonly queue: {
                readonly waiting: components["schemas"]["ReviewCount"];
                readonly overdue: components["schemas"]["ReviewCount"];
                /** Format: date-time */
                readonly oldest_waiting_since: string | null;
            } | null;
            readonly processing: {
                readonly profiles: components["schemas"]["ReviewCount"];
                /** Format: date-time */
                readonly oldest_created_at: string | null;
            } | null;
            readonly funnel: readonly components["schemas"]["FunnelColumn"][] | null;
            readonly webhooks: readonly components["schemas"]["EndpointHealth"][] | null;
            readonly missing: readonly ("readiness" | "queue" | "processing" | "funnel" | "webhooks")[];
        };
        /** @description What the partner says about the person. */
        readonly Claimed: {
            /** @description The whole name in one text, where first and last name are not known apart. Text: not only blanks, without control, direction and tag characters. */
            readonly full_name?: string;
            /** @description The first names. Text: not only blanks, without control, direction and tag characters. */
            readonly first_name?: string;
            /** @description The last name. Text: not only blanks, without control, direction and tag characters. */
            readonly last_name?: string;
            /**
             * Format: date
             * @description The date of birth, `YYYY-MM-DD`.
             */
            readonly date_of_birth?: string;
            /** @description The type of the document. */
            readonly document_type?: components["schemas"]["DocumentType"];
            /** @description The number of the document. Text: not only blanks, without control, direction and tag characters. */
            readonly document_number?: string;
            /** @description The issuing country, two or three capital letters (ISO 3166-1 or ICAO 9303-3). */
            readonly country?: string;
            /** @description The e-mail address. */
            readonly email?: string;
            /** @description The telephone number, 3 to 32 digits and signs. */
            readonly phone?: string;
            /** @description The postal address, of several lines if need be. Text: not only blanks, without control, direction and tag characters. */
            readonly address?: string;
            /** @description The gender, in words of your own. Text: not only blanks, without control, direction and tag characters. */
            readonly gender?: string;
        };
        /** @description What was read from a document. */
        readonly Document: {
            /** @description The type of the document; null if it was not recognized. */
            readonly type: components["schemas"]["DocumentType"] | null;
            /** @description The issuing State or organization (ICAO 9303-3, three letters); null if it was not read. */
            readonly issuing_country: string | null;
            /** @description The fields that were read. */
            readonly fields: {
                /** @description The last name or names. */
                readonly last_name?: {
                    /** @description The value that counts. */
                    readonly value: string;
                    /** @description Where it was read, and what each source says. */
                    readonly sources: readonly {
                        /** @description Machine-readable zone, barcode, print as the model saw it, claimed data or a reviewer. */
                        readonly source: "mrz" | "barcode" | "ai" | "claimed" | "reviewer";
                        /** @description What this source says. */
                        readonly value: string;
                        /** @description The reader's own estimate, 0 to 1, where it gives one. */
                        readonly confidence?: number;
                    }[];
                    /** @description Whether the sources agree; `single` where there is only one. */
                    readonly agreement: "agree" | "disagree" | "single";
                };
                /** @description The first names. */
                readonly first_name?: {
                    /** @description The value that counts. */
                    readonly value: string;
                    /** @description Where it was read, and what each source says. */
                    readonly sources: readonly {
                        /** @description Machine-readable zone, barcode, print as the model saw it, claimed data or a reviewer. */
                        readonly source: "mrz" | "barcode" | "ai" | "claimed" | "reviewer";
                        /** @description What this source says. */
                        readonly value: string;
                        /** @description The reader's own estimate, 0 to 1, where it gives one. */
                        readonly confidence?: number;
                    }[];
                    /** @description Whether the sources agree; `single` where there is only one. */
                    readonly agreement: "agree" | "disagree" | "single";
                };
                /** @description The number of the document. */
                readonly document_number?: {
                    /** @description The value that counts. */
                    readonly value: string;
                    /** @description Where it was read, and what each source says. */
                    readonly sources: readonly {
                        /** @description Machine-readable zone, barcode, print as the model saw it, claimed data or a reviewer. */
                        readonly source: "mrz" | "barcode" | "ai" | "claimed" | "reviewer";
                        /** @description What this source says. */
                        readonly value: string;
                        /** @description The reader's own estimate, 0 to 1, where it gives one. */
                        readonly confidence?: number;
                    }[];
                    /** @description Whether the sources agree; `single` where there is only one. */
                    readonly agreement: "agree" | "disagree" | "single";
                };
                /** @description The number of the person, where the document has one. */
                readonly personal_number?: {
                    /** @description The value that counts. */
                    readonly value: string;
                    /** @description Where it was read, and what each source says. */
                    readonly sources: readonly {
                        /** @description Machine-readable zone, barcode, print as the model saw it, claimed data or a reviewer. */
                        readonly source: "mrz" | "barcode" | "ai" | "claimed" | "reviewer";
                        /** @description What this source says. */
                        readonly value: string;
                        /** @description The reader's own estimate, 0 to 1, where it gives one. */
                        readonly confidence?: number;
                    }[];
                    /** @description Whether the sources agree; `single` where there is only one. */
                    readonly agreement: "agree" | "disagree" | "single";
                };
                /** @description The issuing State or organization (ICAO 9303-3, three letters). */
                readonly issuing_country?: {
                    /** @description The value that counts. */
                    readonly value: string;
                    /** @description Where it was read, and what each source says. */
                    readonly sources: readonly {
                        /** @description Machine-readable zone, barcode, print as the model saw it, claimed data or a reviewer. */
                        readonly source: "mrz" | "barcode" | "ai" | "claimed" | "reviewer";
                        /** @description What this source says. */
                        readonly value: string;
                        /** @description The reader's own estimate, 0 to 1, where it gives one. */
                        readonly confidence?: number;
                    }[];
                    /** @description Whether the sources agree; `single` where there is only one. */
                    readonly agreement: "agree" | "disagree" | "single";
                };
                /** @description The nationality (ICAO 9303-3, three letters). */
                readonly nationality?: {
                    /** @description The value that counts. */
                    readonly value: string;
                    /** @description Where it was read, and what each source says. */
                    readonly sources: readonly {
                        /** @description Machine-readable zone, barcode, print as the model saw it, claimed data or a reviewer. */
                        readonly source: "mrz" | "barcode" | "ai" | "claimed" | "reviewer";
                        /** @description What this source says. */
                        readonly value: string;
                        /** @description The reader's own estimate, 0 to 1, where it gives one. */
                        readonly confidence?: number;
                    }[];
                    /** @description Whether the sources agree; `single` where there is only one. */
                    readonly agreement: "agree" | "disagree" | "single";
                };
                /** @description The date of birth (`YYYY-MM-DD`). */
                readonly date_of_birth?: {
                    /** @description The value that counts. */
                    readonly value: string;
                    /** @description Where it was read, and what each source says. */
                    readonly sources: readonly {
                        /** @description Machine-readable zone, barcode, print as the model saw it, claimed data or a reviewer. */
                        readonly source: "mrz" | "barcode" | "ai" | "claimed" | "reviewer";
                        /** @description What this source says. */
                        readonly value: string;
                        /** @description The reader's own estimate, 0 to 1, where it gives one. */
                        readonly confidence?: number;
                    }[];
                    /** @description Whether the sources agree; `single` where there is only one. */
                    readonly agreement: "agree" | "disagree" | "single";
                };
                /** @description The date of issue (`YYYY-MM-DD`). */
                readonly date_of_issue?: {
                    /** @description The value that counts. */
                    readonly value: string;
                    /** @description Where it was read, and what each source says. */
                    readonly sources: readonly {
                        /** @description Machine-readable zone, barcode, print as the model saw it, claimed data or a reviewer. */
                        readonly source: "mrz" | "barcode" | "ai" | "claimed" | "reviewer";
                        /** @description What this source says. */
                        readonly value: string;
                        /** @description The reader's own estimate, 0 to 1, where it gives one. */
                        readonly confidence?: number;
                    }[];
                    /** @description Whether the sources agree; `single` where there is only one. */
                    readonly agreement: "agree" | "disagree" | "single";
                };
                /** @description The date of expiry (`YYYY-MM-DD`). */
                readonly date_of_expiry?: {
                    /** @description The value that counts. */
                    readonly value: string;
                    /** @description Where it was read, and what each source says. */
                    readonly sources: readonly {
                        /** @description Machine-readable zone, barcode, print as the model saw it, claimed data or a reviewer. */
                        readonly source: "mrz" | "barcode" | "ai" | "claimed" | "reviewer";
                        /** @description What this source says. */
                        readonly value: string;
                        /** @description The reader's own estimate, 0 to 1, where it gives one. */
                        readonly confidence?: number;
                    }[];
                    /** @description Whether the sources agree; `single` where there is only one. */
                    readonly agreement: "agree" | "disagree" | "single";
                };
                /** @description The sex as the document states it. */
                readonly sex?: {
                    /** @description The value that counts. */
                    readonly value: string;
                    /** @description Where it was read, and what each source says. */
                    readonly sources: readonly {
                        /** @description Machine-readable zone, barcode, print as the model saw it, claimed data or a reviewer. */
                        readonly source: "mrz" | "barcode" | "ai" | "claimed" | "reviewer";
                        /** @description What this source says. */
                        readonly value: string;
                        /** @description The reader's own estimate, 0 to 1, where it gives one. */
                        readonly confidence?: number;
                    }[];
                    /** @description Whether the sources agree; `single` where there is only one. */
                    readonly agreement: "agree" | "disagree" | "single";
                };
            };
        };
        /** @description The result of a check. */
        readonly Check: {
            /** @description The name of the check. */
            readonly name: components["schemas"]["CheckName"];
            /** @description `unavailable`: the provider gave no answer. `not_applicable`: there is nothing to check. */
            readonly status: "passed" | "failed" | "not_applicable" | "unavailable";
            /** @description Whether the policy requires the check to pass. */
            readonly requirement: "required" | "optional";
            /** @description The reasons, the gravest first; empty where there is none. */
            readonly reasons: readonly components["schemas"]["Reason"][];
            /**
             * Format: date-time
             * @description When the newest of its evidence was observed.
             */
            readonly observed_at: string;
            /** @description The evidence that it judged: places in the evidence of the profile, from 0. */
            readonly evidence: readonly number[];
            /** @description The result in the unit of the check: 0 to 100, or years for `document_age`. */
            readonly score?: number;
            /** @description The limit of the policy, in the same unit. */
            readonly threshold?: number;
            /** @description Of `liveness`: the challenge of the session that was judged. */
            readonly challenge?: string;
            /** @description Where the judged value comes from. */
            readonly source?: "mrz" | "barcode" | "ai" | "image" | "claimed" | "provider" | "register";
        };
        /** @description A decision of the checks or of a reviewer. */
        readonly Decision: {
            /** @description What follows from the checks or was judged by the reviewer. */
            readonly outcome: components["schemas"]["Outcome"];
            /** @description The reasons, the gravest first; empty where there is none. */
            readonly reasons: readonly components["schemas"]["Reason"][];
            /** @description The policy by which it was decided. */
            readonly policy: {
                /** @description The id of the policy. */
                readonly id: string;
                /** @description Its version. */
                readonly version: string;
            };
            /** @description SHA-256 over the evidence that was judged, as 64 hexadecimal digits. */
            readonly evidence_digest: string;
            /** @description Who decided. */
            readonly decided_by: {
                /** @description `system` for the checks, `reviewer` for a person. */
                readonly type: "system" | "reviewer";
                /** @description `portcullis`, or the partner's own id of the reviewer. */
                readonly id: string;
            };
            /** @description The ledger entry of the decision. */
            readonly seq: number;
            /**
             * Format: date-time
             * @description When it was decided.
             */
            readonly at: string;
        };
        /** @description What was really proven of the person, and by what. */
        readonly Assurance: {
            /** @description The path of the policy that was decided on, `document` where the policy has no paths; null before a decision. */
            readonly path: string | null;
            /** @description What the document's data rest on: `zone` (a machine-readable zone whose check digits hold), `barcode`, `print` (only what a reader saw in print) or `none`. */
            readonly document: "zone" | "barcode" | "print" | "none";
            /** @description Whether the liveness check passed. An approval over it leaves it false. */
            readonly liveness: boolean;
            /** @description Whether the face was found to be the one of the document. */
            readonly face: boolean;
            /** @description The checks that nobody could make, because the operator has no provider for them. */
            readonly without_provider: readonly components["schemas"]["CheckName"][];
            /** @description What reviewers did. */
            readonly review: {
                /** @description `awaiting_second` where the policy asks for two reviewers and one has approved. */
                readonly state: "none" | "pending" | "awaiting_second" | "approved" | "declined";
                /** @description The partner's own ids of the reviewers who approved or declined. */
                readonly reviewers: readonly string[];
                /** @description The checks that had not passed when they approved. */
                readonly overridden: readonly components["schemas"]["CheckName"][];
            };
            /** @description How often somebody was declined before. */
            readonly earlier_declines: {
                /** @description Declines of this reference, in this profile or in earlier ones. */
                readonly reference: number;
                /** @description Other profiles of the partner that showed this document and were declined; null if that was not looked up. */
                readonly document: number | null;
            };
        };
        /** @description The consent or the refusal of a person. */
        readonly Consent: {
            /** @description The version of the text that the person saw. */
            readonly text_version: string;
            /** @description The language in which the person saw it, a BCP 47 tag. */
            readonly locale: string;
            /** @description Whether the person agreed. */
            readonly granted: boolean;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            readonly recorded_at: string;
            /** @description Of a refusal: `face` where it is of the face check alone. Absent where it is of everything. */
            readonly scope?: "face";
        };
        readonly StaffFile: {
            readonly id: string;
            /** @enum {string} */
            readonly kind: "document_front" | "document_back" | "liveness_reference";
            readonly content_type: string;
            readonly size: number;
            readonly attempt: number;
            readonly superseded: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly created_at: string;
            readonly sha256?: string | null;
            readonly original_sha256?: string;
        };
        readonly Redaction: {
            /** Format: date-time */
            readonly requested_at: string;
            readonly by: {
                /** @enum {string} */
                readonly type: "system" | "machine" | "flow" | "reviewer" | "operator";
                readonly id: string;
            };
            /** @enum {string} */
            readonly reason: "requested" | "retention";
            /** Format: date-time */
            readonly completed_at: string | null;
        };
        readonly ComparedFaces: {
            readonly document_file_id: string;
            readonly reference_file_id: string;
            readonly document_face: components["schemas"]["FaceBox"] | null;
            readonly reference_face: components["schemas"]["FaceBox"] | null;
        };
        /** @description A reason that the person may see, with its sentence. */
        readonly ApplicantReason: {
            /** @description The reason. */
            readonly code: components["schemas"]["Reason"];
            /** @description The sentence for the person, in the language of the profile. */
            readonly message: string;
        };
        readonly Contribution: {
            readonly check: components["schemas"]["CheckName"] | null;
            readonly reason: components["schemas"]["Reason"];
            /** @enum {string} */
            readonly action: "retry" | "review" | "decline" | "wait" | "info" | "explain";
            /** @enum {string} */
            readonly table_action: "retry" | "review" | "decline" | "wait" | "info" | "explain";
            readonly overridden: boolean;
            readonly effect: components["schemas"]["Outcome"];
            readonly decides: boolean;
        };
        readonly ExplainedCheck: {
            readonly name: components["schemas"]["CheckName"];
            /** @enum {string} */
            readonly status: "passed" | "failed" | "not_applicable" | "unavailable";
            /** @enum {string} */
            readonly requirement: "required" | "optional";
            /** @description The reasons, the gravest first; empty where there is none. */
            readonly reasons: readonly components["schemas"]["Reason"][];
            readonly saw: readonly (components["schemas"]["SeenValue"] | components["schemas"]["SeenComparison"])[] | null;
            readonly score?: number;
            readonly threshold?: number;
            /** @description What the person does in front of the camera. */
            readonly challenge?: string;
            /** @enum {string} */
            readonly source?: "mrz" | "barcode" | "ai" | "image" | "claimed" | "provider" | "register";
            readonly evidence?: readonly number[];
        };
        readonly NearestChange: {
            readonly changes: readonly {
                readonly what: string;
                readonly from: string | number | boolean | null;
                readonly to: string | number | boolean | null;
                readonly sentence: string;
            }[];
            readonly outcome: components["schemas"]["Outcome"];
        };
        /** @description An entry of the ledger of a profile, with everything that is needed to verify the chain. */
        readonly LedgerEntry: {
            /** @description The id of the entry. */
            readonly id: string;
            /** @description The id of the profile. */
            readonly profile_id: string;
            /** @description Its place in the chain of the profile, from 1 and without gaps. */
            readonly seq: number;
            /** @description Whether it belongs to the status history or to the verification history. */
            readonly kind: "status_change" | "verification_event";
            /** @description What happened, such as `checks_completed` or `partner.call_made`. */
            readonly type: string;
            /** @description The reasons of a decision; empty for everything else. */
            readonly reasons: readonly components["schemas"]["Reason"][];
            /** @description Who did it. */
            readonly actor: {
                /** @description The kind of actor: the service itself, a server of the partner, the person, a reviewer or the operator. */
                readonly type: "system" | "machine" | "flow" | "reviewer" | "operator";
                /** @description The id of the client, the person's token, the reviewer or the operator; `portcullis` for the service. */
                readonly id: string;
            };
            /** @description The hashed details. What is personal in them is a salted digest. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            readonly occurred_at: string;
            /**
             * Format: date-time
             * @description When it was written.
             */
            readonly recorded_at: string;
            /** @description The hash of the entry before, 64 hexadecimal digits; 64 zeros for the first. */
            readonly prev_hash: string;
            /** @description SHA-256 over the canonical JSON (RFC 8785) of every field but `hash` and `personal`, 64 hexadecimal digits. */
            readonly hash: string;
            /** @description The status before, in a status change. */
            readonly from?: components["schemas"]["Status"];
            /** @description The status after, in a status change. */
            readonly to?: components["schemas"]["Status"];
            /** @description What somebody wrote: it is not hashed, and absent once it is erased. */
            readonly personal?: {
                readonly [key: string]: unknown;
            };
            /** @description The salted SHA-256 of `personal`, which is hashed, 64 hexadecimal digits. */
            readonly personal_digest?: string;
        };
        /** @description What became of a ping. */
        readonly WebhookPing: {
            /** @description Whether it was answered with a status from 200 to 299. */
            readonly delivered: boolean;
            /** @description The status of the answer; null where there was none. */
            readonly status: number | null;
            /** @description Why there was no answer; null where there was one. */
            readonly failure: ("refused_address" | "dns_failed" | "connection_refused" | "connection_reset" | "tls_failed" | "timeout" | "bad_answer" | "no_descriptors" | "service_stopping" | "unexpected") | null;
            /** @description How long it took, in milliseconds. */
            readonly ms: number;
            /** @description The IP address that it was sent to; null where no connection was made. */
            readonly address: string | null;
        };
        /** @description One try of a delivery. */
        readonly WebhookTry: {
            /** @description The id of the event, which was sent as `webhook-id`. */
            readonly event_id: string;
            /**
             * Format: date-time
             * @description When the try began.
             */
            readonly at: string;
            /** @description The number of the try of this event, from 1. */
            readonly attempt: number;
            /** @description `delivered`; `failed`: it is tried again; `dead`: it was the last try. */
            readonly outcome: "delivered" | "failed" | "dead";
            /** @description The status of the answer; null where there was none. Bodies are not kept. */
            readonly status: number | null;
            /** @description Why there was no answer; null where there was one. */
            readonly failure: ("refused_address" | "dns_failed" | "connection_refused" | "connection_reset" | "tls_failed" | "timeout" | "bad_answer" | "no_descriptors" | "service_stopping" | "unexpected") | null;
            /** @description How long it took, in milliseconds. */
            readonly ms: number;
            /** @description The IP address that it was sent to; null where no connection was made. */
            readonly address: string | null;
        };
        /** @description An event that was tried as often as it may be. */
        readonly WebhookDeadLetter: {
            /** @description The id of the event. */
            readonly event_id: string;
            /** @description How often it was tried. */
            readonly attempts: number;
            /**
             * Format: date-time
             * @description When the last try failed. It is kept for 30 days from then on.
             */
            readonly given_up_at: string;
        };
        /** @description One look at what is kept about a person. */
        readonly AccessLine: {
            /** @description The id of the line. Hand it back as `after` to continue behind it. */
            readonly id: string;
            /**
             * Format: date-time
             * @description When it was answered.
             */
            readonly at: string;
            /** @description The `Request-Id` of the request. */
            readonly request_id: string;
            /** @description The id of the operation in this description, or `ledger_export` for a pack that the operator exported. */
            readonly operation: string;
            /** @description Who looked. */
            readonly caller: {
                /**
                 * @description A server of a partner, a person, or somebody at the operator of the service.
                 * @constant
                 */
                readonly kind: "machine";
                /** @description The client. */
                readonly client_id: string;
            } | {
                /**
                 * @description A server of a partner, a person, or somebody at the operator of the service.
                 * @constant
                 */
                readonly kind: "flow";
                /** @description The number of the link, from 1: each new link of a profile has the next one. */
                readonly link_generation: number;
            } | {
                /**
                 * @description A server of a partner, a person, or somebody at the operator of the service.
                 * @constant
                 */
                readonly kind: "operator";
                /** @description The account of the operator, or the opaque id of a member of staff, which begins with `staff-`. */
                readonly id: string;
            };
            /** @description The partner to whom it belongs. */
            readonly partner_id: string;
            /** @description The team of the partner to which it belongs; null without teams. */
            readonly team_id: string | null;
            /** @description The profile; null for a list, and for a refusal where the request does not name it. */
            readonly profile_id: string | null;
            /** @description The status of the answer. */
            readonly status: number;
            /** @description The reviewer whom the request names. */
            readonly reviewer_id?: string;
            /** @description The file that was answered. */
            readonly file_id?: string;
            /** @description The profiles of the page of a list. */
            readonly profile_ids?: readonly string[];
        };
        readonly SignedInMember: {
            /**
             * @description Always `signed_in_member`.
             * @constant
             */
            readonly object: "signed_in_member";
            readonly id: string;
            readonly name: string;
            readonly roles: readonly ("reviewer" | "senior" | "auditor" | "admin")[];
            /** @description The team of the partner to which it belongs; null without teams. */
            readonly team_id: string | null;
            readonly sessions: number;
            /** Format: date-time */
            readonly since: string;
            /** Format: date-time */
            readonly used_at: string;
        };
        readonly ReviewCount: {
            readonly value: number;
            readonly at_least: boolean;
        };
        readonly ReviewClaim: {
            readonly staff_id: string;
            readonly name: string;
            /**
             * Format: date-time
             * @description When the claim lapses.
             */
            readonly until: string;
            readonly is_mine: boolean;
        };
        readonly LegalHold: {
            readonly by: {
                /** @enum {string} */
                readonly type: "system" | "machine" | "flow" | "reviewer" | "operator";
                readonly id: string;
            };
            /** Format: date-time */
            readonly at: string;
            readonly note: string | null;
        };
        readonly ListEntry: {
            /**
             * @description Always `list_entry`.
             * @constant
             */
            readonly object: "list_entry";
            readonly id: string;
            /** @enum {string} */
            readonly list: "blocked" | "allowed";
            /** @enum {string} */
            readonly kind: "document" | "person" | "image" | "device";
            /** @description The id of the profile. */
            readonly profile_id: string | null;
            readonly note: string | null;
            /** @description Null for what others have put there. */
            readonly added_by: {
                /** @enum {string} */
                readonly type: "system" | "machine" | "flow" | "reviewer" | "operator";
                readonly id: string;
            } | null;
            /** Format: date-time */
            readonly added_at: string;
            /** @description Whether the member may take it off. */
            readonly is_own: boolean;
            readonly redacted: boolean;
        };
        readonly PolicySummary: {
            /**
             * @description Always `policy`.
             * @constant
             */
            readonly object: "policy";
            readonly id: string;
            readonly version: string;
            readonly digest: string;
            readonly is_own: boolean;
            /**
             * @description Its row was changed in the database: what is said of it is not certain.
             * @constant
             */
            readonly is_damaged?: true;
        };
        readonly ListedDraft: components["schemas"]["PolicyDraftSummary"] | components["schemas"]["DamagedDraft"];
        readonly DraftPerson: {
            readonly id: string;
            readonly name: string;
        };
        readonly PolicyFinding: {
            /** @enum {string} */
            readonly severity: "error" | "warning";
            readonly pointer: string;
            readonly message: string;
        };
        readonly DamagedDraft: {
            readonly id: string;
            /**
             * @description Always `policy_draft`.
             * @constant
             */
            readonly object: "policy_draft";
            /** @enum {string} */
            readonly status: "draft" | "published" | "discarded";
            /**
             * @description Always `true`.
             * @constant
             */
            readonly is_damaged: true;
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly created_at: string | null;
            /** Format: date-time */
            readonly updated_at: string | null;
        };
        /** @description The health of the service. */
        readonly Health: {
            /** @description `degraded`: something is not configured. `down`: the record database does not answer. */
            readonly status: "ok" | "degraded" | "down";
            /** @description Always `portcullis`. */
            readonly service: string;
            /** @description The version of the service. */
            readonly version: string;
            /**
             * Format: date-time
             * @description When this instance was started.
             */
            readonly started_at: string;
            /** @description What the service needs. */
            readonly checks: {
                /** @description The record database. */
                readonly database: {
                    /** @description Whether it answers. */
                    readonly status: "ok" | "down";
                    /** @description How long its answer took, in whole milliseconds; null without an answer. */
                    readonly latency_ms: number | null;
                };
                /** @description The provider of liveness checks. */
                readonly liveness: {
                    /** @description Whether it is configured. */
                    readonly status: "configured" | "not_configured";
                    /** @description The name of the provider; null without one. */
                    readonly name: string | null;
                };
                /** @description The reader of documents. */
                readonly document_ai: {
                    /** @description Whether it is configured. */
                    readonly status: "configured" | "not_configured";
                    /** @description The name of the provider; null without one. */
                    readonly name: string | null;
                };
                /** @description The device check. */
                readonly fingerprint: {
                    /** @description Whether it is configured. */
                    readonly status: "configured" | "not_configured";
                    /** @description The name of the provider; null without one. */
                    readonly name: string | null;
                };
                /** @description The issuer of browser credentials. */
                readonly cloud_credentials: {
                    /** @description Whether it is configured. */
                    readonly status: "configured" | "not_configured";
                    /** @description The name of the provider; null without one. */
                    readonly name: string | null;
                };
            };
        };
        readonly FunnelColumn: {
            readonly days: number;
            readonly counts: {
                readonly created: components["schemas"]["ReviewCount"];
                readonly in_progress: components["schemas"]["ReviewCount"];
                readonly processing: components["schemas"]["ReviewCount"];
                readonly requires_input: components["schemas"]["ReviewCount"];
                readonly in_review: components["schemas"]["ReviewCount"];
                readonly approved: components["schemas"]["ReviewCount"];
                readonly declined: components["schemas"]["ReviewCount"];
                readonly lapsed: components["schemas"]["ReviewCount"];
                readonly expired: components["schemas"]["ReviewCount"];
                readonly canceled: components["schemas"]["ReviewCount"];
            };
        };
        readonly EndpointHealth: {
            readonly id: string;
            readonly host: string;
            /** @enum {string} */
            readonly status: "unverified" | "enabled" | "disabled";
            /** Format: date-time */
            readonly failing_since: string | null;
            /** Format: date-time */
            readonly paused_until: string | null;
            readonly waiting: components["schemas"]["ReviewCount"];
            readonly dead_letters: components["schemas"]["ReviewCount"];
            readonly last_failure: {
                /** Format: date-time */
                readonly at: string;
                readonly status: number | null;
                readonly failure: ("refused_address" | "dns_failed" | "connection_refused" | "connection_reset" | "tls_failed" | "timeout" | "bad_answer" | "no_descriptors" | "service_stopping" | "unexpected") | null;
            } | null;
        };
        readonly FaceBox: {
            readonly left: number;
            readonly top: number;
            readonly width: number;
            readonly height: number;
        };
        readonly SeenValue: {
            /**
             * @description Always `value`.
             * @constant
             */
            readonly kind: "value";
            readonly name: string;
            readonly value: string | number | boolean | null;
            /** @enum {string} */
            readonly source: "mrz" | "barcode" | "ai" | "image" | "claimed" | "provider" | "register";
            readonly limit?: string | number | null;
        };
        readonly SeenComparison: {
            /**
             * @description Always `comparison`.
             * @constant
             */
            readonly kind: "comparison";
            readonly field: string;
            /** @enum {string} */
            readonly comparator: "name" | "date" | "number" | "country" | "sex" | "type";
            readonly one: {
                /** @enum {string} */
                readonly source: "mrz" | "barcode" | "ai" | "image" | "claimed" | "provider" | "register";
                readonly value: string;
                /** @enum {string} */
                readonly side?: "front" | "back";
            };
            readonly other: {
                /** @enum {string} */
                readonly source: "mrz" | "barcode" | "ai" | "image" | "claimed" | "provider" | "register";
                readonly value: string;
                /** @enum {string} */
                readonly side?: "front" | "back";
            };
            readonly score: number;
            readonly agrees: boolean;
            readonly lowered_by?: components["schemas"]["NameDifference"];
        };
        readonly PolicyDraftSummary: {
            readonly id: string;
            /**
             * @description Always `policy_draft`.
             * @constant
             */
            readonly object: "policy_draft";
            /** @enum {string} */
            readonly status: "draft" | "published" | "discarded";
            readonly revision: number;
            readonly policy_id: string;
            readonly policy_version: string;
            readonly digest: string;
            readonly note: string | null;
            readonly author: components["schemas"]["DraftPerson"];
            readonly writers: readonly components["schemas"]["DraftPerson"][];
            readonly approved_by: components["schemas"]["DraftPerson"] | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
        };
        readonly NameDifference: {
            readonly same: readonly string[];
            readonly differing: readonly {
                readonly one: string;
                readonly other: string;
            }[];
            readonly only_in_one: readonly string[];
            readonly only_in_other: readonly string[];
            readonly sentence: string;
        };
        readonly listProfilesQuery: {
            readonly status?: readonly components["schemas"]["Status"][];
            /** @description Text: not only blanks, without control, direction and tag characters. */
            readonly reference?: string;
            /** Format: date-time */
            readonly created_after?: string;
            /** Format: date-time */
            readonly created_before?: string;
            /** Format: date-time */
            readonly updated_after?: string;
            readonly metadata?: components["schemas"]["Metadata"];
            /** @enum {string} */
            readonly sort?: "created_at" | "updated_at";
            readonly limit?: number;
            readonly cursor?: string;
            /** @enum {string} */
            readonly view?: "full";
        };
        readonly explainDecisionQuery: {
            readonly seq?: number;
        };
        readonly readStatusHistoryQuery: {
            readonly after_seq?: number;
            readonly limit?: number;
        };
        readonly readVerificationHistoryQuery: {
            readonly after_seq?: number;
            readonly limit?: number;
        };
        readonly readWebhookTriesQuery: {
            readonly cursor?: string;
        };
        readonly readWebhookDeadLettersQuery: {
            readonly cursor?: string;
            readonly limit?: number;
        };
        readonly readAccessLogQuery: {
            readonly after?: string;
            /** Format: date-time */
            readonly from?: string;
            readonly limit?: number;
        };
        readonly readSettingsQuery: {
            readonly language?: string;
        };
        readonly listReviewsQuery: {
            /** @enum {string} */
            readonly claimed?: "mine" | "none" | "others";
            readonly reason?: components["schemas"]["Reason"];
            readonly policy?: string;
            /** @enum {string} */
            readonly overdue?: "true" | "false";
            readonly limit?: number;
            readonly cursor?: string;
        };
        readonly exportEvidencePackQuery: {
            /** @enum {string} */
            readonly personal?: "true" | "false";
            /** @enum {string} */
            readonly files?: "true" | "false";
        };
        readonly readListsQuery: {
            /** @enum {string} */
            readonly list?: "blocked" | "allowed";
            /** @enum {string} */
            readonly kind?: "document" | "person" | "image" | "device";
            readonly limit?: number;
            readonly cursor?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
