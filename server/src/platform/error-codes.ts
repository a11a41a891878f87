/** What went wrong, in the product's words; `platform/http` alone turns a kind into a status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'unsupported_type'
  | 'inconsistent'
  | 'rate_limited'
  | 'internal'
  | 'unavailable'

type Entry = { kind: ErrorKind; meaning: string }

/**
 * Every code that an error can carry. Codes are for programs and stay as they are; messages are for
 * people and may change. Where nothing more is to be said, the code is the kind.
 */
const CODES = {
  invalid: { kind: 'invalid', meaning: 'A value is malformed or not accepted; `param` names it.' },
  missing_field: { kind: 'invalid', meaning: 'A required field is missing.' },
  unknown_field: { kind: 'invalid', meaning: 'The body has a field that this request does not.' },
  unknown_parameter: { kind: 'invalid', meaning: 'The URL has a parameter that nobody reads.' },
  invalid_json: { kind: 'invalid', meaning: 'The body is not JSON that can be kept.' },
  plan_in_use: {
    kind: 'invalid',
    meaning: 'Subscriptions that have not ended use the plan with this agent.',
  },
  invoice_not_sendable: {
    kind: 'invalid',
    meaning: 'The invoice is paid, void or refunded, or its customer has no e-mail address.',
  },
  organization_missing: {
    kind: 'invalid',
    meaning: 'Somebody who is signed in did not say in which organization.',
  },
  unauthenticated: {
    kind: 'unauthenticated',
    meaning:
      'The API key is missing, malformed, unknown, revoked or of another environment; or nobody is signed in.',
  },
  wrong_credentials: {
    kind: 'unauthenticated',
    meaning: 'There is no account with this e-mail address and this password.',
  },
  portal_session_missing: {
    kind: 'unauthenticated',
    meaning: 'Nobody visits the portal: a link to it must be opened first.',
  },
  portal_session_expired: {
    kind: 'unauthenticated',
    meaning: 'The hour of a visit to the portal is over; a new link is needed.',
  },
  portal_session_revoked: {
    kind: 'unauthenticated',
    meaning: 'The link that a visit to the portal began with was revoked.',
  },
  forbidden: { kind: 'forbidden', meaning: 'The caller is known but may not do this.' },
  role_too_low: { kind: 'forbidden', meaning: 'Your role in the organization does not allow it.' },
  person_only: { kind: 'forbidden', meaning: 'An API key was sent where only people may call.' },
  wrong_origin: {
    kind: 'forbidden',
    meaning: 'The request comes from a page of another address than `PUBLIC_URL`.',
  },
  setup_token_wrong: {
    kind: 'forbidden',
    meaning: 'The link to set up the service is not the one that it printed.',
  },
  not_found: { kind: 'not_found', meaning: 'Nothing with this id exists in your organization.' },
  unknown_route: { kind: 'not_found', meaning: 'There is no such method and path.' },
  conflict: { kind: 'conflict', meaning: 'Something that exists is in the way.' },
  external_id_taken: { kind: 'conflict', meaning: 'Another customer has this externalId.' },
  agent_code_taken: { kind: 'conflict', meaning: 'Another agent has this agentCode.' },
  signal_name_taken: {
    kind: 'conflict',
    meaning: 'Another signal of the agent has this name or shortName.',
  },
  already_linked: { kind: 'conflict', meaning: 'The plan is linked to this agent already.' },
  has_dependents: {
    kind: 'conflict',
    meaning: 'Something that exists needs what was to be deleted or unlinked.',
  },
  signal_priced_twice: { kind: 'conflict', meaning: 'The plan prices this signal already.' },
  overlapping_subscription: {
    kind: 'conflict',
    meaning: 'Another subscription of the customer covers the same at the same time.',
  },
  period_invoiced: {
    kind: 'conflict',
    meaning: 'An invoice that is no draft covers this time already.',
  },
  invoice_not_voidable: {
    kind: 'conflict',
    meaning: 'The invoice is paid, void or refunded, or another one settles a part of it.',
  },
  invoice_not_payable: {
    kind: 'conflict',
    meaning: 'The invoice takes no payment, as nothing is due on it or it is not issued.',
  },
  no_payment_method: {
    kind: 'conflict',
    meaning: 'No payment method of the customer is saved to be charged.',
  },
  amount_exceeds_due: { kind: 'conflict', meaning: 'The payment is more than what is due.' },
  not_refundable: {
    kind: 'conflict',
    meaning: 'So much is not left of the payment, or its provider refused to give it back.',
  },
  model_in_catalog: { kind: 'conflict', meaning: 'The model has a price of its own.' },
  already_set_up: { kind: 'conflict', meaning: 'There is an owner already: sign in.' },
  wrong_password: { kind: 'conflict', meaning: 'The current password is another one.' },
  link_expired: {
    kind: 'conflict',
    meaning: 'The link to choose a password has expired or was used.',
  },
  already_member: { kind: 'conflict', meaning: 'This person is a member already.' },
  already_invited: {
    kind: 'conflict',
    meaning: 'This address has an invitation that is still open.',
  },
  last_owner: { kind: 'conflict', meaning: 'An organization keeps at least one owner.' },
  invitation_expired: { kind: 'conflict', meaning: 'The invitation was not accepted in time.' },
  invitation_used: { kind: 'conflict', meaning: 'The invitation was accepted already.' },
  invitation_withdrawn: { kind: 'conflict', meaning: 'The invitation was withdrawn.' },
  invitation_for_another: {
    kind: 'conflict',
    meaning: 'The invitation is for another e-mail address than the one you are signed in with.',
  },
  sign_in_first: {
    kind: 'conflict',
    meaning: 'The invited address has an account: sign in with it to accept.',
  },
  changed_meanwhile: { kind: 'conflict', meaning: 'Another request changed it; retry.' },
  idempotency_key_in_use: {
    kind: 'conflict',
    meaning: 'The first request with this Idempotency-Key is not answered yet.',
  },
  body_too_large: { kind: 'too_large', meaning: 'The body is larger than 1 MiB.' },
  unsupported_media_type: { kind: 'unsupported_type', meaning: 'The body is not JSON.' },
  inconsistent: { kind: 'inconsistent', meaning: 'Well-formed but contradictory.' },
  dates_reversed: { kind: 'inconsistent', meaning: 'The end is before the start.' },
  already_invoiced: {
    kind: 'inconsistent',
    meaning: 'The subscription was invoiced: end it and create another one.',
  },
  agent_not_linked: { kind: 'inconsistent', meaning: 'The plan is not linked to this agent.' },
  inactive: { kind: 'inconsistent', meaning: 'The plan, coupon or tax rate is not active.' },
  cannot_change: { kind: 'inconsistent', meaning: 'This field is fixed once it is created.' },
  idempotency_key_reused: {
    kind: 'inconsistent',
    meaning: 'The Idempotency-Key was sent with another request before.',
  },
  rate_limited: {
    kind: 'rate_limited',
    meaning: 'Too many requests; wait for `Retry-After` seconds.',
  },
  internal: { kind: 'internal', meaning: 'A fault on our side; retry in a few seconds.' },
  unavailable: {
    kind: 'unavailable',
    meaning: 'Temporarily unavailable; wait for `Retry-After` seconds.',
  },
} as const satisfies Record<string, Entry>

export type ErrorCode = keyof typeof CODES

export const ERROR_CODES: Readonly<Record<ErrorCode, Entry>> = CODES
