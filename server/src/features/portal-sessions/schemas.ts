import { type Static, Type } from 'typebox'
import { nullable, TEXT_LENGTH_MAX, timestamp, uuid } from '../../platform/http/fields.ts'
import { pageParametersOf } from '../../platform/http/list.ts'
import { TEXT } from '../../platform/http/text-patterns.ts'
import { customerExternalId, namedCustomer } from '../customers/fields.ts'
import { FEATURES } from './portal-session.ts'

const RETURN_URL_LENGTH_MAX = 2_000
const LISTED = 10
/** A feature may be repeated. */
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
        description: 'Your own id for the customer. Either this or customerId is required.',
      }),
    ),
    customerId: Type.Optional(
      uuid('The Piecework id of the customer. Either this or customerExternalId is required.'),
    ),
    returnUrl: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: RETURN_URL_LENGTH_MAX,
        pattern: TEXT,
        description:
          'Shown in the portal as "Back to …". The portal never redirects there automatically.',
      }),
    ),
    features: Type.Optional(
      Type.Array(PortalFeature, {
        maxItems: NAMED_MAX,
        description:
          'Intended use of the link. Informational only: the portal always shows all four.',
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
  customerExternalId,
  customerName: Type.String(),
  customerEmail: nullable(Type.String()),
  expiresAt: timestamp(
    'One hour after creation, in real time. Applies to the link and to the visit.',
  ),
  createdAt: timestamp(),
}

const ONCE =
  'Shown only once and not stored: null in the response to a retry with an Idempotency-Key.'

export const NewPortalSession = Type.Object(
  {
    ...fields,
    url: nullable(
      Type.String({ description: 'The link that the customer opens; it works once.' }),
      ONCE,
    ),
    token: nullable(Type.String(), ONCE),
  },
  { title: 'NewPortalSession', description: 'A newly created link to the portal.' },
)
export type NewPortalSession = Static<typeof NewPortalSession>

const listed = {
  ...fields,
  isExpired: Type.Boolean({ description: 'True if the link has expired.' }),
  isUsed: Type.Boolean({ description: 'True if the link was opened.' }),
  isRevoked: Type.Boolean({
    description: 'True if it was revoked or ended early, or its customer was deleted.',
  }),
  state: Type.Enum(['open', 'used', 'expired', 'revoked'], {
    title: 'PortalLinkState',
    description: 'State of the link; only an open one leads to the portal.',
  }),
  features: Type.Array(Type.String()),
  returnUrl: nullable(Type.String()),
}

export const PortalSession = Type.Object(listed, {
  title: 'PortalSession',
  description: 'A link to the portal of a customer, without its URL.',
})
export type PortalSession = Static<typeof PortalSession>

export const PortalSessionDetail = Type.Object(
  { ...listed, usedAt: Type.Optional(timestamp('When the link was opened; absent before that.')) },
  { title: 'PortalSessionDetail', description: 'A link to the portal, and when it was opened.' },
)
export type PortalSessionDetail = Static<typeof PortalSessionDetail>

export const PortalSessionList = Type.Array(PortalSession, {
  title: 'PortalSessionList',
  description: 'Latest first; no more than `limit`. The last page has fewer.',
})

export const PortalSessionQuery = Type.Object({
  ...namedCustomer('Only links of this customer.'),
  ...pageParametersOf(LISTED),
  includeExpired: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'true: includes links that are no longer usable: expired, used or revoked ones.',
    }),
  ),
})
export type PortalSessionQuery = Static<typeof PortalSessionQuery>
