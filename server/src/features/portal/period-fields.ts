import { Type } from 'typebox'
import { timestamp } from '../../platform/http/fields.ts'

/** A time as customers are told of it. */
export const PortalPeriod = Type.Object(
  { start: timestamp(), end: timestamp('Exclusive end.') },
  { title: 'PortalPeriod' },
)
