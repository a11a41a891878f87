import type { Seats } from '../../../domain/prices/seats.ts'
import type { Lifetime } from '../../../domain/subscription-status.ts'
import type { Moved, Succession } from '../../../domain/time/schedule.ts'
import type { Fields } from './fields.ts'

/** A stored subscription with the time zone and net terms that apply to it. */
export type Subscription = Fields &
  Lifetime & {
    id: string
    organizationId: string
    customerId: string
    planId: string
    agentId: string
    moved: Moved
    succession: Succession
    /** The first subscription of a deal whose plan was changed; its own id otherwise. */
    dealId: string
    /** False: one-time fees of the plan are not due. */
    owesOnetime: boolean
    /** By date; `seatsCount` is the number before the first change. */
    seats: Seats
    timeZone: string
    netTermsInForce: number
    version: number
    createdAt: Date
    updatedAt: Date
  }
