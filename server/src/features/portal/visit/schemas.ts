import { type Static, Type } from 'typebox'
import { timestamp, uuid } from '../../../platform/http/fields.ts'
import { portalCompany } from '../link/schemas.ts'

export const PortalVisit = Type.Object(
  {
    customerId: uuid(),
    customerName: Type.String(),
    ...portalCompany,
    timezone: Type.String({ description: 'In which invoices are dated.' }),
    expiresAt: timestamp('When the visit ends, by the same clock as `now`.'),
    now: timestamp('Real time.'),
    businessNow: timestamp('What invoices and periods go by; another time under a test clock.'),
    paymentsAvailable: Type.Boolean({ description: 'Whether invoices can be paid online.' }),
    environment: Type.Enum(['test', 'live'], { title: 'Environment' }),
  },
  { title: 'PortalVisit', description: 'Who visits the portal, of which company, and until when.' },
)
export type PortalVisit = Static<typeof PortalVisit>
