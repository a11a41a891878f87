import { type Static, Type } from 'typebox'
import { nullable, TEXT_LENGTH_MAX, timestamp, uuid } from '../../platform/http/fields.ts'
import { pageParametersOf } from '../../platform/http/list.ts'
import { TEXT } from '../../platform/http/text-patterns.ts'
import { FEATURES } from './portal-session.ts'

const RETURN_URL_LENGTH_MAX = 2_000
const LISTED = 10
/** Each may be named more than once. */
const NAMED_MAX = 20

export const PortalSessionParams = Type.Object({ sessionId: uuid() })

const PortalFeature = Type.Enum([...FEATURES], { title: 'PortalFeature' })

export const PortalSessionCreate = Type.Object(
  {
    customerExternalId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: TEXT_LENGTH_MAX,
        pattern: TEXT,
        description: 'Your own id of the customer. It or customerId must be sent.',
      }),
    ),
    customerId: Type.Optional(uuid('The id of the customer here.')),
    returnUrl: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: RETURN_URL_LENGTH_MAX,
        pattern: TEXT,
        description: 'Shown in the portal as "Back to …". Nobody is sent there without a click.',
      }),
    ),
    features: Type.Optional(
      Type.Array(PortalFeature, {
        maxItems: NAMED_MAX,
        description: 'What the link is for. For information: the portal shows all four.',
      }),
    ),
  },
  {
    title: 'PortalSessionCreate',
    additionalProperties: false,
    examples: [
      { customerExternalId: 'customer-42', returnUrl: 'https://app.example.com/settings/billing' },
    ],
  },
)
export type PortalSessionCreate = Static<typeof PortalSessionCreate>

const fields = {
  id: uuid(),
  object: Type.Literal('portal_session'),
  customerId: uuid(),
  customerName: Type.String(),
  customerEmail: nullable(Type.String()),
  expiresAt: timestamp('One hour after it was made, by real time: of the link, and of the visit.'),
  createdAt: timestamp(),
}

const ONCE =
  'Shown this once and stored nowhere: null in the answer to a repeat with an Idempotency-Key.'

export const NewPortalSession = Type.Object(
  {
    ...fields,
    url: nullable(Type.String({ description: 'What the customer opens; it works once.' }), ONCE),
    token: nullable(Type.String(), ONCE),
  },
  { title: 'NewPortalSession', description: 'A link to the portal that was just made.' },
)
export type NewPortalSession = Static<typeof NewPortalSession>

const listed = {
  ...fields,
  isExpired: Type.Boolean({ description: 'Whether its hour is over.' }),
  isUsed: Type.Boolean({ description: 'Whether the link was opened.' }),
  isRevoked: Type.Boolean({
    description: 'Whether it was ended before its time, or its customer was deleted.',
  }),
  state: Type.Enum(['open', 'used', 'expired', 'revoked'], {
    title: 'PortalLinkState',
    description:
      'What becomes of whoever opens the link now; only an open one leads to the portal.',
  }),
  features: Type.Array(Type.String()),
  returnUrl: nullable(Type.String()),
}

export const PortalSession = Type.Object(listed, {
  title: 'PortalSession',
  description: 'A link to the portal of a customer, without the link itself.',
})
export type PortalSession = Static<typeof PortalSession>

export const PortalSessionDetail = Type.Object(
  { ...listed, usedAt: Type.Optional(timestamp('When the link was opened; only then.')) },
  { title: 'PortalSessionDetail', description: 'A link to the portal, and when it was opened.' },
)
export type PortalSessionDetail = Static<typeof PortalSessionDetail>

export const PortalSessionList = Type.Array(PortalSession, {
  title: 'PortalSessionList',
  description: 'The latest first; no more than `limit`.',
})

export const PortalSessionQuery = Type.Object({
  customerId: Type.Optional(uuid('Only links of this customer.')),
  limit: pageParametersOf(LISTED).limit,
  includeExpired: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'true: also links that lead nowhere any more: expired, used or revoked ones.',
    }),
  ),
})
export type PortalSessionQuery = Static<typeof PortalSessionQuery>
