import { type Static, Type } from 'typebox'
import { timestamp, uuid } from '../../../platform/http/fields.ts'
import { portalCompany } from '../link/schemas.ts'

export const PortalVisit = Type.Object(
  {
    customerId: uuid(),
    customerName: Type.String(),
    ...portalCompany,
    timezone: Type.String({ description: 'Time zone of invoice dates.' }),
    expiresAt: timestamp('When the visit ends, by the same clock as `now`.'),
    now: timestamp('Real time.'),
    businessNow: timestamp(
      'Business time, which invoices and periods follow; differs from real time when a ' +
        'test clock is set.',
    ),
    hasCredit: Type.Boolean({
      description: 'True if the customer has credit, or had any before.',
    }),
    paymentsAvailable: Type.Boolean({ description: 'True if invoices can be paid online.' }),
    environment: Type.Enum(['test', 'live'], { title: 'Environment' }),
  },
  {
    title: 'PortalVisit',
    description: 'The visitor of the portal, the company that bills, and the end of the visit.',
  },
)
export type PortalVisit = Static<typeof PortalVisit>
