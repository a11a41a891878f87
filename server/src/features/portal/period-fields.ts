import { Type } from 'typebox'
import { timestamp } from '../../platform/http/fields.ts'

/** A time range as shown to customers. */
export const PortalPeriod = Type.Object(
  { start: timestamp(), end: timestamp('Exclusive end.') },
  { title: 'PortalPeriod' },
)
