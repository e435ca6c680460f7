// Made by `npm run generate:client` from what describes the API, or its part for staff. Do not edit it.
// The description: e3deda8326a051f372cf81ea22ccf738dc4c6810a7b526056a287afc21756bf6
// The lines below: 28c3495d95917bae56dc8d92e2cbe7273cfb2c12758906e5dbc2c9cb62c5d1eb

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
        /** @description What happened, to a profile or an endpoint. More types may come: leave out those that you do not know. */
        readonly EventType: "profile.created" | "profile.consent_given" | "profile.submitted" | "profile.requires_input" | "profile.in_review" | "profile.approved" | "profile.declined" | "profile.lapsed" | "profile.expired" | "profile.canceled" | "profile.erased" | "endpoint.disabled";
        /** @description What a decision leads to: an approval, another try of the person, a review, or a decline. */
        readonly Outcome: "approve" | "retry" | "review" | "decline";
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
            /** @description Always `partner`: the view of a machine token. (enum property replaced by openapi-typescript) */
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
        /** @description What the person's browser needs to know before it starts. It has no number that an attacker could aim at. */
        readonly FlowSettings: {
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
            /** @description Always `person`: the view of a flow token. (enum property replaced by openapi-typescript) */
            readonly view: "person";
            /** @description The policy that a create without `policy` gets. */
            readonly policy: {
                /** @description The id of the policy. */
                readonly id: string;
            };
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
                }[];
            };
            /** @description The comparison of faces. */
            readonly face_match: {
                /** @description The bands of the similarity, the best first. */
                readonly bands: readonly {
                    /** @description The name of the band. */
                    readonly name: string;
                }[];
            };
            /** @description The partner for whom the person is verified, as it shows itself. */
            readonly partner: {
                /** @description Its name; null where none is configured, as for everything else here. */
                readonly name: string | null;
                /** @description Its logo, a `data:` URL of a PNG, JPEG or WebP picture of at most 32 KiB. */
                readonly logo: string | null;
                /** @description Its colour, `#rrggbb`. */
                readonly accent_color: string | null;
                /** @description Its privacy notice, an https URL. */
                readonly privacy_url: string | null;
                /** @description Its terms, an https URL. */
                readonly terms_url: string | null;
                /** @description Where it helps people, an https URL. */
                readonly support_url: string | null;
                /** @description Its home page, an https URL. */
                readonly home_url: string | null;
            };
        };
        /** @description A machine token (RFC 6749 section 5.1). */
        readonly Token: {
            /** @description The machine token, a JWT. Do not look into it. */
            readonly access_token: string;
            /**
             * @description How it is sent: `Authorization: Bearer …`.
             * @constant
             */
            readonly token_type: "Bearer";
            /** @description For how long it is valid, in seconds. */
            readonly expires_in: number;
            /** @description The scopes that it has, separated by blanks. */
            readonly scope: string;
        };
        /** @description Why a request for a token or its revocation was refused (RFC 6749 section 5.2). */
        readonly TokenError: {
            /** @description The kind of error (RFC 6749 section 5.2), for programs. */
            readonly error: string;
            /** @description What is wrong, in a sentence for developers. */
            readonly error_description: string;
        };
        /** @description The metadata of this service as an authorization server (RFC 8414). */
        readonly AuthorizationServer: {
            /** @description The address of this service. */
            readonly issuer: string;
            /** @description Where clients get tokens. */
            readonly token_endpoint: string;
            /** @description Where clients revoke them (RFC 7009). */
            readonly revocation_endpoint: string;
            /** @description The grants: client credentials alone. */
            readonly grant_types_supported: readonly string[];
            /** @description Empty: there is no authorization endpoint. */
            readonly response_types_supported: readonly string[];
            /** @description Every scope. */
            readonly scopes_supported: readonly string[];
            /** @description How a client can authenticate itself. */
            readonly token_endpoint_auth_methods_supported: readonly string[];
            /** @description The algorithms of client assertions. */
            readonly token_endpoint_auth_signing_alg_values_supported: readonly string[];
            /** @description How a client can authenticate itself. */
            readonly revocation_endpoint_auth_methods_supported: readonly string[];
            /** @description The algorithms of client assertions. */
            readonly revocation_endpoint_auth_signing_alg_values_supported: readonly string[];
            /** @description The page for developers. */
            readonly service_documentation: string;
        };
        /** @description An empty object: the token is not valid any more. */
        readonly Revocation: Record<string, never>;
        /** @description A profile as the partner sees it: one verification of one person. */
        readonly Profile: {
            /** @description The id of the profile. */
            readonly id: string;
            /**
             * @description Always `profile`.
             * @constant
             */
            readonly object: "profile";
            /** @description Always `partner`: the view of a machine token. (enum property replaced by openapi-typescript) */
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
            readonly files: readonly components["schemas"]["StoredFile"][];
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
                /**
                 * Format: date-time
                 * @description When nothing was left of the person anywhere; null until then.
                 */
                readonly completed_at: string | null;
            } | null;
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
        };
        /** @description A profile as the person's browser sees it: no scores, no risk reasons, nothing of the partner. */
        readonly FlowProfile: {
            /** @description The id of the profile. */
            readonly id: string;
            /**
             * @description Always `profile`.
             * @constant
             */
            readonly object: "profile";
            /** @description Always `person`: the view of a flow token. (enum property replaced by openapi-typescript) */
            readonly view: "person";
            /** @description Where the verification stands. */
            readonly status: components["schemas"]["Status"];
            /** @description The reasons that the person may see, one for each cause, each with its sentence. */
            readonly status_reasons: readonly components["schemas"]["ApplicantReason"][];
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
                readonly reasons: readonly components["schemas"]["ApplicantReason"][];
            }[];
            /** @description The newest consent or refusal of the person; null before the first. */
            readonly consent: components["schemas"]["Consent"] | null;
            /** @description The language of the person's messages, a BCP 47 tag. */
            readonly language: string;
            /** @description Where your page sends the person afterwards. The service itself redirects nobody. Null without one. */
            readonly redirect_url: string | null;
            /**
             * Format: date-time
             * @description When the profile expires if it is still open then.
             */
            readonly expires_at: string;
            /** @description The paths that the person may choose now. Absent where there is no choice. */
            readonly paths?: readonly {
                /** @description The id of the path, as `PATCH` takes it. */
                readonly id: string;
                /** @description The steps that it requires. */
                readonly steps: readonly components["schemas"]["Step"][];
                /** @description Whether the person is in it: the requirements are those of this path. */
                readonly open: boolean;
            }[];
        };
        /** @description A page of profiles. */
        readonly ProfileList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The profiles of this page, in the order of the list. */
            readonly data: readonly components["schemas"]["Profile"][];
            /** @description Hand it back as `cursor` for the next page; null on the last one. */
            readonly next_cursor: string | null;
            /** @description How many profiles of this page were left out because their rows do not open: they were changed in the database, or are sealed under a key that the service does not have. Absent as a rule. */
            readonly damaged?: number;
        };
        /** @description What matters of a profile: where it stands, and since when. */
        readonly ProfileSummary: {
            /** @description The id of the profile. */
            readonly id: string;
            /**
             * @description Always `profile_summary`.
             * @constant
             */
            readonly object: "profile_summary";
            /** @description The partner's own name for the person, as it was given at create. */
            readonly reference: string;
            /** @description Where the verification stands. */
            readonly status: components["schemas"]["Status"];
            /** @description Why it has this status, the gravest reason first; empty where there is no reason. */
            readonly status_reasons: readonly components["schemas"]["Reason"][];
            /** @description Goes up by one with each entry of its ledger. */
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
        };
        /** @description A page of summaries. */
        readonly ProfileSummaryList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The summaries of this page, in the order of the list. */
            readonly data: readonly components["schemas"]["ProfileSummary"][];
            /** @description Hand it back as `cursor` for the next page; null on the last one. */
            readonly next_cursor: string | null;
            /** @description How many profiles of this page were left out because their rows do not open: they were changed in the database, or are sealed under a key that the service does not have. Absent as a rule. */
            readonly damaged?: number;
        };
        /** @description The profile of a reference, with the link for the person. */
        readonly CreatedProfile: {
            /** @description `created`: the reference had none. `reused`: it has one that is open, under way or approved. `superseded`: a new one has replaced an earlier one. */
            readonly outcome: "created" | "reused" | "superseded";
            /** @description The profile of the reference. */
            readonly profile: components["schemas"]["Profile"];
            /** @description The link for the person, with the flow token in its fragment. Null where the profile takes no more input. */
            readonly verification_url: string | null;
            /** @description The flow token of the link by itself; null without a link. */
            readonly flow_token: string | null;
            /**
             * Format: date-time
             * @description When the flow token expires; null without a link.
             */
            readonly flow_token_expires_at: string | null;
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
        /** @description A link for the person. */
        readonly FlowLink: {
            /**
             * @description Always `flow_link`.
             * @constant
             */
            readonly object: "flow_link";
            /** @description The id of the profile. */
            readonly profile_id: string;
            /** @description The new link for the person, with the flow token in its fragment. */
            readonly verification_url: string;
            /** @description The flow token of the link by itself. */
            readonly flow_token: string;
            /**
             * Format: date-time
             * @description When the flow token expires.
             */
            readonly flow_token_expires_at: string;
        };
        /** @description A code with which the person continues on another device. */
        readonly Handoff: {
            /**
             * @description Always `handoff`.
             * @constant
             */
            readonly object: "handoff";
            /** @description The code. What it says is for the service alone. */
            readonly code: string;
            /**
             * Format: date-time
             * @description When it can be redeemed no longer.
             */
            readonly expires_at: string;
        };
        /** @description What the other device continues with. */
        readonly RedeemedHandoff: {
            /**
             * @description Always `redeemed_handoff`.
             * @constant
             */
            readonly object: "redeemed_handoff";
            /** @description The profile of the person. */
            readonly profile_id: string;
            /** @description The status of the profile. */
            readonly status: components["schemas"]["Status"];
            /** @description A flow token of the same link. */
            readonly flow_token: string;
            /**
             * Format: date-time
             * @description When the flow token expires: with that of the other device.
             */
            readonly flow_token_expires_at: string;
            /** @description The partner for whom the person is verified. */
            readonly partner: {
                /** @description Its name, to ask the person about; null where none is configured. */
                readonly name: string | null;
            };
        };
        /** @description Why a decision is what it is. */
        readonly DecisionExplanation: {
            /**
             * @description Always `decision`.
             * @constant
             */
            readonly object: "decision";
            /** @description The id of the profile. */
            readonly profile_id: string;
            /** @description The ledger entry of the decision. */
            readonly seq: number;
            /**
             * Format: date-time
             * @description When it was decided.
             */
            readonly at: string;
            /** @description What was decided. */
            readonly outcome: components["schemas"]["Outcome"];
            /** @description The status that the profile got by it. */
            readonly status: components["schemas"]["Status"];
            /** @description Who decided. */
            readonly decided_by: {
                /** @description `system` for the checks, `reviewer` for a person. */
                readonly type: "system" | "reviewer";
                /** @description `portcullis`, or the partner's own id of the reviewer. */
                readonly id: string;
            };
            /** @description What the reviewer wrote; null for a decision of the checks. */
            readonly review: {
                /** @description The reason that the reviewer gave. */
                readonly reason: string;
                /** @description The note of the reviewer; null once it is erased. */
                readonly note: string | null;
            } | null;
            /** @description The policy by which it was decided. */
            readonly policy: {
                /** @description The id of the policy. */
                readonly id: string;
                /** @description Its version. */
                readonly version: string;
                /** @description SHA-256 of the policy, as 64 hexadecimal digits. */
                readonly digest: string;
            };
            /** @description The number of the deciding code. */
            readonly engine: number;
            /** @description The attempt that was judged, from 1. */
            readonly attempt: number;
            /** @description SHA-256 over the judged evidence, as 64 hexadecimal digits. */
            readonly evidence_digest: string;
            /** @description How many pieces of evidence were judged. */
            readonly evidence_count: number;
            /** @description Whether the same evidence under the same policy leads to this decision again. */
            readonly reproduced: boolean;
            /** @description Why not: the policy or the evidence is another (`policy_changed`, `evidence_changed`), other code decided (`engine`), or it `differs`; null if it was reproduced. */
            readonly not_reproduced: ("policy_changed" | "evidence_changed" | "engine" | "differs") | null;
            /** @description What the checks by themselves lead to; null where that was not found out. */
            readonly outcome_of_checks: components["schemas"]["Outcome"] | null;
            /** @description The path of the policy that was decided on, `document` where the policy has no paths. */
            readonly path: string;
            /** @description The paths to which it was preferred, and those that show a sign of fraud. */
            readonly passed_over: readonly {
                /** @description The id of the path. */
                readonly path: string;
                /** @description Why it was not decided on. */
                readonly reasons: readonly {
                    /** @description The reason. */
                    readonly code: components["schemas"]["Reason"];
                    /** @description The sentence for staff. */
                    readonly staff: string;
                }[];
            }[];
            /** @description The reasons with their sentences. */
            readonly reasons: readonly {
                /** @description The reason. */
                readonly code: components["schemas"]["Reason"];
                /** @description The sentence for the person, in the language of the profile; null if the person may not see it. */
                readonly person: string | null;
                /** @description The sentence for staff. */
                readonly staff: string;
                /** @description The reason from which this one follows; null where it stands by itself. */
                readonly follows_from: components["schemas"]["Reason"] | null;
            }[];
            /** @description What the person was shown at that time. */
            readonly told: readonly components["schemas"]["ApplicantReason"][];
            /** @description What each reason added; null where that was not found out. */
            readonly contributions: readonly {
                /** @description The check that gave the reason; null for one that no check gives. */
                readonly check: components["schemas"]["CheckName"] | null;
                /** @description The reason. */
                readonly reason: components["schemas"]["Reason"];
                /** @description The action of the reason under the policy. */
                readonly action: "retry" | "review" | "decline" | "wait" | "info" | "explain";
                /** @description The action of the reason without the policy. */
                readonly table_action: "retry" | "review" | "decline" | "wait" | "info" | "explain";
                /** @description Whether the policy has changed the action. */
                readonly overridden: boolean;
                /** @description The outcome that the reason alone leads to. */
                readonly effect: components["schemas"]["Outcome"];
                /** @description Whether it has this outcome together with the decision. */
                readonly decides: boolean;
            }[] | null;
            /** @description Every check with what it saw. */
            readonly checks: readonly {
                /** @description The name of the check. */
                readonly name: components["schemas"]["CheckName"];
                /** @description `unavailable`: the provider gave no answer. `not_applicable`: there was nothing to check. */
                readonly status: "passed" | "failed" | "not_applicable" | "unavailable";
                /** @description Whether the policy requires the check to pass. */
                readonly requirement: "required" | "optional";
                /** @description The reasons, the gravest first; empty where there is none. */
                readonly reasons: readonly components["schemas"]["Reason"][];
                /** @description The values and comparisons that led to the result; null where they cannot be found out. */
                readonly saw: readonly ({
                    /**
                     * @description `value` for one value, `comparison` for two sources of one field.
                     * @constant
                     */
                    readonly kind: "value";
                    /** @description What the value is. */
                    readonly name: string;
                    /** @description The value. */
                    readonly value: string | number | boolean | null;
                    /** @description Where the value comes from. */
                    readonly source: "mrz" | "barcode" | "ai" | "image" | "claimed" | "provider" | "register";
                    /** @description The limit of the policy for the value, where it has one. */
                    readonly limit?: string | number | null;
                } | {
                    /**
                     * @description `value` for one value, `comparison` for two sources of one field.
                     * @constant
                     */
                    readonly kind: "comparison";
                    /** @description The compared field. */
                    readonly field: string;
                    /** @description The rule by which they are compared. */
                    readonly comparator: "name" | "date" | "number" | "country" | "sex" | "type";
                    /** @description The first of the two compared values. */
                    readonly one: {
                        /** @description Where it comes from. */
                        readonly source: "mrz" | "barcode" | "ai" | "image" | "claimed" | "provider" | "register";
                        /** @description What it says. */
                        readonly value: string;
                        /** @description The side of the document, where it has two pictures. */
                        readonly side?: "front" | "back";
                    };
                    /** @description The second of the two compared values. */
                    readonly other: {
                        /** @description Where it comes from. */
                        readonly source: "mrz" | "barcode" | "ai" | "image" | "claimed" | "provider" | "register";
                        /** @description What it says. */
                        readonly value: string;
                        /** @description The side of the document, where it has two pictures. */
                        readonly side?: "front" | "back";
                    };
                    /** @description How similar they are, 0 to 100. */
                    readonly score: number;
                    /** @description Whether that is enough. */
                    readonly agrees: boolean;
                    /** @description What lowered the score of two names. */
                    readonly lowered_by?: {
                        /** @description The words that both names have. */
                        readonly same: readonly string[];
                        /** @description The pairs of words that differ. */
                        readonly differing: readonly {
                            /** @description The word of the first name. */
                            readonly one: string;
                            /** @description The word of the second name. */
                            readonly other: string;
                        }[];
                        /** @description The words that only the first name has. */
                        readonly only_in_one: readonly string[];
                        /** @description The words that only the second name has. */
                        readonly only_in_other: readonly string[];
                        /** @description The same in a sentence. */
                        readonly sentence: string;
                    };
                })[] | null;
                /** @description The result in the unit of the check: 0 to 100, or years for `document_age`. */
                readonly score?: number;
                /** @description The limit of the policy, in the same unit. */
                readonly threshold?: number;
                /** @description Of `liveness`: the challenge of the session that was judged. */
                readonly challenge?: string;
                /** @description Where the judged value comes from. */
                readonly source?: "mrz" | "barcode" | "ai" | "image" | "claimed" | "provider" | "register";
                /** @description The evidence that it judged: places in the evidence of the profile, from 0. */
                readonly evidence?: readonly number[];
            }[];
            /** @description The smallest change that would have led to a better outcome, or have lost an approval; null if none that was tried does. */
            readonly nearest_change: {
                /** @description What changes, one to three things at once. */
                readonly changes: readonly {
                    /** @description The path of what changes, such as `liveness.confidence`. */
                    readonly what: string;
                    /** @description What it was. */
                    readonly from: string | number | boolean | null;
                    /** @description What it would have to be. */
                    readonly to: string | number | boolean | null;
                    /** @description The same in a sentence. */
                    readonly sentence: string;
                }[];
                /** @description The outcome that follows. */
                readonly outcome: components["schemas"]["Outcome"];
            } | null;
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
        /** @description A stored image. */
        readonly StoredFile: {
            /** @description The id of the file. */
            readonly id: string;
            /** @description What it shows. */
            readonly kind: "document_front" | "document_back" | "liveness_reference";
            /** @description The media type of the stored bytes. */
            readonly content_type: string;
            /** @description The size of the stored bytes. */
            readonly size: number;
            /** @description SHA-256 of the stored bytes, as 64 hexadecimal digits; null where it was not kept. */
            readonly sha256: string | null;
            /** @description SHA-256 of the bytes as they were received, as 64 hexadecimal digits. */
            readonly original_sha256: string;
            /** @description The attempt in which it was supplied, from 1. */
            readonly attempt: number;
            /** @description Whether a newer file of the same kind counts instead. */
            readonly superseded: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly created_at: string;
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
        /** @description A reason that the person may see, with its sentence. */
        readonly ApplicantReason: {
            /** @description The reason. */
            readonly code: components["schemas"]["Reason"];
            /** @description The sentence for the person, in the language of the profile. */
            readonly message: string;
        };
        /** @description A liveness session. */
        readonly LivenessSession: {
            /** @description The id of the liveness session. */
            readonly session_id: string;
            /**
             * @description Always `liveness_session`.
             * @constant
             */
            readonly object: "liveness_session";
            /** @description The id of the profile. */
            readonly profile_id: string;
            /** @description The provider of the session, such as `aws`, or `simulated` in a sandbox. It decides what shows the check, and what the parameters and the credentials mean. */
            readonly provider: string;
            /**
             * Format: date-time
             * @description Until when the session can be used.
             */
            readonly expires_at: string;
            /**
             * Format: date-time
             * @description The time of the server when it answered. Compare `expires_at` with this one and not with the clock of the device.
             */
            readonly server_time: string;
            /** @description The region of the provider, in its own notation; absent where it has none. */
            readonly region?: string;
            /** @description What the person does in front of the camera; absent where the provider has no choice. */
            readonly challenge?: "movement_and_light" | "movement";
            /** @description What else the provider gives to the client, by its own names; absent where it is nothing. */
            readonly client_parameters?: {
                readonly [key: string]: string;
            };
        };
        /** @description The result of a liveness session. */
        readonly LivenessResult: {
            /** @description The id of the liveness session. */
            readonly session_id: string;
            /** @description Always `partner`: the view of a machine token. (enum property replaced by openapi-typescript) */
            readonly view: "partner";
            /** @description How far the session is. `expired`: it was not used in time. */
            readonly status: "created" | "in_progress" | "succeeded" | "failed" | "expired";
            /** @description Whether a live person was in front of the camera; null until the session has ended. */
            readonly live: boolean | null;
            /** @description The provider's confidence that the person is live, 0 to 100; null until the session has ended, and from a provider without such a scale. */
            readonly confidence: number | null;
            /** @description The confidence from which the policy lets the check pass, 0 to 100. */
            readonly threshold: number;
            /** @description The stored photo of the face from the session; null without one. */
            readonly reference_image_file_id: string | null;
            /** @description The status that the profile has after this. */
            readonly profile_status: components["schemas"]["Status"];
            /** @description The reasons, the gravest first; empty where there is none. */
            readonly reasons: readonly components["schemas"]["Reason"][];
        };
        /** @description The result of a liveness session as the person's browser sees it: pass or fail. */
        readonly FlowLivenessResult: {
            /** @description The id of the liveness session. */
            readonly session_id: string;
            /** @description Always `person`: the view of a flow token. (enum property replaced by openapi-typescript) */
            readonly view: "person";
            /** @description How far the session is. `expired`: it was not used in time. */
            readonly status: "created" | "in_progress" | "succeeded" | "failed" | "expired";
            /** @description Whether a live person was in front of the camera; null until the session has ended. */
            readonly live: boolean | null;
            /** @description The status that the profile has after this. */
            readonly profile_status: components["schemas"]["Status"];
            /** @description The reasons that the person may see, each with its sentence. */
            readonly reasons: readonly components["schemas"]["ApplicantReason"][];
        };
        /** @description Temporary credentials for the browser's liveness stream. */
        readonly BrowserCredentials: {
            /** @description The id of the temporary key. */
            readonly access_key_id: string;
            /** @description Its secret. */
            readonly secret_access_key: string;
            /** @description The token that goes with the key. */
            readonly session_token: string;
            /**
             * Format: date-time
             * @description Until when the credentials are valid: 15 minutes.
             */
            readonly expiration: string;
            /** @description The region of the provider, in its own notation. */
            readonly region: string;
            /**
             * Format: date-time
             * @description The time of the server when it answered. Compare `expires_at` with this one and not with the clock of the device.
             */
            readonly server_time: string;
        };
        /** @description What was read from the images of a document, and how it is judged. */
        readonly DocumentAnalysis: {
            /** @description The id of the analysis. */
            readonly id: string;
            /**
             * @description Always `document_analysis`.
             * @constant
             */
            readonly object: "document_analysis";
            /** @description Always `partner`: the view of a machine token. (enum property replaced by openapi-typescript) */
            readonly view: "partner";
            /** @description The id of the profile. */
            readonly profile_id: string;
            /** @description What has read the images. */
            readonly model: string;
            /** @description What was read from the images. */
            readonly document: components["schemas"]["Document"];
            /** @description The machine-readable zone (ICAO 9303); null if none was found. */
            readonly mrz: {
                /** @description The format of the zone, such as `TD1` or `TD3`. */
                readonly format: string;
                /** @description The lines as they count, after repairs. */
                readonly lines: readonly string[];
                /** @description Whether every check digit holds. */
                readonly valid: boolean;
                /** @description The check digits of the zone. */
                readonly check_digits: readonly {
                    /** @description The field that the digit protects. */
                    readonly field: string;
                    /** @description Whether it holds. */
                    readonly valid: boolean;
                }[];
                /** @description The characters that were corrected because exactly one correction satisfies every check digit. */
                readonly repairs: readonly {
                    /** @description The line, from 1. */
                    readonly line: number;
                    /** @description The column, from 1. */
                    readonly column: number;
                    /** @description The character as it was read. */
                    readonly before: string;
                    /** @description The character that counts. */
                    readonly after: string;
                }[];
            } | null;
            /** @description The barcode of the back; null if none was found. */
            readonly barcode: ({
                /**
                 * @description `parsed`: read by the standard. `unreadable`: seen and not decoded. `unknown`: decoded, by another standard.
                 * @constant
                 */
                readonly state: "parsed";
                /**
                 * @description The standard of the barcode.
                 * @constant
                 */
                readonly standard: "aamva";
                /** @description The version of the standard, 1 to 10. */
                readonly version: number;
                /** @description The issuer by its number of six digits (AAMVA). */
                readonly issuer: string;
                /** @description The issuer by ISO 3166-2, such as `US-VA`; null if the number is not known. */
                readonly issuing_jurisdiction: string | null;
                /** @description The type of the document by its barcode. */
                readonly document_type: "driving_licence" | "id_card";
                /** @description The fields of the barcode. */
                readonly fields: {
                    /** @description The last name or names. */
                    readonly last_name?: string;
                    /** @description The first names. */
                    readonly first_name?: string;
                    /** @description The number of the document. */
                    readonly document_number?: string;
                    /** @description The number of the person, where the document has one. */
                    readonly personal_number?: string;
                    /** @description The issuing State or organization (ICAO 9303-3, three letters). */
                    readonly issuing_country?: string;
                    /** @description The nationality (ICAO 9303-3, three letters). */
                    readonly nationality?: string;
                    /** @description The date of birth (`YYYY-MM-DD`). */
                    readonly date_of_birth?: string;
                    /** @description The date of issue (`YYYY-MM-DD`). */
                    readonly date_of_issue?: string;
                    /** @description The date of expiry (`YYYY-MM-DD`). */
                    readonly date_of_expiry?: string;
                    /** @description The sex as the document states it. */
                    readonly sex?: string;
                };
                /** @description The names that are cut off, as the barcode says. */
                readonly truncated: readonly ("last_name" | "first_name")[];
            } | {
                /** @description `parsed`: read by the standard. `unreadable`: seen and not decoded. `unknown`: decoded, by another standard. */
                readonly state: "unknown" | "unreadable";
            }) | null;
            /** @description What the reader noticed that speaks against the document or its photo. */
            readonly signals: readonly {
                /** @description What it noticed. */
                readonly code: "document_unreadable" | "document_blurry" | "document_glare" | "document_cut_off" | "document_obscured" | "document_damaged" | "document_black_and_white" | "document_portrait_missing" | "document_screen_capture" | "document_printed_copy" | "document_sides_mismatch" | "document_template_mismatch" | "document_tampered" | "document_portrait_replaced" | "document_instruction_text" | "document_unverified_other";
                /** @description The reader's own estimate, 0 to 1. */
                readonly confidence: number;
            }[];
            /** @description The checks of the document, as far as they can be made now. */
            readonly checks: readonly components["schemas"]["Check"][];
            /** @description The reasons, the gravest first; empty where there is none. */
            readonly reasons: readonly components["schemas"]["Reason"][];
            /** @description What the model used for this analysis; zero with a local reader. */
            readonly usage: {
                /** @description Tokens that were sent to the model. */
                readonly input_tokens: number;
                /** @description Tokens that the model answered. */
                readonly output_tokens: number;
            };
            /** @description The status that the profile has after this. */
            readonly profile_status: components["schemas"]["Status"];
            /**
             * Format: date-time
             * @description When the images were analyzed.
             */
            readonly created_at: string;
        };
        /** @description What helps the person to take a better photo. */
        readonly FlowDocumentAnalysis: {
            /** @description The id of the analysis. */
            readonly id: string;
            /**
             * @description Always `document_analysis`.
             * @constant
             */
            readonly object: "document_analysis";
            /** @description Always `person`: the view of a flow token. (enum property replaced by openapi-typescript) */
            readonly view: "person";
            /** @description The id of the profile. */
            readonly profile_id: string;
            /** @description What helps to take a better photo. */
            readonly document: {
                /** @description The type of the document; null if it was not recognized. */
                readonly type: components["schemas"]["DocumentType"] | null;
            };
            /** @description The reasons that the person may see, each with its sentence. */
            readonly reasons: readonly components["schemas"]["ApplicantReason"][];
            /** @description The status that the profile has after this. */
            readonly profile_status: components["schemas"]["Status"];
            /**
             * Format: date-time
             * @description When the images were analyzed.
             */
            readonly created_at: string;
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
        /** @description The entry of a status event, with the status that followed. */
        readonly StatusEntry: {
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
            /** @description The status that the profile has now. It is not part of what is hashed. */
            readonly profile_status: components["schemas"]["Status"];
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
        /** @description Something that happened to a profile, without anything of the person. */
        readonly ProfileEvent: {
            /** @description The id of the event: the same wherever and whenever it is read. */
            readonly id: string;
            /** @description What happened. */
            readonly type: "profile.created" | "profile.consent_given" | "profile.submitted" | "profile.requires_input" | "profile.in_review" | "profile.approved" | "profile.declined" | "profile.lapsed" | "profile.expired" | "profile.canceled" | "profile.erased";
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            readonly timestamp: string;
            /** @description The profile that has changed. Read the profile for everything else. */
            readonly data: {
                /** @description The id of the profile. */
                readonly id: string;
                /**
                 * @description Always `profile`.
                 * @constant
                 */
                readonly object: "profile";
                /** @description The status of the profile at this event. It may have another one by now. */
                readonly status: components["schemas"]["Status"];
                /** @description The version of the profile at this event: the `seq` of its ledger entry. Leave out an event of a lower version than you know. */
                readonly version: number;
                /** @description Why it has this status, the gravest reason first; empty where there is no reason. */
                readonly reasons: readonly components["schemas"]["Reason"][];
                /** @description The status that this event has ended; null where it has ended none. */
                readonly previous_status: components["schemas"]["Status"] | null;
            };
        };
        /** @description Something that happened to a webhook endpoint. */
        readonly EndpointEvent: {
            /** @description The id of the event: the same wherever and whenever it is read. */
            readonly id: string;
            /** @description What happened. */
            readonly type: "endpoint.disabled";
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            readonly timestamp: string;
            /** @description The endpoint that has changed. */
            readonly data: {
                /** @description The id of the endpoint. */
                readonly id: string;
                /**
                 * @description Always `webhook_endpoint`.
                 * @constant
                 */
                readonly object: "webhook_endpoint";
                /**
                 * @description Always `disabled`: nothing is sent to it until you enable it again.
                 * @constant
                 */
                readonly status: "disabled";
                /** @description Why it is disabled. `requested`: by you. `gone`: it has answered 410. `failing`: nothing was received for five days. */
                readonly reason: "requested" | "gone" | "failing";
            };
        };
        /** @description Something that happened, to a profile or to a webhook endpoint: `data.object` says which. */
        readonly Event: components["schemas"]["ProfileEvent"] | components["schemas"]["EndpointEvent"];
        /** @description A page of the feed of events. */
        readonly EventList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The events of this page, in the order of the feed. */
            readonly data: readonly components["schemas"]["Event"][];
            /** @description The cursor behind this page. Store it, and hand it back as `after`. */
            readonly next_after: string;
            /** @description Whether the next page can be asked for at once. Otherwise nothing followed this page when it was read. */
            readonly has_more: boolean;
            /** @description How many events of this page were changed or removed in the database and cannot be shown; 0 as a rule. */
            readonly damaged: number;
        };
        /** @description A head of the log of all ledger entries. */
        readonly Checkpoint: {
            /**
             * @description Always `checkpoint`.
             * @constant
             */
            readonly object: "checkpoint";
            /** @description The id of the log. */
            readonly log_id: string;
            /** @description How many entries the log has. */
            readonly size: number;
            /** @description The hash that covers all of them in their order, 64 hexadecimal digits. */
            readonly hash: string;
            /**
             * Format: date-time
             * @description When the head was made.
             */
            readonly time: string;
            /** @description The text that is signed, made of the fields above. */
            readonly signed_text: string;
            /** @description The signature over `signed_text`; null where the service has no key. */
            readonly signature: {
                /**
                 * @description The algorithm (RFC 8032).
                 * @constant
                 */
                readonly algorithm: "Ed25519";
                /** @description The public key in base64 (SubjectPublicKeyInfo). */
                readonly public_key: string;
                /** @description The signature in base64. */
                readonly value: string;
            } | null;
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
        /** @description What the person has decided about a consent text. */
        readonly ConsentInput: {
            /** @description The version of the text that the person saw: `consent.current.text_version` of the settings. */
            readonly text_version: string;
            /** @description The language in which the person saw it, a BCP 47 tag: `consent.current.language` of the settings. */
            readonly locale: string;
            /** @description Whether the person agrees. False refuses or withdraws. */
            readonly granted: boolean;
            /** @description Of a refusal or withdrawal: `face` where it is of the face check alone, so that a reviewer may still decide over the document. Without it everything is refused. */
            readonly scope?: "face";
        };
        /** @description The event of the device check. */
        readonly DeviceInput: {
            /** @description The id of the event that the agent in the browser reported. */
            readonly event_id: string;
        };
        /** @description The person to be verified. */
        readonly CreateProfile: {
            /** @description Your own name for the person. A reference has one current profile. Text: not only blanks, without control, direction and tag characters. */
            readonly reference: string;
            /** @description The policy to judge by; `standard` without it. */
            readonly policy?: string;
            /** @description What you say about the person. It is compared with the evidence and never believed without. */
            readonly claimed?: components["schemas"]["Claimed"];
            /** @description The language of the person's messages, a BCP 47 tag. `en` without it. */
            readonly language?: string;
            /** @description Pairs of your own: at most 20, keys of 1 to 40 letters, digits, dot, dash and underscore, values of at most 500 characters. */
            readonly metadata?: {
                readonly [key: string]: string;
            };
            /**
             * Format: uri
             * @description Where your page sends the person afterwards: an https URL whose origin is one of the client's `redirect_origins`.
             */
            readonly redirect_url?: string;
            /** @description Makes a new profile even where the reference has an approved one, or one that takes no more changes. */
            readonly force_new?: boolean;
            /** @description Keeps the links alive that an open profile has: the answer has one more for the same person. Without it, each create makes a new link, and every older one of the profile ends. */
            readonly keep_link?: boolean;
            /** @description What is simulated, in the sandbox only. */
            readonly sandbox?: {
                /** @description The name of a scenario out of the settings. */
                readonly scenario: string;
            };
        };
        /** @description What is supplied or changed; a field that is not given stays as it is. */
        readonly UpdateProfile: {
            /** @description The consent of the person, or its refusal or withdrawal. */
            readonly consent?: components["schemas"]["ConsentInput"];
            /** @description The event of the device check. */
            readonly device?: components["schemas"]["DeviceInput"];
            /** @description The path of the policy to go on with, out of `paths` of the profile. It comes alone. */
            readonly path?: string;
            /** @description The language of the person's messages, a BCP 47 tag. */
            readonly language?: string;
            /** @description What you say about the person; with a machine token only. A field that is not given stays as it is. */
            readonly claimed?: components["schemas"]["Claimed"];
            /** @description Pairs to be set, with a machine token only; null deletes a key. Pairs that are not named stay. */
            readonly metadata?: {
                readonly [key: string]: string | null;
            };
        };
        /** @description Images with or without other fields, as a form. Each part occurs at most once. */
        readonly ProfileUpload: {
            /** @description The consent of the person, or its refusal or withdrawal. */
            readonly consent?: components["schemas"]["ConsentInput"];
            /** @description The event of the device check. */
            readonly device?: components["schemas"]["DeviceInput"];
            /** @description The path of the policy to go on with, out of `paths` of the profile. It comes alone. */
            readonly path?: string;
            /** @description The language of the person's messages, a BCP 47 tag. */
            readonly language?: string;
            /** @description What you say about the person; with a machine token only. A field that is not given stays as it is. */
            readonly claimed?: components["schemas"]["Claimed"];
            /** @description Pairs to be set, with a machine token only; null deletes a key. Pairs that are not named stay. */
            readonly metadata?: {
                readonly [key: string]: string | null;
            };
            /**
             * Format: binary
             * @description The photo of the front of the document, or of the data page. JPEG, PNG or WebP, at most 10 MiB and 25 megapixels by default.
             */
            readonly document_front?: Blob;
            /**
             * Format: binary
             * @description The photo of the back of the document. JPEG, PNG or WebP, at most 10 MiB and 25 megapixels by default.
             */
            readonly document_back?: Blob;
        };
        /** @description An empty object. */
        readonly EmptyBody: Record<string, never>;
        /** @description The session to be opened. */
        readonly LivenessSessionRequest: {
            /** @description The profile; required with a machine token. A flow token has its own. */
            readonly profile_id?: string;
            /** @description What the person is to do; `movement_and_light` without it. `movement` shows no flashing colours, and costs what the policy says. */
            readonly challenge?: "movement_and_light" | "movement";
        };
        /** @description The images that were uploaded before. */
        readonly StoredImages: {
            /** @description The stored image of the front, or of the data page. */
            readonly front_file_id: string;
            /** @description The profile; required with a machine token. A flow token has its own. */
            readonly profile_id?: string;
            /** @description The type that the person has chosen. It helps to read, and is not believed. */
            readonly document_type_hint?: components["schemas"]["DocumentType"];
            /** @description The issuer that the person has chosen, two or three capital letters. It helps to read, and is not believed. */
            readonly country_hint?: string;
            /** @description The stored image of the back. */
            readonly back_file_id?: string;
        };
        /** @description The images as a form. Each part occurs at most once. */
        readonly DocumentUpload: {
            /** @description The profile; required with a machine token. A flow token has its own. */
            readonly profile_id?: string;
            /** @description The type that the person has chosen. It helps to read, and is not believed. */
            readonly document_type_hint?: components["schemas"]["DocumentType"];
            /** @description The issuer that the person has chosen, two or three capital letters. It helps to read, and is not believed. */
            readonly country_hint?: string;
            /**
             * Format: binary
             * @description The photo of the front of the document, or of the data page. JPEG, PNG or WebP, at most 10 MiB and 25 megapixels by default.
             */
            readonly document_front: Blob;
            /**
             * Format: binary
             * @description The photo of the back of the document. JPEG, PNG or WebP, at most 10 MiB and 25 megapixels by default.
             */
            readonly document_back?: Blob;
            /**
             * Format: binary
             * @description A frame of the front: a further picture of the same moment, which is read where that helps, and not stored. All frames of a request together have at most the bytes of one image.
             */
            readonly document_front_frame_1?: Blob;
            /**
             * Format: binary
             * @description Another frame of the front: a further picture of the same moment, which is read where that helps, and not stored. All frames of a request together have at most the bytes of one image.
             */
            readonly document_front_frame_2?: Blob;
            /**
             * Format: binary
             * @description A frame of the back: a further picture of the same moment, which is read where that helps, and not stored. All frames of a request together have at most the bytes of one image.
             */
            readonly document_back_frame_1?: Blob;
            /**
             * Format: binary
             * @description Another frame of the back: a further picture of the same moment, which is read where that helps, and not stored. All frames of a request together have at most the bytes of one image.
             */
            readonly document_back_frame_2?: Blob;
        };
        /** @description What became of a screen of the page of the person. */
        readonly FlowStep: {
            /** @description The screen. */
            readonly step: "welcome" | "consent" | "document_choice" | "camera" | "document_front" | "document_back" | "liveness" | "waiting" | "result" | "handoff";
            /** @description `shown`: the person sees it. `done`: they went on. `failed`: it could not be done. `left`: they went away. */
            readonly outcome: "shown" | "done" | "failed" | "left";
            /** @description How long it was shown, in milliseconds. */
            readonly duration_ms?: number;
            /** @description Why it could not be done. */
            readonly error?: "camera_denied" | "camera_missing" | "camera_busy" | "camera_lost" | "camera_unsupported" | "offline" | "upload_failed" | "image_rejected" | "consent_declined" | "liveness_failed" | "liveness_timeout" | "liveness_unavailable" | "link_expired" | "link_ended" | "rate_limited" | "service_unavailable" | "unexpected";
        };
        /** @description A code that another device shows. */
        readonly RedeemHandoff: {
            /** @description The code, as it was answered to the other device. */
            readonly code: string;
        };
        /** @description A status event. */
        readonly StatusEvent: {
            /** @description What happened. Which events a profile takes depends on its status. */
            readonly event: "review_approved" | "review_declined" | "input_requested" | "reopened" | "renewed" | "canceled";
            /** @description Why; required for `review_approved` and `review_declined`. A reason of this description is counted among the reasons of the decision; any other word of this form is kept beside it. */
            readonly reason?: components["schemas"]["Reason"] | string;
            /** @description A note of the reviewer; required for `review_approved` and `review_declined`. It is erased with the profile. Text: not only blanks, without control, direction and tag characters. */
            readonly note?: string;
            /** @description The steps that the person is asked for, with `input_requested`. */
            readonly steps?: readonly components["schemas"]["Step"][];
            /** @description Who judged; required for a review. */
            readonly reviewer?: {
                /** @description Your own opaque id of the member of staff, with at least one digit. It stays in the ledger for ever, so it must be no name and no address. */
                readonly id: string;
                /** @description The name of the member of staff. It is erased with the profile. Text: not only blanks, without control, direction and tag characters. */
                readonly name?: string;
            };
            /** @description The version that the profile must have, as `If-Match` says it. */
            readonly expected_version?: number;
        };
        /** @description A partner's own event. */
        readonly PartnerEvent: {
            /** @description What happened: a dotted name that begins with `partner.`. */
            readonly type: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            readonly occurred_at?: string;
            /** @description How it ended. Text: not only blanks, without control, direction and tag characters. */
            readonly outcome?: string;
            /** @description Details of your own. At most 16 KiB as JSON. Its keys and texts are not only blanks and have no control, direction and tag characters other than tab and line feed. */
            readonly data?: Record<string, never>;
        };
        /** @description A request for a token (RFC 6749 section 4.4). Unknown parameters are ignored. */
        readonly TokenRequest: {
            /** @description Always `client_credentials`. JSON may leave it out. */
            readonly grant_type?: string;
            /** @description The scopes that the token is to have, separated by single blanks; every scope of the client without it. */
            readonly scope?: string;
            /** @description The id of the client, where it is not named by HTTP Basic or by an assertion. */
            readonly client_id?: string;
            /** @description The secret of the client. Send it here or by HTTP Basic, not both. */
            readonly client_secret?: string;
            /** @description A JWT that the client signed with its own key (RFC 7523 section 2.2), of at most 8192 characters. */
            readonly client_assertion?: string;
            /** @description Always `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`, beside `client_assertion`. */
            readonly client_assertion_type?: string;
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
        /** @description A new endpoint, with its secret and the first ping. */
        readonly CreatedWebhookEndpoint: {
            /** @description The endpoint. */
            readonly endpoint: components["schemas"]["WebhookEndpoint"];
            /** @description The new secret, which signs every event. It is told here and never again. */
            readonly secret: string;
            /** @description What became of the first ping. */
            readonly ping: components["schemas"]["WebhookPing"];
        };
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
        /** @description A request to revoke a token (RFC 7009 section 2.1). Unknown parameters are ignored. */
        readonly RevocationRequest: {
            /** @description The token to be revoked. */
            readonly token: string;
            /** @description Not needed: there is one type of token. */
            readonly token_type_hint?: string;
            /** @description The id of the client, where it is not named by HTTP Basic or by an assertion. */
            readonly client_id?: string;
            /** @description The secret of the client. Send it here or by HTTP Basic, not both. */
            readonly client_secret?: string;
            /** @description A JWT that the client signed with its own key (RFC 7523 section 2.2), of at most 8192 characters. */
            readonly client_assertion?: string;
            /** @description Always `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`, beside `client_assertion`. */
            readonly client_assertion_type?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Status = components['schemas']['Status'];
export type Reason = components['schemas']['Reason'];
export type ProblemCode = components['schemas']['ProblemCode'];
export type Step = components['schemas']['Step'];
export type DocumentType = components['schemas']['DocumentType'];
export type CheckName = components['schemas']['CheckName'];
export type EventType = components['schemas']['EventType'];
export type Outcome = components['schemas']['Outcome'];
export type Problem = components['schemas']['Problem'];
export type Health = components['schemas']['Health'];
export type Settings = components['schemas']['Settings'];
export type FlowSettings = components['schemas']['FlowSettings'];
export type Token = components['schemas']['Token'];
export type TokenError = components['schemas']['TokenError'];
export type AuthorizationServer = components['schemas']['AuthorizationServer'];
export type Revocation = components['schemas']['Revocation'];
export type Profile = components['schemas']['Profile'];
export type FlowProfile = components['schemas']['FlowProfile'];
export type ProfileList = components['schemas']['ProfileList'];
export type ProfileSummary = components['schemas']['ProfileSummary'];
export type ProfileSummaryList = components['schemas']['ProfileSummaryList'];
export type CreatedProfile = components['schemas']['CreatedProfile'];
export type ErasedProfile = components['schemas']['ErasedProfile'];
export type RetainedProfile = components['schemas']['RetainedProfile'];
export type FlowLink = components['schemas']['FlowLink'];
export type Handoff = components['schemas']['Handoff'];
export type RedeemedHandoff = components['schemas']['RedeemedHandoff'];
export type DecisionExplanation = components['schemas']['DecisionExplanation'];
export type Assurance = components['schemas']['Assurance'];
export type Consent = components['schemas']['Consent'];
export type Decision = components['schemas']['Decision'];
export type StoredFile = components['schemas']['StoredFile'];
export type Check = components['schemas']['Check'];
export type Document = components['schemas']['Document'];
export type ApplicantReason = components['schemas']['ApplicantReason'];
export type LivenessSession = components['schemas']['LivenessSession'];
export type LivenessResult = components['schemas']['LivenessResult'];
export type FlowLivenessResult = components['schemas']['FlowLivenessResult'];
export type BrowserCredentials = components['schemas']['BrowserCredentials'];
export type DocumentAnalysis = components['schemas']['DocumentAnalysis'];
export type FlowDocumentAnalysis = components['schemas']['FlowDocumentAnalysis'];
export type LedgerEntry = components['schemas']['LedgerEntry'];
export type StatusEntry = components['schemas']['StatusEntry'];
export type LedgerEntryList = components['schemas']['LedgerEntryList'];
export type ProfileEvent = components['schemas']['ProfileEvent'];
export type EndpointEvent = components['schemas']['EndpointEvent'];
export type Event = components['schemas']['Event'];
export type EventList = components['schemas']['EventList'];
export type Checkpoint = components['schemas']['Checkpoint'];
export type AccessLine = components['schemas']['AccessLine'];
export type AccessLineList = components['schemas']['AccessLineList'];
export type Claimed = components['schemas']['Claimed'];
export type ConsentInput = components['schemas']['ConsentInput'];
export type DeviceInput = components['schemas']['DeviceInput'];
export type CreateProfile = components['schemas']['CreateProfile'];
export type UpdateProfile = components['schemas']['UpdateProfile'];
export type ProfileUpload = components['schemas']['ProfileUpload'];
export type EmptyBody = components['schemas']['EmptyBody'];
export type LivenessSessionRequest = components['schemas']['LivenessSessionRequest'];
export type StoredImages = components['schemas']['StoredImages'];
export type DocumentUpload = components['schemas']['DocumentUpload'];
export type FlowStep = components['schemas']['FlowStep'];
export type RedeemHandoff = components['schemas']['RedeemHandoff'];
export type StatusEvent = components['schemas']['StatusEvent'];
export type PartnerEvent = components['schemas']['PartnerEvent'];
export type TokenRequest = components['schemas']['TokenRequest'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointList = components['schemas']['WebhookEndpointList'];
export type CreatedWebhookEndpoint = components['schemas']['CreatedWebhookEndpoint'];
export type PingedWebhookEndpoint = components['schemas']['PingedWebhookEndpoint'];
export type RotatedWebhookSecret = components['schemas']['RotatedWebhookSecret'];
export type WebhookPing = components['schemas']['WebhookPing'];
export type DeletedWebhookEndpoint = components['schemas']['DeletedWebhookEndpoint'];
export type CreateWebhookEndpoint = components['schemas']['CreateWebhookEndpoint'];
export type UpdateWebhookEndpoint = components['schemas']['UpdateWebhookEndpoint'];
export type WebhookReplayRequest = components['schemas']['WebhookReplayRequest'];
export type WebhookReplay = components['schemas']['WebhookReplay'];
export type WebhookTry = components['schemas']['WebhookTry'];
export type WebhookTryList = components['schemas']['WebhookTryList'];
export type WebhookDeadLetter = components['schemas']['WebhookDeadLetter'];
export type WebhookDeadLetterList = components['schemas']['WebhookDeadLetterList'];
export type RevocationRequest = components['schemas']['RevocationRequest'];
export interface operations {
    readonly issueToken: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TokenRequest"];
                readonly "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        readonly responses: {
            /** @description The token. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Token"];
                };
            };
        };
    };
    readonly revokeToken: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RevocationRequest"];
                readonly "application/x-www-form-urlencoded": components["schemas"]["RevocationRequest"];
            };
        };
        readonly responses: {
            /** @description The token is not valid any more. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Revocation"];
                };
            };
        };
    };
    readonly readOAuthMetadata: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The metadata. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["AuthorizationServer"];
                };
            };
        };
    };
    readonly readHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The service can do its work. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    readonly createProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateProfile"];
            };
        };
        readonly responses: {
            /** @description The profile that the reference has. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["CreatedProfile"];
                };
            };
            /** @description A new profile. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["CreatedProfile"];
                };
            };
        };
    };
    readonly listProfiles: {
        readonly parameters: {
            readonly query?: {
                /** @description Only profiles with one of these statuses, separated by commas. */
                readonly status?: readonly components["schemas"]["Status"][];
                /** @description Only profiles of this reference. */
                readonly reference?: string;
                /** @description Only profiles that were created at this time or later. */
                readonly created_after?: string;
                /** @description Only profiles that were created before this time. */
                readonly created_before?: string;
                /** @description Only profiles that were changed at this time or later. The list is in the order of `sort=updated_at` then. */
                readonly updated_after?: string;
                /** @description Only profiles whose metadata has these pairs: `metadata[plan]=gold`. */
                readonly metadata?: {
                    readonly [key: string]: string;
                };
                /** @description The order of the list: by `created_at`, the newest first, or by `updated_at`, what was changed longest ago first. `created_at` without it. */
                readonly sort?: "created_at" | "updated_at";
                /** @description The most profiles of a page; 20 without it. */
                readonly limit?: number;
                /** @description The `next_cursor` of the page before, of a list in the same order. */
                readonly cursor?: string;
            };
            readonly path?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of profiles. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["ProfileList"];
                };
            };
        };
    };
    readonly listProfileSummaries: {
        readonly parameters: {
            readonly query?: {
                /** @description Only profiles with one of these statuses, separated by commas. */
                readonly status?: readonly components["schemas"]["Status"][];
                /** @description Only profiles of this reference. */
                readonly reference?: string;
                /** @description Only profiles that were created at this time or later. */
                readonly created_after?: string;
                /** @description Only profiles that were created before this time. */
                readonly created_before?: string;
                /** @description Only profiles that were changed at this time or later. The list is in the order of `sort=updated_at` then. */
                readonly updated_after?: string;
                /** @description Only profiles whose metadata has these pairs: `metadata[plan]=gold`. */
                readonly metadata?: {
                    readonly [key: string]: string;
                };
                /** @description The order of the list: by `created_at`, the newest first, or by `updated_at`, what was changed longest ago first. `created_at` without it. */
                readonly sort?: "created_at" | "updated_at";
                /** @description The most profiles of a page; 20 without it. */
                readonly limit?: number;
                /** @description The `next_cursor` of the page before, of a list in the same order. */
                readonly cursor?: string;
            };
            readonly path?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of summaries. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["ProfileSummaryList"];
                };
            };
        };
    };
    readonly getProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the profile. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The profile. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Profile"] | components["schemas"]["FlowProfile"];
                };
            };
        };
    };
    readonly eraseProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the profile. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What stays of the profile. */
            readonly 202: {
                content: {
                    readonly "application/json": components["schemas"]["ErasedProfile"];
                };
            };
        };
    };
    readonly updateProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the profile. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateProfile"];
            };
        };
        readonly responses: {
            /** @description The profile as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Profile"] | components["schemas"]["FlowProfile"];
                };
            };
        };
    };
    readonly updateProfileWithFiles: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the profile. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["ProfileUpload"];
            };
        };
        readonly responses: {
            /** @description The profile as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Profile"] | components["schemas"]["FlowProfile"];
                };
            };
        };
    };
    readonly takeBackErasure: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the profile. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description When the profile is erased now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["RetainedProfile"];
                };
            };
        };
    };
    readonly renewFlowToken: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the profile. */
                readonly id: string;
            };
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["EmptyBody"];
            };
        };
        readonly responses: {
            /** @description The new link. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["FlowLink"];
                };
            };
        };
    };
    readonly explainDecision: {
        readonly parameters: {
            readonly query?: {
                /** @description The ledger entry of the decision; the newest decision without it. */
                readonly seq?: number;
            };
            readonly path: {
                /** @description The id of the profile. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The explanation. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["DecisionExplanation"];
                };
            };
        };
    };
    readonly readFile: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the profile. */
                readonly id: string;
                /** @description The id of the file, from `files` of the profile. */
                readonly fileId: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The bytes of the file. */
            readonly 200: {
                content: {
                    readonly "image/jpeg": Blob;
                };
            };
        };
    };
    readonly openLivenessSession: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["LivenessSessionRequest"];
            };
        };
        readonly responses: {
            /** @description The session. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["LivenessSession"];
                };
            };
        };
    };
    readonly submitLivenessCapture: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the session. */
                readonly sessionId: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": Blob;
            };
        };
        readonly responses: {
            /** @description The provider has the capture. Read the result of the session. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly readLivenessResult: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the session. */
                readonly sessionId: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result so far. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["LivenessResult"] | components["schemas"]["FlowLivenessResult"];
                };
            };
        };
    };
    readonly issueBrowserCredentials: {
        readonly parameters: {
            readonly query?: {
                /** @description The profile; required with a machine token. A flow token has its own. */
                readonly profile_id?: string;
            };
            readonly path?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The credentials. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["BrowserCredentials"];
                };
            };
        };
    };
    readonly analyzeDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StoredImages"];
            };
        };
        readonly responses: {
            /** @description The analysis. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["DocumentAnalysis"] | components["schemas"]["FlowDocumentAnalysis"];
                };
            };
        };
    };
    readonly analyzeDocumentWithFiles: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["DocumentUpload"];
            };
        };
        readonly responses: {
            /** @description The analysis. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["DocumentAnalysis"] | components["schemas"]["FlowDocumentAnalysis"];
                };
            };
        };
    };
    readonly reportFlowStep: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FlowStep"];
            };
        };
        readonly responses: {
            /** @description It was counted. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly createHandoff: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["EmptyBody"];
            };
        };
        readonly responses: {
            /** @description The code. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["Handoff"];
                };
            };
        };
    };
    readonly redeemHandoff: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RedeemHandoff"];
            };
        };
        readonly responses: {
            /** @description The token. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["RedeemedHandoff"];
                };
            };
        };
    };
    readonly readStatusHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description The `seq` behind which the page begins; 0 without it. */
                readonly after_seq?: number;
                /** @description The most entries of a page; 100 without it. */
                readonly limit?: number;
            };
            readonly path: {
                /** @description The id of the profile. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of entries. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["LedgerEntryList"];
                };
            };
        };
    };
    readonly postStatusEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the profile. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StatusEvent"];
            };
        };
        readonly responses: {
            /** @description The entry that was written, and the status that the profile has now. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["StatusEntry"];
                };
            };
        };
    };
    readonly readVerificationHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description The `seq` behind which the page begins; 0 without it. */
                readonly after_seq?: number;
                /** @description The most entries of a page; 100 without it. */
                readonly limit?: number;
            };
            readonly path: {
                /** @description The id of the profile. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of entries. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["LedgerEntryList"];
                };
            };
        };
    };
    readonly appendVerificationEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the profile. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PartnerEvent"];
            };
        };
        readonly responses: {
            /** @description The entry that was written. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["LedgerEntry"];
                };
            };
        };
    };
    readonly readCheckpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The newest head. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Checkpoint"];
                };
            };
        };
    };
    readonly readEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_after` of the page before. Without it the feed is read from the oldest event that is kept. */
                readonly after?: string;
                /** @description The most events of a page; 100 without it. */
                readonly limit?: number;
                /** @description Only events of these types, separated by commas. */
                readonly types?: readonly components["schemas"]["EventType"][];
                /** @description How many seconds to wait where there is no event; the answer comes with the first one. 0 without it. */
                readonly wait?: number;
            };
            readonly path?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of events. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    readonly listWebhookEndpoints: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The endpoints. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
        };
    };
    readonly createWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateWebhookEndpoint"];
            };
        };
        readonly responses: {
            /** @description The endpoint, with its secret. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
        };
    };
    readonly getWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The endpoint. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    readonly deleteWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["DeletedWebhookEndpoint"];
                };
            };
        };
    };
    readonly updateWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateWebhookEndpoint"];
            };
        };
        readonly responses: {
            /** @description The endpoint. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    readonly pingWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["EmptyBody"];
            };
        };
        readonly responses: {
            /** @description The endpoint, and what became of the ping. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PingedWebhookEndpoint"];
                };
            };
        };
    };
    readonly rotateWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["EmptyBody"];
            };
        };
        readonly responses: {
            /** @description The endpoint with its new secret. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["RotatedWebhookSecret"];
                };
            };
        };
    };
    readonly replayWebhookDeliveries: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookReplayRequest"];
            };
        };
        readonly responses: {
            /** @description It will be sent. */
            readonly 202: {
                content: {
                    readonly "application/json": components["schemas"]["WebhookReplay"];
                };
            };
        };
    };
    readonly readWebhookTries: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
            };
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of tries. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["WebhookTryList"];
                };
            };
        };
    };
    readonly readWebhookDeadLetters: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
                /** @description The most entries of a page; 100 without it. */
                readonly limit?: number;
            };
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of dead letters. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["WebhookDeadLetterList"];
                };
            };
        };
    };
    readonly readAccessLog: {
        readonly parameters: {
            readonly query?: {
                /** @description The id of the line behind which the page begins. */
                readonly after?: string;
                /** @description Only lines from this time on. */
                readonly from?: string;
                /** @description The most lines of a page; 100 without it. */
                readonly limit?: number;
            };
            readonly path?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of lines. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["AccessLineList"];
                };
            };
        };
    };
    readonly readSettings: {
        readonly parameters: {
            readonly query?: {
                /** @description The language of the consent text, a BCP 47 tag. */
                readonly language?: string;
            };
            readonly path?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The settings. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Settings"] | components["schemas"]["FlowSettings"];
                };
            };
        };
    };
    readonly readContract: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The description. */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
    };
    readonly readDocs: {
        readonly parameters: {
            readonly query?: never;
            readonly path?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The page. */
            readonly 200: {
                content: {
                    readonly "text/html": string;
                };
            };
        };
    };
    readonly readProblem: {
        readonly parameters: {
            readonly query?: never;
            readonly path: {
                /** @description The code of the problem. */
                readonly code: components["schemas"]["ProblemCode"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The page. */
            readonly 200: {
                content: {
                    readonly "text/html": string;
                };
            };
        };
    };
}
