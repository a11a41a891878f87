import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'

/** What pages of the portal show of the company, at their head. */
export const portalCompany = {
  organizationName: Type.String(),
  logo: nullable(Type.String(), 'A data URL.'),
  accentColor: nullable(Type.String(), 'Such as #1f6f54; null: our own.'),
  returnUrl: nullable(Type.String(), 'Where "Back to …" leads.'),
}

export const PortalLink = Type.Object(
  {
    ...portalCompany,
    state: Type.Enum(['open', 'used', 'expired', 'revoked'], { title: 'PortalLinkState' }),
  },
  { title: 'PortalLink', description: 'The link to a portal that this browser followed in vain.' },
)
export type PortalLink = Static<typeof PortalLink>
