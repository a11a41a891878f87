import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'

/** Company data in the header of portal pages. */
export const portalCompany = {
  organizationName: Type.String(),
  logo: nullable(Type.String(), 'A data URL.'),
  accentColor: nullable(Type.String(), 'Such as #1f6f54; null: the default color.'),
  returnUrl: nullable(Type.String(), 'Target of the "Back to …" link.'),
}

export const PortalLink = Type.Object(
  {
    ...portalCompany,
    state: Type.Enum(['open', 'used', 'expired', 'revoked'], { title: 'PortalLinkState' }),
  },
  { title: 'PortalLink', description: 'The portal link that this browser opened without success.' },
)
export type PortalLink = Static<typeof PortalLink>
