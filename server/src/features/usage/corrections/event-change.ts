import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { CorrectionKind, EventValues, StoredValues } from './event-values.ts'

/** The primary key of an event, which never changes. */
export type EventKey = CustomerScopedId & { usageDate: Date }

export type OfCustomer = Pick<CustomerScopedId, 'organizationId' | 'customerId'>

/** The key of an event of a known customer. */
export type EventPlace = Pick<EventKey, 'id' | 'usageDate'>

export type LockedEvent = EventKey &
  StoredValues & {
    agentId: string
    signalId: string
    /** Units that are not billed: those that were rejected, and the provisional ones. */
    rejectedQuantity: Decimal
    /** Units whose settlement window has not passed. Null: it has no window, or it has passed. */
    provisionalQuantity: Decimal | null
    /** When the window passes. */
    settlesAt: Date | null
    voidedAt: Date | null
  }

/** What a correction changes of a locked event. */
export type EventChange = {
  event: LockedEvent
  kind: CorrectionKind
  before: EventValues
  after: EventValues
  /** The rejection that is decided or withdrawn; null for other kinds. */
  rejectionId: string | null
  /** Units that are rejected, without the provisional ones. */
  rejected: Units
  /** Provisional units. */
  provisional: Units
  /** True if its settlement window is open afterwards. */
  isOpen: boolean
}

type Units = { before: number; after: number }

/** Returns true if the correction changes the quantity, the services or the cost. */
export const isOfValues = ({ kind }: EventChange) => kind === 'void' || kind === 'amend'

/** Returns the units that are not billed, as the event and its sums count them. */
export function notBilled({ rejected, provisional }: EventChange): Units {
  return {
    before: rejected.before + provisional.before,
    after: rejected.after + provisional.after,
  }
}
