/** Kinds of errors in product terms. Only `platform/http` maps a kind to a status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'precondition'
  | 'too_large'
  | 'unsupported_type'
  | 'inconsistent'
  | 'rate_limited'
  | 'internal'
  | 'unavailable'

type Entry = { kind: ErrorKind; meaning: string }

/**
 * Every error code. Codes are for programs and never change; messages are for people and may
 * change. Without a more specific code, the code equals the kind.
 */
const CODES = {
  invalid: { kind: 'invalid', meaning: 'A value is malformed or not accepted; `param` names it.' },
  missing_field: { kind: 'invalid', meaning: 'A required field is missing.' },
  unknown_field: {
    kind: 'invalid',
    meaning: 'The body has a field that this request does not accept.',
  },
  unknown_parameter: {
    kind: 'invalid',
    meaning: 'The URL has a parameter that this request does not accept.',
  },
  invalid_json: {
    kind: 'invalid',
    meaning: 'The body is not valid JSON, contains a NUL character or is nested too deeply.',
  },
  plan_in_use: {
    kind: 'invalid',
    meaning: 'Subscriptions that have not ended use the plan with this agent.',
  },
  invoice_not_sendable: {
    kind: 'invalid',
    meaning: 'The invoice is paid, void or refunded, or its customer has no email address.',
  },
  organization_missing: {
    kind: 'invalid',
    meaning: 'A signed-in person sent no organization in `x-piecework-organization`.',
  },
  unauthenticated: {
    kind: 'unauthenticated',
    meaning:
      'The API key is missing, malformed, unknown, revoked or of another environment; or ' +
      'the caller is not signed in.',
  },
  wrong_credentials: {
    kind: 'unauthenticated',
    meaning: 'The email address or the password is incorrect.',
  },
  portal_session_missing: {
    kind: 'unauthenticated',
    meaning: 'There is no visit to the portal: open a portal link first.',
  },
  portal_session_expired: {
    kind: 'unauthenticated',
    meaning: 'The visit to the portal has expired; a new link is needed.',
  },
  portal_session_revoked: {
    kind: 'unauthenticated',
    meaning: 'The visit to the portal has ended, because its link was revoked.',
  },
  forbidden: {
    kind: 'forbidden',
    meaning: 'The caller is authenticated but not allowed to do this.',
  },
  role_too_low: { kind: 'forbidden', meaning: 'Your role in the organization does not allow it.' },
  person_only: { kind: 'forbidden', meaning: 'API keys are not accepted here; sign in instead.' },
  wrong_origin: {
    kind: 'forbidden',
    meaning: 'The request comes from a page whose origin is not `PUBLIC_URL`.',
  },
  setup_token_wrong: {
    kind: 'forbidden',
    meaning: 'The set-up link is not the one that the service printed.',
  },
  not_found: { kind: 'not_found', meaning: 'Nothing with this id exists in your organization.' },
  unknown_route: { kind: 'not_found', meaning: 'No route has this method and path.' },
  conflict: { kind: 'conflict', meaning: 'The request conflicts with existing data.' },
  external_id_taken: { kind: 'conflict', meaning: 'Another customer has this externalId.' },
  agent_code_taken: { kind: 'conflict', meaning: 'Another agent has this agentCode.' },
  signal_name_taken: {
    kind: 'conflict',
    meaning: 'Another signal of the agent has this name or shortName.',
  },
  already_linked: { kind: 'conflict', meaning: 'The plan is already linked to this agent.' },
  has_dependents: {
    kind: 'conflict',
    meaning: 'Other objects depend on the object to delete or unlink.',
  },
  signal_priced_twice: { kind: 'conflict', meaning: 'The plan already prices this signal.' },
  overlapping_subscription: {
    kind: 'conflict',
    meaning:
      'Another subscription of the customer covers the same plan or signal at the same time.',
  },
  period_invoiced: {
    kind: 'conflict',
    meaning: 'An invoice already covers this period or a part of it.',
  },
  invoice_not_voidable: {
    kind: 'conflict',
    meaning: 'The invoice is paid, void or refunded, or another one settles a part of it.',
  },
  invoice_not_payable: {
    kind: 'conflict',
    meaning: 'The invoice cannot be paid, because nothing is due on it or it is not issued.',
  },
  no_payment_method: {
    kind: 'conflict',
    meaning: 'The customer has no saved payment method.',
  },
  amount_exceeds_due: { kind: 'conflict', meaning: 'The payment exceeds the amount due.' },
  not_refundable: {
    kind: 'conflict',
    meaning:
      'The amount exceeds the part of the payment that is not refunded, or the payment provider ' +
      'rejected the refund.',
  },
  event_voided: { kind: 'conflict', meaning: 'The usage event is void; it cannot be corrected.' },
  model_in_catalog: { kind: 'conflict', meaning: 'The model already has a price in the catalog.' },
  already_set_up: { kind: 'conflict', meaning: 'The service is already set up: sign in.' },
  wrong_password: { kind: 'conflict', meaning: 'The current password is wrong.' },
  link_expired: {
    kind: 'conflict',
    meaning: 'The link to reset the password has expired or was already used.',
  },
  already_member: { kind: 'conflict', meaning: 'This person is already a member.' },
  already_invited: {
    kind: 'conflict',
    meaning: 'This address already has a pending invitation.',
  },
  last_owner: { kind: 'conflict', meaning: 'An organization must have at least one owner.' },
  invitation_expired: { kind: 'conflict', meaning: 'The invitation has expired.' },
  invitation_used: { kind: 'conflict', meaning: 'The invitation was already accepted.' },
  invitation_withdrawn: { kind: 'conflict', meaning: 'The invitation was withdrawn.' },
  invitation_for_another: {
    kind: 'conflict',
    meaning: 'The invitation is for a different email address from the one you are signed in with.',
  },
  sign_in_first: {
    kind: 'conflict',
    meaning: 'The invited address has an account: sign in with it to accept.',
  },
  run_ended: {
    kind: 'conflict',
    meaning: 'The run has ended: its outcome was recorded, or its hold was released.',
  },
  changed_meanwhile: {
    kind: 'conflict',
    meaning: 'A concurrent request changed the object; retry.',
  },
  idempotency_key_in_use: {
    kind: 'conflict',
    meaning: 'The first request with this Idempotency-Key is still in progress.',
  },
  precondition_failed: {
    kind: 'precondition',
    meaning: 'The object has another version than `If-Match` names: it was changed.',
  },
  body_too_large: { kind: 'too_large', meaning: 'The body is larger than 1 MiB.' },
  unsupported_media_type: { kind: 'unsupported_type', meaning: 'The body is not JSON.' },
  inconsistent: {
    kind: 'inconsistent',
    meaning: 'Well-formed, but the values contradict each other.',
  },
  dates_reversed: { kind: 'inconsistent', meaning: 'The end is before the start.' },
  already_invoiced: {
    kind: 'inconsistent',
    meaning: 'The subscription has been invoiced: end it and create another one.',
  },
  agent_not_linked: { kind: 'inconsistent', meaning: 'The plan is not linked to this agent.' },
  inactive: { kind: 'inconsistent', meaning: 'The plan, coupon or tax rate is not active.' },
  cannot_change: { kind: 'inconsistent', meaning: 'This field cannot change after creation.' },
  idempotency_key_reused: {
    kind: 'inconsistent',
    meaning: 'The Idempotency-Key was already used with another request.',
  },
  rate_limited: {
    kind: 'rate_limited',
    meaning: 'Too many requests; wait for `Retry-After` seconds.',
  },
  internal: { kind: 'internal', meaning: 'An internal error; retry in a few seconds.' },
  earnings_not_ready: {
    kind: 'unavailable',
    meaning: 'The figures are computed for the first time; wait for `Retry-After` seconds.',
  },
  undecided: {
    kind: 'unavailable',
    meaning:
      'No decision was made in time. Do what you chose for this case, or retry with the same runId.',
  },
  unavailable: {
    kind: 'unavailable',
    meaning: 'Temporarily unavailable; wait for `Retry-After` seconds.',
  },
} as const satisfies Record<string, Entry>

export type ErrorCode = keyof typeof CODES

/** Codes of malformed requests, whose message may be a list. */
export type InvalidCode = {
  [Code in ErrorCode]: (typeof CODES)[Code]['kind'] extends 'invalid' ? Code : never
}[ErrorCode]

export const ERROR_CODES: Readonly<Record<ErrorCode, Entry>> = CODES
